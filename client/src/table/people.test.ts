import { expect, test } from 'vitest';
import type { Seat, State } from '../types';
import { awaited, conditionOf, nextToAct, presenceShown, replaceable, sameChoice } from './people';

const person: Seat = { kind: 'person', name: 'Ana', bot: null };

test('how somebody is', () => {
  expect(conditionOf(person)).toBe(null);
  expect(conditionOf({ ...person, away: true })).toBe('away');
  expect(conditionOf({ ...person, away: true, bot: 'greedy' })).toBe('replaced');
  expect(conditionOf({ ...person, bot: 'greedy', resigned: true })).toBe('resigned');
  expect(conditionOf({ kind: 'bot', name: '', bot: 'greedy' })).toBe('bot');
});

test('of whoever has left the table it is not said that they are here', () => {
  const shown = (seat: Seat, here: boolean, over = false) => presenceShown(seat, 1, [0], here, over);
  expect(shown(person, true)).toBe(true);
  expect(shown(person, false)).toBe(true);
  expect(shown({ ...person, away: true }, true)).toBe(false);
  expect(shown({ ...person, bot: 'greedy', resigned: true }, true)).toBe(false);
  expect(shown({ kind: 'bot', name: '', bot: 'greedy' }, false)).toBe(false);
  expect(shown(person, true, true)).toBe(true);
  expect(shown(person, false, true)).toBe(false); // nobody is missed after the end
  expect(presenceShown(person, 0, [0], true, false)).toBe(false);
});

test('a bot plays for those who left or ran out of time', () => {
  const clock = { kind: 'live' as const, left: [10], since: { 0: 100 } };
  expect(replaceable(person, 0, null, 0)).toBe(false);
  expect(replaceable({ ...person, away: true }, 0, null, 0)).toBe(true);
  expect(replaceable(person, 0, clock, 105)).toBe(false);
  expect(replaceable(person, 0, clock, 111)).toBe(true);
  expect(replaceable({ ...person, bot: 'greedy' }, 0, clock, 111)).toBe(false);
});

test('whoever can act keeps the screen; then it goes round the table', () => {
  const all = () => true;
  const only =
    (...seats: number[]) =>
    (seat: number) =>
      seats.includes(seat);
  expect(nextToAct(1, [0, 1, 2], all)).toBe(1);
  expect(nextToAct(1, [0, 1, 2], only(0, 2))).toBe(2);
  expect(nextToAct(2, [0, 1, 2], only(0, 1))).toBe(0);
  expect(nextToAct(2, [0, 1, 2], only())).toBe(null);
  expect(nextToAct(null, [0, 2], only(2))).toBe(2);
});

test('a choice stays the same while others choose, and is another after one’s own action', () => {
  const state = (number: number, step: number, actions: string[]) => ({ number, step, actions }) as unknown as State;
  expect(sameChoice(state(7, 3, ['take r', 'take b']), state(8, 3, ['take r', 'take b']))).toBe(true);
  expect(sameChoice(state(7, 3, ['take r', 'take b']), state(8, 3, ['end']))).toBe(false);
  expect(sameChoice(state(7, 3, ['end']), state(8, 4, ['end']))).toBe(false);
});

test('a rematch waits for everybody who has not come yet', () => {
  const seats = [person, person, person, { ...person, kind: 'bot' as const }];
  expect(awaited(seats, [], [0], true, new Set())).toEqual([1, 2]);
  expect(awaited(seats, [], [0], true, new Set([2]))).toEqual([1]);
  expect(awaited(seats, [], [1], false, new Set([0]))).toEqual([2]);
});

test('who sat down by an invitation has seen the table, and so has who opened it', () => {
  const log = [1, 2].map((seat) => ({ note: 'sat' as const, seat }));
  const seats = [person, person, person];
  expect(awaited(seats, log, [0], true, new Set())).toEqual([]);
  expect(awaited(seats, log, [1], false, new Set())).toEqual([]);
});
