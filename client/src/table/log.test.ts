import { expect, test } from 'vitest';
import type { GameEvent, Line } from '../types';
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

test('steps of one walk are one line, from its beginning to its end', () => {
  const event = (key: string, values: GameEvent['values'], seat = 0): Line => ({ event: { key, seat, values } });
  const walk = (at: string, to: string, seat = 0) => event('walk', { at, to }, seat);
  const log = [
    walk('E5', 'E6'),
    walk('E6', 'F6'),
    walk('F6', 'F7'),
    event('bridge', { at: 'F8' }),
    walk('F7', 'F8'),
    event('take', { left: 9 }),
    event('take', { left: 8 }),
    walk('F8', 'F9', 1),
    { ...walk('F9', 'F8', 1), undone: true },
    walk('F9', 'G9', 1),
  ];
  const told = (lines: Line[]) =>
    turnsOf(lines, 0, (key) => key !== 'bridge').map(({ entries }) =>
      entries.map((entry) => (entry.kind === 'event' ? entry.event : entry.kind)),
    );
  expect(told(log)).toMatchObject([
    [
      { key: 'walk', values: { at: 'E5', to: 'F7', times: 3 } },
      { key: 'bridge' },
      { key: 'walk', values: { at: 'F7', to: 'F8' } },
      { key: 'take', values: { left: 8, times: 2 } },
    ],
    [{ key: 'walk', values: { to: 'F9' } }, 'undone', { key: 'walk', values: { to: 'G9' } }],
  ]);
  expect(told(log)[0]?.[0]).toBe(told(log)[0]?.[0]); // what is pointed at is still the same when the log has grown
  expect(told(log)[0]?.[2]).toBe(log[4]?.event);
  expect(told(log.slice(1))[0]?.[0]).toMatchObject({ values: { at: 'E6', to: 'F7', times: 2 } });
  expect(turnsOf(log)[0]?.entries).toHaveLength(7); // a game without words for it
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
