import { expect, test } from 'vitest';
import { kindsOf } from './kinds';

test('kinds of actions are counted in their order', () => {
  expect(kindsOf(['walk H5', 'canal A1', 'walk H6', 'end'])).toEqual([
    ['walk', 2],
    ['canal', 1],
    ['end', 1],
  ]);
  expect(kindsOf([])).toEqual([]);
});
