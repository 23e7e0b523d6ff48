import { expect, test } from 'vitest';
import { draw, qr } from './qr';

test('dark squares side by side are one rectangle', () => {
  const drawn = draw(
    [
      [true, true, false],
      [false, false, true],
      [false, false, false],
    ],
    1,
  );
  expect(drawn).toEqual({ size: 5, path: 'M1 1h2v1h-2zM3 2h1v1h-1z' });
});

test('a link becomes a code that is not empty', async () => {
  const drawn = await qr('https://example.org/t/abc#seat=def');
  expect(drawn.size).toBeGreaterThan(24);
  expect(drawn.path.startsWith('M2 2h7')).toBe(true); // the finder in the corner
});
