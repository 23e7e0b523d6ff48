import { expect, test } from 'vitest';
import { ago } from './when';

test('how long ago', () => {
  expect(ago(1000, 1010, 'en')).toBe('now');
  expect(ago(1000, 1000 + 180, 'en')).toBe('3 minutes ago');
  expect(ago(1000, 1000 + 90_000, 'en')).toBe('yesterday');
  expect(ago(1000, 1000 + 7200, 'fr')).toBe('il y a 2 heures');
  expect(ago(1010, 1000, 'en')).toBe('now'); // a clock that is a little behind
});
