import { expect, test } from 'vitest';
import type { Seat, State } from '../types';
import { conditionOf, nextToAct, replaceable, sameChoice } from './people';

const person: Seat = { kind: 'person', name: 'Ana', bot: null };

test('how somebody is', () => {
  expect(conditionOf(person)).toBe(null);
  expect(conditionOf({ ...person, away: true })).toBe('away');
  expect(conditionOf({ ...person, away: true, bot: 'greedy' })).toBe('replaced');
  expect(conditionOf({ ...person, bot: 'greedy', resigned: true })).toBe('resigned');
  expect(conditionOf({ kind: 'bot', name: '', bot: 'greedy' })).toBe('bot');
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
