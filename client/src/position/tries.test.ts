import { expect, test } from 'vitest';
import type { Moment } from '../types';
import { comparison, playedIn } from './tries';

test('a turn that was tried is compared with the first one', () => {
  expect(comparison(0.24, 0.0)).toBe('good');
  expect(comparison(0.24, 0.049)).toBe('good');
  expect(comparison(0.24, 0.11)).toBe('better');
  expect(comparison(0.24, 0.241)).toBe('same');
  expect(comparison(0.24, 0.3)).toBe('worse');
});

test('who tries a turn without a mark again does well only with less lost', () => {
  expect(comparison(0.03, 0.0)).toBe('good');
  expect(comparison(0.03, 0.02)).toBe('good');
  expect(comparison(0.03, 0.03)).toBe('same');
  expect(comparison(0.03, 0.04)).toBe('worse');
});

test('what was played is what the seat did in that step', () => {
  const moment = (seat: number | null, step: number, action: string | null) => ({ seat, step, action }) as Moment;
  const moments = [
    moment(null, 0, null),
    moment(1, 0, 'walk A1'),
    moment(1, 0, 'end'),
    moment(2, 1, 'end'),
    moment(1, 2, 'end'),
  ];
  expect(playedIn(moments, 1, 0)).toEqual(['walk A1', 'end']);
});
