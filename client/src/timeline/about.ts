// What a replay and a summary have to know of a table before they can be drawn.

import { api } from '../api';
import { uiOf } from '../boards';
import { wordsOf } from '../i18n/index.svelte';
import { givenName } from '../names';
import type { GameUi } from '../scene';
import type { Seat, State, Status } from '../types';

export interface About {
  game: string;
  status: Status;
  seats: Seat[];
  /** Whether the game was played to its end, so that nobody can go on from the last moment. */
  final: boolean;
  /** How it ended, if it is over. */
  result?: State['result'];
  ui: GameUi;
}

export async function about(table: string): Promise<About> {
  const { states } = await api.table(table);
  const [{ game, status, seats, result }] = states as [(typeof states)[0]];
  const final = result?.how !== undefined && result.how !== 'resigned';
  const [ui] = await Promise.all([uiOf(game), wordsOf(game).load()]);
  return { game, status, seats, final, result, ui };
}

export function namesOf({ game, seats }: About): string[] {
  return seats.map((seat, n) => givenName(seat) || wordsOf(game).say(`seat.${n}`));
}
