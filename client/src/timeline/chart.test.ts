import { expect, test } from 'vitest';
import { leadChanges, leader, sample, scale, spread, stack, stairs, ticks } from './chart';

test('ticks are round and cover everything', () => {
  expect(ticks(0, 97)).toEqual([0, 50, 100]);
  expect(ticks(0, 40)).toEqual([0, 10, 20, 30, 40]);
  expect(ticks(0, 3)).toEqual([0, 1, 2, 3]);
  expect(ticks(0, 0)).toEqual([0, 1]);
  expect(ticks(-4, 9)[0]).toBeLessThanOrEqual(-4);
});

test('a scale maps ends to ends', () => {
  const y = scale([0, 10], [100, 0]);
  expect([y(0), y(5), y(10)]).toEqual([100, 50, 0]);
  expect(scale([3, 3], [0, 10])(3)).toBe(0);
});

test('stairs turn only where something changed', () => {
  const same = (n: number) => n;
  expect(stairs([0, 0, 3, 3, 5], [0, 1, 20, 30, 40], same, same)).toBe('M0 0H20V3H40V5H40');
  expect(stairs([2], [0], same, same)).toBe('M0 2H0');
});

test('labels are moved apart and stay inside', () => {
  expect(spread([50, 50], 20, 0, 100)).toEqual([50, 70]);
  expect(spread([98, 99, 10], 20, 0, 100)).toEqual([80, 100, 10]);
});

test('who leads, and how often that changed', () => {
  expect(leader([1, 3, 2])).toBe(1);
  expect(leader([3, 3, 2])).toBeNull();
  expect(
    leadChanges([
      [0, 0],
      [1, 0],
      [1, 1],
      [1, 2],
      [2, 2],
      [2, 3],
      [4, 3],
    ]),
  ).toBe(2);
});

test('a sample has both ends', () => {
  expect(sample(3, 5)).toEqual([0, 1, 2]);
  expect(sample(101, 5)).toEqual([0, 25, 50, 75, 100]);
});

test('gains are stacked to the right, losses to the left', () => {
  expect(stack([3, 0, 4, -2])).toEqual([
    { source: 0, value: 3, from: 0, to: 3 },
    { source: 2, value: 4, from: 3, to: 7 },
    { source: 3, value: -2, from: -2, to: 0 },
  ]);
});
