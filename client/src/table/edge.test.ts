import { expect, test } from 'vitest';
import { edgeFor } from './edge';

const stage = { top: 100, bottom: 400 };
const spot = (top: number) => ({ top, bottom: top + 20 });

test('a card lies at the lower edge unless it would cover what it is about', () => {
  expect(edgeFor(90, stage, [])).toBe('bottom');
  expect(edgeFor(90, stage, [spot(200)])).toBe('bottom');
  expect(edgeFor(90, stage, [spot(350)])).toBe('top');
});

test('it covers as little as it can', () => {
  expect(edgeFor(90, stage, [spot(110), spot(320), spot(350)])).toBe('top');
  expect(edgeFor(90, stage, [spot(110), spot(120), spot(350)])).toBe('bottom');
});

test('what is out of sight does not count', () => {
  expect(edgeFor(90, stage, [spot(500), spot(30)])).toBe('bottom');
});
