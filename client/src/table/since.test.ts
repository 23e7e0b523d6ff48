import { expect, test } from 'vitest';
import type { Line, Moment, View } from '../types';
import { withoutPassing } from '../inShort';
import { bySeat, inParts, movesSince, storyFrom, storyOf } from './since';

const did = (seat: number, action: string, more = {}): Line => ({
  event: { key: action.split(' ')[0] as string, seat, values: { action, ...more } },
});
const came = (key: string, seat: number): Line => ({ event: { key, seat, values: {} } });
const known = (...log: Line[]) => ({ first: 10, log });
const view = (n: number) => ({ n }) as unknown as View;
const keys = (moves: { events: readonly { key: string }[] }[]) =>
  moves.map(({ events }) => events.map(({ key }) => key));

test('since one’s last move: what others did, and what came of it', () => {
  const log = known(
    did(1, 'old'),
    did(0, 'walk H5'),
    came('present', 1),
    did(1, 'canal K5'),
    did(2, 'found K6'),
    came('present', 0),
  );
  const moves = movesSince(log, 0);
  expect(keys(moves)).toEqual([['canal'], ['found', 'present']]);
  expect(moves.map(({ seat, start, end }) => [seat, start, end])).toEqual([
    [1, 13, 14],
    [2, 14, 16],
  ]);
});

test('what was taken back, by us or by others, does not count', () => {
  const undone = { ...did(0, 'walk H5'), undone: true };
  expect(keys(movesSince(known(did(0, 'end'), did(1, 'canal K5'), undone), 0))).toEqual([['canal']]);
  expect(movesSince(known(did(0, 'end'), { ...did(1, 'canal K5'), undone: true }), 0)).toEqual([]);
});

test('acting ends it', () => {
  expect(movesSince(known(did(1, 'canal K5'), did(0, 'walk H5')), 0)).toEqual([]);
});

test('a game may call more than actions somebody’s doing', () => {
  const log = known(did(0, 'vote 1'), came('voted', 1), came('stone', 1), came('voted', 2));
  expect(movesSince(log, 0)).toEqual([]);
  expect(keys(movesSince(log, 0, ({ key }) => key === 'voted'))).toEqual([['voted', 'stone'], ['voted']]);
});

test('a story has a step for each move, with how it looked after it', () => {
  const moves = movesSince(
    known(did(0, 'end'), did(1, 'canal K5'), { note: 'chatted', seat: 1 }, did(2, 'canal K7')),
    0,
  );
  const seen = [
    { lines: 11, view: view(0) },
    { lines: 12, view: view(1) },
    { lines: 13, view: view(2) },
    { lines: 14, view: view(3) },
  ];
  const story = storyOf(moves, seen);
  expect(story?.before).toEqual({ n: 0 });
  expect(story?.steps.map(({ seat, view }) => [seat, view])).toEqual([
    [1, { n: 2 }],
    [2, { n: 3 }],
  ]);
  expect(storyOf(moves, seen.slice(3))).toBe(null); // a page that was loaded anew has not seen it
  // two moves that came at once are one step
  expect(storyOf(moves, [seen[0] as never, seen[3] as never])?.steps.map(({ events }) => events.length)).toEqual([2]);
});

test('the same story from the moments of the game', () => {
  const moment = (seat: number | null, n: number): Moment =>
    ({ seat, action: '', step: n, events: [{ key: `e${n}`, seat, values: {} }], view: view(n), standing: [] }) as never;
  const moments = [moment(null, 0), moment(0, 1), moment(1, 2), moment(-1, 3), moment(2, 4)];
  const story = storyFrom(moments, 0, true);
  expect(story?.before).toEqual({ n: 1 });
  expect(story?.steps.map(({ seat, view }) => [seat, view])).toEqual([
    [1, { n: 3 }],
    [2, { n: 4 }],
  ]);
  expect(keys(story?.steps as never)).toEqual([['e2', 'e3'], ['e4']]);
  expect(storyFrom(moments, 3, false)).toBe(null);
  expect(storyFrom(moments, 3, true)?.steps.length).toBe(3);
});

test('one line for each opponent; a way is told by its end', () => {
  const walk = (at: string, to: string) => did(1, `walk ${to}`, { at, to });
  const moves = movesSince(known(walk('A1', 'A2'), walk('A2', 'A3'), did(2, 'canal K5'), did(1, 'canal K6')), 0);
  const [one] = bySeat(moves, 0);
  expect(bySeat(moves, 0).map(({ seat }) => seat)).toEqual([1, 2]);
  expect(withoutPassing(one?.events ?? []).map(({ values }) => values.action)).toEqual(['walk A3', 'canal K6']);
});

test('a step that a game cuts into parts is several steps', () => {
  const [a, b] = [did(1, 'voted').event!, did(2, 'voted').event!];
  const c = came('stone', 1).event!;
  const story = { before: view(0), steps: [{ seat: 2, events: [a, b, c], view: view(2) }] };
  const cut = inParts(story, () => [
    { events: [a, b], view: view(1) },
    { events: [c], view: view(2) },
  ]);
  expect(cut.steps).toEqual([
    { seat: -1, events: [a, b], view: view(1) },
    { seat: 1, events: [c], view: view(2) },
  ]);
  expect(inParts(story, (_, events, after) => [{ events, view: after }])).toEqual(story);
});
