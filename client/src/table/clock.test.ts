import { expect, test } from 'vitest';
import type { ClockFace } from '../types';
import { formatClock, isLow, remaining, runs, skewOf } from './clock';

const face = (since: Record<string, number>): ClockFace => ({ kind: 'live', left: [600, 300], since });

test('time runs for those whom the game waits for', () => {
  expect(remaining(face({ 0: 1000 }), 0, 1030)).toBe(570);
  expect(remaining(face({ 0: 1000 }), 1, 1030)).toBe(300);
  expect(runs(face({ 0: 1000 }), 0)).toBe(true);
  expect(runs(face({ 0: 1000 }), 1)).toBe(false);
});

test('nobody has less than nothing, or more than was left', () => {
  expect(remaining(face({ 0: 1000 }), 0, 9999)).toBe(0);
  expect(remaining(face({ 0: 1000 }), 0, 900)).toBe(600);
});

test('a clock that is wrong is known by a turn that has just begun', () => {
  expect(skewOf(face({ 0: 1000 }), face({ 1: 1040 }), 1045)).toBe(5);
  expect(skewOf(face({ 0: 1000 }), face({ 0: 1000 }), 1045)).toBe(null);
  expect(skewOf(null, face({ 0: 1000 }), 1045)).toBe(null);
});

test('clocks are written short', () => {
  expect(formatClock(5.9, 'en')).toBe('0:05');
  expect(formatClock(245, 'en')).toBe('4:05');
  expect(formatClock(3845, 'en')).toBe('1:04:05');
  expect(formatClock(2 * 86400 + 5 * 3600, 'en')).toBe('2d 5h');
  expect(formatClock(2 * 86400 + 5 * 3600, 'fr').replace(/\s/g, '')).toBe('2j5h');
});

test('the last minute of a game, the last hours of a move', () => {
  expect(isLow(face({}), 59)).toBe(true);
  expect(isLow(face({}), 61)).toBe(false);
  expect(isLow({ ...face({}), kind: 'days' }, 7200)).toBe(true);
});
