// What the page works out of a view, compared with the engine over random games (tests/page/engine_cases.py).

import cases from '@cases/mexica.txt?raw';
import { expect, test } from 'vitest';
import type { GameEvent } from '../../types';
import { cellOf } from './map';
import { awardsOf } from './scoring.svelte';
import { districtAt, due, lastRound, worth, type MexicaView } from './view';
import { trip } from './water';

interface Position {
  view: MexicaView;
  due: number[][];
  last_round: boolean;
  boats: [string, string, number][];
  founds: [string, number][];
}
interface Scored {
  scoring: GameEvent[];
  view: MexicaView;
  before: number[];
  after: number[];
}
type Case = { worth: [number, number[]][] } | Scored | Position;

const all = cases.split('\n').map((line) => JSON.parse(line) as Case);
const positions = all.filter((found): found is Position => 'due' in found);
const scorings = all.filter((found): found is Scored => 'scoring' in found);

test('there are cases of everything', () => {
  expect(positions.length).toBeGreaterThan(100);
  expect(scorings.length).toBeGreaterThan(7);
  expect(positions.some(({ last_round }) => last_round)).toBe(true);
  expect(positions.flatMap(({ boats }) => boats).length).toBeGreaterThan(20);
  expect(positions.flatMap(({ founds }) => founds).length).toBeGreaterThan(5);
});

test('what a district of each size is worth', () => {
  const [table] = all as [{ worth: [number, number[]][] }];
  for (const [size, points] of table.worth) expect([size, worth(size)]).toEqual([size, points]);
});

test('what districts would give each seat if the period ended now', () => {
  for (const { view, due: points } of positions)
    expect(view.districts.map((district) => due(view, district))).toEqual(points);
});

test('whether the period ends with this round', () => {
  for (const { view, last_round } of positions) expect(lastRound(view)).toBe(last_round);
});

test('how many bridges a boat reaches, and a way over water', () => {
  for (const { view, boats } of positions)
    for (const [from, to, bridges] of boats) {
      const found = trip(view, from, to);
      expect([from, to, found?.bridges]).toEqual([from, to, bridges]);
      const way = found?.way.map(({ x, y }) => ({ column: x / 40 - 0.5, row: y / 40 - 0.5 })) ?? [];
      expect([way[0], way.at(-1)]).toEqual([cellOf(from), cellOf(to)]);
      way.slice(1).forEach(({ column, row }, n) => {
        const before = way[n] as { column: number; row: number };
        expect(Math.abs(column - before.column) + Math.abs(row - before.row)).toBe(1);
      });
    }
});

test('what founding a district gives', () => {
  for (const { view, founds } of positions)
    for (const [at, points] of founds) expect(worth(districtAt(view, at)?.size ?? 0)[1]).toBe(points);
});

test('a scoring that is told district by district adds up', () => {
  for (const { scoring, view, before, after } of scorings) {
    const sum = awardsOf(scoring, view).reduce(
      (so, { points }) => so.map((n, seat) => n + (points[seat] ?? 0)),
      before,
    );
    expect(sum).toEqual(after);
  }
});
