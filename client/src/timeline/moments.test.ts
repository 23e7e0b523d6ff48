import { expect, test, vi } from 'vitest';
import type { Moment } from '../types';
import { Moments, PAGE, pagesFor, turnFrom } from './moments.svelte';

const moment = (n: number): Moment => ({
  seat: 0,
  action: `a${n}`,
  step: Math.floor(n / 3),
  events: [],
  view: { game: 'x', seat: null, seats: 2, phase: 'turn' },
  standing: [n, 0],
});

function game(total: number) {
  const fetch = vi.fn(async (from: number) => ({
    total,
    from,
    moments: Array.from({ length: Math.max(0, Math.min(PAGE, total - from)) }, (_, n) => moment(from + n)),
  }));
  return { fetch, moments: new Moments(fetch) };
}

test('a page is fetched once, and the next one before it is needed', async () => {
  const { fetch, moments } = game(250);
  await Promise.all([moments.need(3), moments.need(4)]);
  expect(fetch.mock.calls).toEqual([[0]]);
  expect(moments.total).toBe(250);
  expect(moments.at(3)?.action).toBe('a3');
  expect(moments.at(100)).toBeUndefined();
  await moments.need(70);
  await Promise.resolve();
  expect(fetch.mock.calls).toEqual([[0], [100]]);
});

test('which pages a moment needs', () => {
  expect(pagesFor(50, 99)).toEqual([0]);
  expect(pagesFor(99, 100)).toEqual([0]);
  expect(pagesFor(99, 101)).toEqual([0, 1]);
  expect(pagesFor(100, 300)).toEqual([1, 0]);
  expect(pagesFor(299, 300)).toEqual([2]);
});

test('what is here around a moment is in one piece', async () => {
  const { moments } = game(450);
  await moments.need(50);
  await moments.need(250);
  expect(moments.around(250).from).toBe(200);
  await moments.need(150);
  const { from, moments: found } = moments.around(250);
  expect([from, found.length]).toEqual([0, 300]);
});

test('a game that went on is read on', async () => {
  let total = 99;
  const moments = new Moments(async (from) => ({
    total,
    from,
    moments: Array.from({ length: Math.min(PAGE, total - from) }, (_, n) => moment(from + n)),
  }));
  await moments.need(98);
  total = 103;
  await moments.refresh();
  expect(moments.at(102)?.action).toBe('a102');
});

test('turns begin where the step changes', () => {
  const step = (n: number) => Math.floor(n / 3);
  expect(turnFrom(step, 0, 9, true)).toEqual({ at: 3 });
  expect(turnFrom(step, 4, 9, true)).toEqual({ at: 6 });
  expect(turnFrom(step, 7, 9, true)).toEqual({ at: 8 });
  expect(turnFrom(step, 4, 9, false)).toEqual({ at: 3 });
  expect(turnFrom(step, 3, 9, false)).toEqual({ at: 0 });
  expect(turnFrom(step, 0, 9, false)).toEqual({ at: 0 });
});

test('a turn that is not all here says what is missing', () => {
  const step = (n: number) => (n < 100 ? undefined : 5);
  expect(turnFrom(step, 101, 300, false)).toEqual({ missing: 99 });
  expect(turnFrom((n) => (n < 100 ? 5 : undefined), 98, 300, true)).toEqual({ missing: 100 });
});
