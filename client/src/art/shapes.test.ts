import { expect, test } from 'vitest';
import { hexagon, pyramid, rays } from './shapes';

test('a pyramid of two steps', () => {
  expect(pyramid(10, 20, 20, 10, 8, 2)).toBe('M0 20v-4h5v-4h10v4h5v4z');
});

test('a pyramid of three steps is closed where it began', () => {
  expect(pyramid(10, 20, 20, 4, 9, 3)).toBe('M0 20v-3h4v-3h4v-3h4v3h4v3h4v3z');
});

test('a hexagon has six corners, a sun as many rays as it is given', () => {
  expect(hexagon(0, 0, 10).split(/[ML]/).length - 1).toBe(6);
  expect(rays(0, 0, 5, 8, 12).split('z').length - 1).toBe(12);
});
