import { expect, test } from 'vitest';
import type { TurnReport } from '../types';
import { chancesAt, costOf, curveOf, decidedBy, markedOf, mistakesOf, nextOf, slipsOf, turnAt, worstOf } from './turns';

function report(turn: number, from: number, to: number, seat: number, mark: TurnReport['mark'], open = [0.5, 0.5]) {
  const [before, luck] = [
    [0.5, 0.5],
    [0, 0],
  ];
  return {
    turn,
    moments: [from, to],
    seat,
    played: ['x'],
    before,
    after: open,
    open_before: before,
    open_after: open,
    luck,
    loss: 0,
    mark,
  } satisfies TurnReport;
}

const game = [
  report(0, 0, 1, -1, '', [0.6, 0.4]),
  report(1, 1, 4, 0, 'good', [0.7, 0.3]),
  report(2, 4, 6, 1, 'blunder', [0.9, 0.1]),
  report(3, 6, 9, 0, 'mistake', [0.8, 0.2]),
  report(4, 9, 10, 1, 'inaccuracy', [0.85, 0.15]),
];

test('the curve begins where the game does, and has a point for the end of each turn', () => {
  const curve = curveOf(game);
  expect(curve.moments).toEqual([0, 1, 4, 6, 9, 10]);
  expect(curve.chances[0]).toEqual([50, 50]);
  expect(chancesAt(curve, 5).map(Math.round)).toEqual([70, 30]);
  expect(chancesAt(curve, 99).map(Math.round)).toEqual([85, 15]);
  expect(curveOf([])).toEqual({ moments: [], chances: [] });
});

test('before a bad turn it is spoken of what would be better, else of the turn that led there', () => {
  expect(turnAt(game, 4)).toMatchObject({ before: true, turn: { turn: 2 } });
  expect(turnAt(game, 5)).toMatchObject({ before: false, turn: { turn: 2 } });
  expect(turnAt(game, 1)).toMatchObject({ before: false, turn: { turn: 0 } });
  expect(turnAt(game, 0)).toBeNull();
});

test('mistakes are stepped through forward and back', () => {
  const all = mistakesOf(game, null);
  expect(all.map(({ turn }) => turn)).toEqual([2, 3, 4]);
  expect(mistakesOf(game, 1).map(({ turn }) => turn)).toEqual([2, 4]);
  expect(nextOf(all, 0, true)?.turn).toBe(2);
  expect(nextOf(all, 4, true)?.turn).toBe(3);
  expect(nextOf(all, 9, true)).toBeUndefined();
  expect(nextOf(all, 9, false)?.turn).toBe(3);
  expect(nextOf(all, 4, false)).toBeUndefined();
});

test('where there are too many marks, only those that cost the most are drawn', () => {
  const all = mistakesOf(game, null);
  expect(markedOf(all, 3)).toHaveLength(3);
  expect(markedOf(all, 2).map(({ mark }) => mark)).toEqual(['blunder', 'mistake']);
  expect(markedOf(all, 1).map(({ mark }) => mark)).toEqual(['blunder']);
});

test('the turns that cost most come in the order of the game', () => {
  const costs = [0.06, 0.3, 0.05, 0.2].map((loss, n) => ({ ...report(n, n, n + 1, 0, 'mistake'), loss }));
  expect(worstOf(costs).map(({ turn }) => turn)).toEqual([1, 3]);
  expect(worstOf(costs.slice(0, 1)).map(({ turn }) => turn)).toEqual([0]);
  expect(worstOf([])).toEqual([]);
});

test('who has fewer than two mistakes is shown the turns without a mark that cost the most', () => {
  const turn = (n: number, loss: number, mark: TurnReport['mark'], best: string[] = ['y']) => ({
    ...report(n, n, n + 1, n % 2, mark),
    loss,
    best,
  });
  const little = [
    turn(0, 0.03, 'good'),
    turn(1, 0.2, 'blunder'),
    turn(2, 0.045, 'good'),
    turn(3, 0.04, 'good'),
    turn(4, 0.02, 'good'),
    turn(6, 0.04, 'good', []),
    turn(8, 0.01, 'good'),
  ];
  expect(slipsOf(little, 0).map(({ turn }) => turn)).toEqual([0, 2]);
  expect(slipsOf(little, 1).map(({ turn }) => turn)).toEqual([3]);
  expect(slipsOf([...little, turn(7, 0.06, 'inaccuracy')], 1)).toEqual([]);
  expect(turnAt(little, 2)).toMatchObject({ before: false, turn: { turn: 1 } });
  expect(turnAt(little, 2, slipsOf(little, 0))).toMatchObject({ before: true, turn: { turn: 2 } });
});

test('what a turn cost is rounded once: what is lost and what is kept add up to the best', () => {
  const turn = { ...report(0, 0, 1, 0, 'blunder'), loss: 0.165, after_best: [0.614, 0.386] };
  expect(costOf(turn)).toEqual({ lost: 17, best: 61, kept: 44 });
  expect(costOf({ ...turn, loss: 0.001, after_best: [0.002, 0.998] })).toEqual({ lost: 1, best: 0, kept: 0 });
});

test('a game may be as good as decided for a player', () => {
  const turn = (before: number, after: number) => ({
    ...report(0, 0, 1, 1, 'good', [1 - after, after]),
    before: [1 - before, before],
  });
  expect(decidedBy(turn(0.004, 0))).toBe('lost');
  expect(decidedBy(turn(0.998, 1))).toBe('won');
  expect(decidedBy(turn(0.004, 0.02))).toBeNull();
  expect(decidedBy(turn(0, 1))).toBeNull(); // won against all odds
});
