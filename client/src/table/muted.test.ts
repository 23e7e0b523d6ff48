import { beforeEach, expect, test, vi } from 'vitest';
import { Muted } from './muted.svelte';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});

test('who is muted at a table stays so there, and nowhere else, until unmuted', () => {
  const muted = new Muted('one');
  expect(muted.has(1)).toBe(false);
  muted.toggle(1);
  muted.toggle(2);
  expect([muted.has(1), muted.has(0), muted.has(null)]).toEqual([true, false, false]);
  expect(new Muted('one').has(2)).toBe(true);
  expect(new Muted('two').has(1)).toBe(false);
  muted.toggle(1);
  muted.toggle(2);
  expect(new Muted('one').has(1)).toBe(false);
  expect(localStorage.getItem('texcoco.muted')).toBeNull();
});

test('what somebody else has put there mutes nobody', () => {
  for (const value of ['nonsense', '{}', '[1, ["one"]]', '[["one", 1]]']) {
    localStorage.setItem('texcoco.muted', value);
    expect(new Muted('one').has(1)).toBe(false);
  }
});
