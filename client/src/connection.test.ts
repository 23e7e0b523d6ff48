import { expect, test } from 'vitest';
import { mergeLog } from './connection.svelte';
import type { Line } from './types';

const line = (text: string): Line => ({ note: 'chatted', text });
const texts = (log: Line[]) => log.map(({ text }) => text);

test('a message that brings the whole log replaces it', () => {
  expect(texts(mergeLog([line('old')], 2, [line('a'), line('b')]))).toEqual(['a', 'b']);
});

test('new lines come after those that are known', () => {
  expect(texts(mergeLog([line('a')], 3, [line('b'), line('c')]))).toEqual(['a', 'b', 'c']);
});

test('lines that may have changed come again, and win', () => {
  expect(texts(mergeLog([line('a'), line('b')], 3, [line('b, taken back'), line('c')]))).toEqual([
    'a',
    'b, taken back',
    'c',
  ]);
});

test('lines that are known keep their identity, so that nothing is written anew for them', () => {
  const known = line('a');
  expect(mergeLog([known], 2, [line('b')])[0]).toBe(known);
});

test('nothing new', () => {
  expect(texts(mergeLog([line('a')], 1, []))).toEqual(['a']);
});
