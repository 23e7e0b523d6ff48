import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { actorOf, eventsBetween, Pace, patience } from './pace.svelte';
import type { Line, State } from './types';

const event = (key: string, seat = 1): Line => ({ event: { key, seat, values: {} } });
const state = (...log: Line[]): State => ({ number: log.length, lines: log.length, first: 0, log }) as unknown as State;

test('events between are those of the new lines, over states that were skipped too', () => {
  const one = state(event('a'));
  const three = state(event('a'), { note: 'sat', seat: 0 }, event('b'), event('c'));
  expect(eventsBetween(one, three).map(({ key }) => key)).toEqual(['b', 'c']);
});

test('what was done and taken back in between is not told', () => {
  const next = state(event('a'), { ...event('b'), undone: true }, { note: 'undone', seat: 1 });
  expect(eventsBetween(state(event('a')), next)).toEqual([]);
});

test('a first state, and one that is older, bring no events', () => {
  expect(eventsBetween(null, state(event('a')))).toEqual([]);
  expect(eventsBetween(state(event('a'), event('b')), state(event('a')))).toEqual([]);
});

test('chance does nothing by itself: the player of the other events did it', () => {
  expect(actorOf(state(), state(event('deal', -1), event('walk', 2)))).toBe(2);
  expect(actorOf(state(), state({ note: 'chatted', seat: 0 }))).toBe(null);
});

test('a long turn takes no longer than three seconds', () => {
  let spent = 0;
  for (let waiting = 40; waiting; waiting--) spent += patience(waiting, spent);
  expect(spent).toBeLessThanOrEqual(3000);
  expect(patience(1, 0)).toBeLessThan(500);
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('others’ moves are shown one after another, one’s own at once', () => {
  const pace = new Pace(() => false);
  const states = [state(), state(event('a')), state(event('a'), event('b')), state(event('a'), event('b'), event('c'))];
  pace.push(states[0] as State, [0]);
  for (const next of states.slice(1)) pace.push(next, [0]);
  expect(pace.shown?.lines).toBe(1);
  expect(pace.behind).toBe(true);
  vi.advanceTimersByTime(500);
  expect(pace.shown?.lines).toBe(2);
  expect(pace.events.map(({ key }) => key)).toEqual(['b']);
  vi.advanceTimersByTime(500);
  expect(pace.behind).toBe(false);
  pace.push(state(event('a'), event('b'), event('c'), event('mine', 0)), [0]);
  expect(pace.shown?.lines).toBe(4);
});

test('skipping shows the newest with all that led to it', () => {
  const pace = new Pace(() => false);
  pace.push(state(), [0]);
  pace.push(state(event('a')), [0]);
  pace.push(state(event('a'), event('b')), [0]);
  pace.push(state(event('a'), event('b'), event('c')), [0]);
  pace.skip();
  expect(pace.events.map(({ key }) => key)).toEqual(['b', 'c']);
  expect(pace.behind).toBe(false);
});

test('without motion everything is shown at once', () => {
  const pace = new Pace(() => true);
  pace.push(state(), [0]);
  pace.push(state(event('a')), [0]);
  pace.push(state(event('a'), event('b')), [0]);
  expect(pace.shown?.lines).toBe(2);
});

test('what deserves a longer look has it, and the turn still ends in time', () => {
  expect(patience(3, 0, 1800)).toBe(1800);
  expect(patience(1, 1800, 1800)).toBeLessThanOrEqual(1200);
  const pace = new Pace(() => false);
  pace.linger = (events) => (events.some(({ key }) => key === 'fight') ? 1800 : 0);
  pace.push(state(), [0]);
  pace.push(state(event('fight')), [0]);
  pace.push(state(event('fight'), event('b', 2)), [0]);
  vi.advanceTimersByTime(1700);
  expect(pace.shown?.lines).toBe(1);
  vi.advanceTimersByTime(200);
  expect(pace.shown?.lines).toBe(2);
});

test('one’s own fight is seen before others go on', () => {
  const pace = new Pace(() => false);
  pace.linger = () => 1800;
  pace.push(state(), [0]);
  pace.push(state(event('fight', 0)), [0]);
  expect(pace.shown?.lines).toBe(1);
  pace.push(state(event('fight', 0), { note: 'chatted', seat: 1 }), [0]);
  expect(pace.shown?.lines).toBe(2);
  pace.push(state(event('fight', 0), { note: 'chatted', seat: 1 }, event('b')), [0]);
  vi.advanceTimersByTime(1700);
  expect(pace.shown?.lines).toBe(2);
  vi.advanceTimersByTime(200);
  expect(pace.shown?.lines).toBe(3);
});

test.each([false, true])('others’ moves wait until the board has told the move before (still: %s)', (still) => {
  const pace = new Pace(() => still);
  let telling = false;
  pace.telling = () => telling;
  pace.push(state(), [0]);
  pace.push(state(event('scoring', 0)), [0]);
  telling = true;
  pace.push(state(event('scoring', 0), event('a')), [0]);
  pace.push(state(event('scoring', 0), event('a'), event('b')), [0]);
  vi.advanceTimersByTime(20_000);
  expect([pace.shown?.lines, pace.behind]).toEqual([1, true]);
  telling = false;
  pace.told();
  expect(pace.shown?.lines).toBe(2);
  vi.advanceTimersByTime(500);
  expect([pace.shown?.lines, pace.behind]).toEqual([3, false]);
});

test('whoever skips does not wait for what the board tells', () => {
  const pace = new Pace(() => false);
  pace.push(state(), [0]);
  pace.telling = () => true;
  pace.push(state(event('a')), [0]);
  expect(pace.behind).toBe(true);
  pace.skip();
  expect([pace.shown?.lines, pace.behind]).toEqual([1, false]);
});

test('the speed of others’ turns is the reader’s to choose', () => {
  expect(patience(1, 0, 0, 2.5)).toBe(2.5 * patience(1, 0));
  expect(patience(1, 0, 0, 0.5)).toBe(0.5 * patience(1, 0));
});

test('who wants to be waited for says after each opponent when to go on', () => {
  const pace = new Pace(
    () => false,
    () => 1,
    () => true,
  );
  pace.push(state(), [0]);
  pace.push(state(event('a', 1)), [0]);
  pace.push(state(event('a', 1), event('b', 1)), [0]);
  pace.push(state(event('a', 1), event('b', 1), event('c', 2)), [0]);
  vi.advanceTimersByTime(20_000);
  expect(pace.shown?.lines).toBe(2);
  expect(pace.held).toBe(true);
  expect(pace.between).toEqual({ seen: 1, next: 2 });
  pace.goOn();
  expect(pace.between).toBeNull();
  expect(pace.shown?.lines).toBe(3);
  expect(pace.held).toBe(false);
  // the next one waits too, though nothing was behind when it came
  vi.advanceTimersByTime(20_000);
  pace.push(state(event('a', 1), event('b', 1), event('c', 2), event('d', 3)), [0]);
  expect(pace.shown?.lines).toBe(3);
  pace.skip();
  expect(pace.shown?.lines).toBe(4);
  expect(pace.held).toBe(false);
});

test('without motion, too, who wants to be waited for is', () => {
  const pace = new Pace(
    () => true,
    () => 1,
    () => true,
  );
  pace.push(state(), [0]);
  pace.push(state(event('a', 1)), [0]);
  pace.push(state(event('a', 1), event('c', 2)), [0]);
  vi.advanceTimersByTime(10);
  expect([pace.shown?.lines, pace.held]).toEqual([1, true]);
});

test('who wants to be waited for is not after a sealed choice, of which nothing is seen', () => {
  const pace = new Pace(
    () => false,
    () => 1,
    () => true,
  );
  pace.isSeen = ({ key }) => key === 'voted';
  const [one, two] = [event('vote', 1), event('vote', 2)];
  pace.push(state(), [0]);
  pace.push(state(one), [0]);
  pace.push(state(one, two), [0]);
  vi.advanceTimersByTime(20_000);
  expect([pace.shown?.lines, pace.held]).toEqual([2, false]);
  // the last one seals, and all votes are turned up: that is looked at before the next one does something
  pace.push(state(one, two, event('vote', 3), event('voted', 1)), [0]);
  pace.push(state(one, two, event('vote', 3), event('voted', 1), event('keep', 1)), [0]);
  vi.advanceTimersByTime(20_000);
  expect([pace.shown?.lines, pace.held]).toEqual([4, true]);
});
