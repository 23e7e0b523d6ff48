import { expect, test } from 'vitest';
import { mergeLog } from './connection.svelte';
import type { Line, State } from './types';

const line = (text: string): Line => ({ note: 'chatted', text });
const lines = (text: string) => [...text].map(line);
const texts = ({ first, log }: { first: number; log: Line[] }) => [first, log.map(({ text }) => text).join('')];

/** What is known: lines from number `first` on, of which those before `settled` do not change. */
const known = (text: string, first = 0, settled = first + text.length, number = 1) =>
  ({ number, first, settled, lines: first + text.length, log: lines(text) }) as State;
/** What comes: the last lines of `all`. */
const comes = (all: number, text: string, number = 2) =>
  ({ number, settled: all, lines: all, log: lines(text) }) as State;

test('the first message is all that is known', () => {
  expect(texts(mergeLog(undefined, comes(2, 'ab')))).toEqual([0, 'ab']);
  expect(texts(mergeLog(undefined, comes(302, 'yz')))).toEqual([300, 'yz']);
});

test('new lines come after those that are known', () => {
  expect(texts(mergeLog(known('a'), comes(3, 'bc')))).toEqual([0, 'abc']);
  expect(texts(mergeLog(known('a', 300), comes(303, 'bc')))).toEqual([300, 'abc']);
});

test('lines that may have changed come again, and win', () => {
  expect(texts(mergeLog(known('ab', 0, 1), comes(3, 'Bc')))).toEqual([0, 'aBc']);
});

test('lines that are known keep their identity, so that nothing is written anew for them', () => {
  const before = known('a');
  expect(mergeLog(before, comes(2, 'b')).log[0]).toBe(before.log[0]);
});

test('nothing new', () => {
  expect(texts(mergeLog(known('a'), comes(1, '')))).toEqual([0, 'a']);
});

test('after a gap only what came is known', () => {
  expect(texts(mergeLog(known('abc'), comes(300, 'yz')))).toEqual([298, 'yz']);
});

test('lines that may have changed and did not come again are not known any more', () => {
  expect(texts(mergeLog(known('abc', 0, 1), comes(4, 'd')))).toEqual([3, 'd']);
});

test('a message that brings more than is known replaces it', () => {
  expect(texts(mergeLog(known('c', 2), comes(4, 'abcd')))).toEqual([0, 'abcd']);
});

test('a server that was set back to an earlier moment is believed', () => {
  expect(texts(mergeLog(known('abc', 0, 3, 9), comes(202, 'yz', 3)))).toEqual([200, 'yz']);
});
