// A whole game of four, as its second seat saw it: in each line what was told, and the view that it led to.

import type { GameEvent } from '../../types';
import game from './game.fixture.txt?raw';
import type { AztecoView } from './view';

export const moments = game
  .trim()
  .split('\n')
  .map((line) => {
    const [events, view] = JSON.parse(line) as [[string, number, Record<string, unknown>][], AztecoView];
    return { view, events: events.map(([key, seat, values]): GameEvent => ({ key, seat, values })) };
  });
