import { expect, test } from 'vitest';
import type { Line } from '../types';
import { chatOf, lastTurns, turnsOf } from './log';

const did = (key: string, seat: number, undone = false): Line => ({
  event: { key, seat, values: {} },
  ...(undone ? { undone } : {}),
});
const note = (kind: Line['note'], seat: number | null = 0): Line => ({ note: kind, seat, at: 1 });

test('what one player does is one turn', () => {
  const turns = turnsOf([note('started', null), did('walk', 0), did('dig', 0), did('walk', 1)]);
  expect(turns.map(({ seat, entries }) => [seat, entries.length])).toEqual([
    [null, 1],
    [0, 2],
    [1, 1],
  ]);
  expect(turns.map(({ at }) => at)).toEqual([0, 1, 3]);
});

test('what was taken back is folded away, with how often', () => {
  const log = [
    did('walk', 0),
    did('dig', 0, true),
    note('undone'),
    did('walk', 0, true),
    note('undone'),
    did('end', 0),
  ];
  const [turn] = turnsOf(log);
  expect(turn?.entries.map(({ kind }) => kind)).toEqual(['event', 'undone', 'event']);
  expect(turn?.entries[1]).toMatchObject({ times: 2 });
  expect(turnsOf(log)).toHaveLength(1);
});

test('what is said is not in the log, but in the chat', () => {
  const said: Line = { note: 'chatted', seat: 1, name: 'Bo', text: 'hello', at: 5 };
  expect(turnsOf([said])).toEqual([]);
  expect(chatOf([did('walk', 0), said])).toEqual([{ line: 1, seat: 1, name: 'Bo', text: 'hello', at: 5 }]);
  expect(chatOf([said], 40)[0]?.line).toBe(40);
});

test('of a log whose beginning is not known, turns are named by the numbers of their lines', () => {
  expect(turnsOf([did('walk', 0), did('dig', 0), did('walk', 1)], 300).map(({ at }) => at)).toEqual([300, 302]);
});

test('of a long log the last turns', () => {
  const turns = turnsOf(Array.from({ length: 20 }, (_, n) => did('walk', n % 2)));
  const [last, before] = lastTurns(turns, 5);
  expect(last).toHaveLength(5);
  expect(before).toBe(15);
  expect(lastTurns(turns, 100)[1]).toBe(0);
});

test('what happens to all has nobody’s mark', () => {
  const turns = turnsOf([did('end', 1), did('period_end', 1), did('district', 1), did('home', 0), did('over', 1)]);
  expect(turns.map(({ seat }) => seat)).toEqual([1, -1, 0, -1]);
});
