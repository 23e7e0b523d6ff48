import { expect, test } from 'vitest';
import { marksOf, stepsOf } from './plan';

const PLAN = ['spend', 'canal E2 F2', 'bridge H5 v', 'walk H5', 'walk H4', 'found J3', 'temple H4 2', 'end'];

test('a plan has a step for each place, and a walk is one step', () => {
  expect(stepsOf(PLAN)).toEqual([
    { number: 1, spaces: ['E2', 'F2'] },
    { number: 2, spaces: ['H5'] },
    { number: 3, spaces: ['H4'] },
    { number: 4, spaces: ['J3'] },
    { number: 5, spaces: ['H4'] },
  ]);
  expect(stepsOf(['walk H5', 'spend', 'walk H4']).length).toBe(1);
  expect(stepsOf(['take', 'end'])).toEqual([]);
});

test('steps that are done go, and the others keep their numbers', () => {
  expect(stepsOf(PLAN, 1).length).toBe(5);
  expect(stepsOf(PLAN, 4).map(({ number }) => number)).toEqual([3, 4, 5]); // on the way to H4
  expect(stepsOf(PLAN, 5).map(({ number }) => number)).toEqual([4, 5]);
  expect(stepsOf(PLAN, 7)).toEqual([]);
});

test('a space where two steps are done has both numbers', () => {
  expect([...marksOf(stepsOf(PLAN))]).toEqual([
    ['E2', '1'],
    ['H5', '2'],
    ['H4', '3·5'],
    ['J3', '4'],
  ]);
});
