import { expect, test } from 'vitest';
import { SPACES, isLake } from './map';
import { contours, outline } from './outline';

const corners = (...spaces: string[]) => contours(spaces).map((line) => line.map(({ x, y }) => [x, y]));

test('one space has four corners, clockwise', () => {
  expect(corners('B2')).toEqual([
    [
      [1, 1],
      [2, 1],
      [2, 2],
      [1, 2],
    ],
  ]);
});

test('edges in a row are one line, wherever it begins', () => {
  expect(corners('A1', 'B1', 'C1')[0]).toHaveLength(4);
  expect(corners('B1', 'A2', 'B2', 'C2')[0]).toHaveLength(8);
});

test('a hole is a line of its own, the other way round', () => {
  const ring = ['A1', 'B1', 'C1', 'A2', 'C2', 'A3', 'B3', 'C3'];
  const lines = corners(...ring);
  expect(lines.map((line) => line.length)).toEqual([4, 4]);
  expect(lines[1]).toContainEqual([1, 1]);
});

test('spaces that only touch at a corner stay apart, and the corner is sharp', () => {
  const lines = contours(['A1', 'B2']);
  expect(lines).toHaveLength(2);
  expect(lines.flat().filter((corner) => corner.sharp)).toHaveLength(2);
  expect(outline(['A1', 'B2'], 10).match(/Q/g)).toHaveLength(6);
});

test('a canal that runs into the lake opens the shore', () => {
  const land = SPACES.filter((name) => !isLake(name));
  const whole = contours(land).length;
  expect(contours(land.filter((name) => name !== 'B6')).length).toBe(whole);
  // in the middle of the island it is a pond
  expect(contours(land.filter((name) => name !== 'K7')).length).toBe(whole + 1);
});

test('round corners are arcs, and inset moves them inwards', () => {
  expect(outline(['A1'], 10)).toBe('M0 10Q0 0 10 0L30 0Q40 0 40 10L40 30Q40 40 30 40L10 40Q0 40 0 30Z');
  expect(outline(['A1'], 0, 5)).toBe('M5 5Q5 5 5 5L35 5Q35 5 35 5L35 35Q35 35 35 35L5 35Q5 35 5 35Z');
});
