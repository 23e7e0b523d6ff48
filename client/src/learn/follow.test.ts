import { expect, test } from 'vitest';
import { eventsOf, follow, resumeAt } from './follow';

const steps = [
  { expect: null },
  { expect: ['walk H5'] },
  { expect: ['walk H4', 'walk G5'] },
  { expect: null },
  { expect: ['end'] },
];

test('what is expected leads on', () => {
  expect(follow(steps, 1, ['walk H5'])).toBe(2);
  expect(follow(steps, 2, ['walk G5'])).toBe(3);
  expect(follow(steps, 4, ['end'])).toBe(5);
});

test('one click may mean several steps', () => {
  expect(follow(steps, 1, ['walk H5', 'walk H4'])).toBe(3);
});

test('anything else leads nowhere, not even half of it', () => {
  expect(follow(steps, 1, ['end'])).toBeNull();
  expect(follow(steps, 1, ['walk H5', 'walk J5'])).toBeNull();
  expect(follow(steps, 1, [])).toBeNull();
});

test('what goes beyond the next thing to read is left for later', () => {
  expect(follow(steps, 1, ['walk H5', 'walk H4', 'walk H3'])).toBe(3);
  expect(follow(steps, 0, ['walk H5'])).toBeNull();
});

test('what happened on the way, forward only', () => {
  const told = [0, 1, 2, 3].map((n) => ({ events: [{ key: `e${n}`, seat: 0, values: {} }] }));
  expect(eventsOf(told, 0, 2).map((event) => event.key)).toEqual(['e1', 'e2']);
  expect(eventsOf(told, 2, 0)).toEqual([]);
});

test('a lesson goes on where it was left', () => {
  expect(resumeAt('4', 10)).toBe(4);
  expect([null, '0', '10', '-1', '2.5', 'x'].map((kept) => resumeAt(kept, 10))).toEqual([0, 0, 0, 0, 0, 0]);
});
