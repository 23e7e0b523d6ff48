import { beforeEach, expect, test, vi } from 'vitest';
import type { Lesson, LessonStep } from '../types';
import { learnt, LessonScene } from './scene.svelte';

const step = (n: number, expect: string[] | null): LessonStep => ({
  say: `step ${n}`,
  title: null,
  light: [`A${n}`],
  expect,
  view: { game: 'mexica', seat: 0, seats: 3, phase: 'turn' },
  actions: ['walk H5', 'end'],
  events: [{ key: `e${n}`, seat: 1, values: {} }],
  rules: [],
});
const lesson: Lesson = {
  seat: 0,
  names: null,
  steps: [step(0, null), step(1, ['walk H5']), step(2, ['end']), step(3, null)],
};

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

test('a lesson from its beginning to its end', async () => {
  const scene = new LessonScene('mexica', lesson);
  expect(scene.actions).toEqual([]); // there is something to read first
  scene.next();
  expect([scene.at, scene.actions.length, scene.light]).toEqual([1, 2, ['A1']]);
  expect(await scene.act('walk H5')).toBe(true);
  expect(scene.events.map((event) => event.key)).toEqual(['e2']);
  scene.help();
  expect(scene.at).toBe(3);
  scene.next();
  expect(scene.finished).toBe(true);
  expect(learnt()).toEqual(['mexica']);
  expect(new LessonScene('mexica', lesson).at).toBe(0);
});

test('something else is answered and changes nothing', async () => {
  const scene = new LessonScene('mexica', lesson);
  const onother = vi.fn();
  scene.onother = onother;
  scene.next();
  expect(onother).toHaveBeenCalledTimes(1); // what the board still tells about the step goes with it
  onother.mockClear();
  expect(await scene.act('end')).toBe(false);
  expect([scene.at, scene.astray, scene.hint]).toEqual([1, 'other', 'walk H5']);
  expect(onother).toHaveBeenCalledTimes(1); // what was taken up for it is put down
  scene.why('walk', 'A1');
  expect([scene.astray, scene.strays]).toEqual(['forbidden', 2]);
  expect(onother).toHaveBeenCalledTimes(1); // the right kind of action stays in hand
  await scene.act('walk H5');
  expect(scene.astray).toBeNull();
});

test('the coach points at what to do when asked, or after a while', () => {
  const scene = new LessonScene('mexica', lesson);
  scene.next();
  expect(scene.hint).toBeNull();
  vi.advanceTimersByTime(20_000);
  expect(scene.hint).toBe('walk H5');
  scene.back();
  expect([scene.at, scene.hint, scene.events]).toEqual([0, null, []]);
  vi.advanceTimersByTime(60_000);
  expect(scene.hint).toBeNull();
});

test('who comes back goes on where the lesson was left', async () => {
  const first = new LessonScene('mexica', lesson);
  first.next();
  await first.act('walk H5');
  expect(new LessonScene('mexica', lesson).at).toBe(2);
  expect(new LessonScene('yucatan', lesson).at).toBe(0);
});
