import { expect, test } from 'vitest';
import { lasts } from './animator.svelte';

const march = { key: 'march', seat: 1, values: { action: 'march L5 K5 J5' } };

test('a fight takes longer than a march, and both fit into a turn', () => {
  const fight = { key: 'combat', seat: 1, values: {} };
  expect(lasts([march])).toBeLessThan(500);
  expect(lasts([march, fight])).toBeGreaterThan(1500);
  expect(lasts([march, fight])).toBeLessThan(2600);
  expect(lasts([{ key: 'take', seat: 1, values: {} }])).toBe(0);
});
