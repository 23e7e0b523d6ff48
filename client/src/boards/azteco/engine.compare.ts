// What the page works out of views and events, compared with the engine over random games (tests/page/engine_cases.py).

import cases from '@cases/azteco.txt?raw';
import { expect, test } from 'vitest';
import type { GameEvent } from '../../types';
import { stageOf, applyEvent } from './stage';
import {
  caseOf,
  COLOURS,
  hoarder,
  isAtOnce,
  jewelPoints,
  knownPoints,
  stonePoints,
  winnersOf,
  type AztecoView,
} from './view';

interface Game {
  game: { events: GameEvent[]; view: AztecoView }[];
  winners: number[];
}

const games = cases.split('\n').map((line) => JSON.parse(line) as Game);
const views = games.flatMap(({ game }) => game.map(({ view }) => view));

test('there are cases of everything', () => {
  const keys = new Set(games.flatMap(({ game }) => game.flatMap(({ events }) => events.map(({ key }) => key))));
  for (const key of ['reveal', 'cursed', 'spared', 'keep', 'play', 'steal', 'swap', 'shift', 'discard', 'give', 'take'])
    expect([key, keys.has(key)]).toEqual([key, true]);
});

test('what lies in the chamber after the events is what the next view shows', () => {
  for (const { game } of games)
    game.slice(1).forEach(({ events, view }, n) => {
      const told = events.reduce(applyEvent, stageOf((game[n] as { view: AztecoView }).view));
      const { jewels, stones, curses, deck } = stageOf(view);
      // at the end all artefacts are turned up, and the cards are put away: no event tells that
      if (view.phase === 'over') expect([events, told]).toMatchObject([events, { jewels, stones, curses, deck }]);
      else expect([events, told]).toEqual([events, stageOf(view)]);
    });
});

test('truth and lies, when they come out and in the rounds that are over', () => {
  for (const { game } of games) {
    let cases: Record<number, unknown> = {};
    for (const { events, view } of game)
      for (const event of events) {
        if (event.key === 'reveal') cases[event.seat] = event.values.case;
        if (event.key !== 'round') continue;
        const over = view.rounds.at(-1);
        for (const [seat, expected] of Object.entries(cases)) {
          const n = Number(seat);
          expect(caseOf(over?.cards[n] ?? '', over?.claims[n] ?? '', over?.votes ?? [], n)).toBe(expected);
        }
        cases = {};
      }
  }
});

test('points, as far as they are known', () => {
  for (const view of views)
    view.worth.forEach((worth, seat) => {
      const jewels = view.jewels[seat] ?? [];
      const kept = view.kept[seat] ?? [];
      expect(knownPoints(view, view, seat)).toBe(worth.total);
      expect(stonePoints(view.stones[seat] ?? 0)).toBe(worth.stones);
      expect(jewelPoints(jewels, view.sheets[seat], [])).toBe(worth.duo + worth.trio);
      const each = kept.map((name) => jewelPoints(jewels, undefined, [name]) - jewelPoints(jewels, undefined, []));
      expect(each.reduce((sum, n) => sum + n, 0)).toBe(worth.artefacts);
    });
});

test('whom a curse strikes', () => {
  for (const { game } of games)
    game.slice(1).forEach(({ events }, n) => {
      let stage = stageOf((game[n] as { view: AztecoView }).view);
      for (const event of events) {
        const colour = COLOURS.findIndex((name) => name === event.values.colour);
        if (event.key === 'cursed') expect(hoarder(stage.jewels, colour)).toBe(event.seat);
        if (event.key === 'spared') expect(hoarder(stage.jewels, colour)).toBeNull();
        stage = applyEvent(stage, event);
      }
    });
});

test('which artefacts are played at once, and which are kept', () => {
  for (const { game } of games)
    for (const { events, view } of game) {
      for (const { key, values } of events) if (key === 'play') expect(isAtOnce(String(values.artefact))).toBe(true);
      for (const artefact of view.kept.flat()) expect(isAtOnce(artefact)).toBe(false);
    }
});

test('who has won', () => {
  for (const { game, winners } of games) {
    const last = game.at(-1) as { view: AztecoView };
    expect(winnersOf(last.view)).toEqual(winners);
  }
});
