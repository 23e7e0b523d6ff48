import { beforeEach, describe, expect, it } from 'vitest';
import { dayOf, keepAnswer, nextPuzzle, outcomeAfter, outcomesOf } from './solved';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
  });
});

describe('answers', () => {
  it('count by the first one', () => {
    expect(outcomeAfter(undefined, true)).toBe('first');
    expect(outcomeAfter(undefined, false)).toBe('missed');
    expect(outcomeAfter('missed', true)).toBe('later');
    expect(outcomeAfter('first', false)).toBe('first');
    expect(outcomeAfter('later', true)).toBe('later');
  });

  it('are kept for each game', () => {
    keepAnswer('mexica', 'a', false);
    expect(keepAnswer('mexica', 'a', true)).toEqual({ a: 'later' });
    expect(keepAnswer('mexica', 'b', true)).toEqual({ a: 'later', b: 'first' });
    expect(outcomesOf('mexica')).toEqual({ a: 'later', b: 'first' });
    expect(outcomesOf('azteco')).toEqual({});
  });

  it('are nothing where something else was kept', () => {
    stored.set('texcoco.puzzles.mexica', '{"a": "won", "b": "first"}');
    expect(outcomesOf('mexica')).toEqual({ b: 'first' });
    stored.set('texcoco.puzzles.mexica', 'no');
    expect(outcomesOf('mexica')).toEqual({});
  });
});

describe('the next puzzle', () => {
  it('is one that was not answered', () => {
    expect(nextPuzzle(['a', 'b', 'c'], {}, null)).toBe('a');
    expect(nextPuzzle(['a', 'b', 'c'], { b: 'first' }, 'a')).toBe('c');
    expect(nextPuzzle(['a', 'b', 'c'], { c: 'missed' }, 'b')).toBe('a');
  });

  it('is the one after it when all are answered, and none if there is no other', () => {
    expect(nextPuzzle(['a', 'b'], { a: 'first', b: 'first' }, 'b')).toBe('a');
    expect(nextPuzzle(['a'], {}, 'a')).toBeUndefined();
  });
});

it('a day is that of the calendar on the wall', () => {
  expect(dayOf(new Date(2026, 2, 9, 23, 59))).toBe('2026-03-09');
});
