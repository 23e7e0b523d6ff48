import { expect, test, vi } from 'vitest';
import { api } from '../api';
import type { GameUi } from '../scene';
import type { Moment } from '../types';
import { ReplayScene } from './scene.svelte';

const moment = (n: number): Moment => ({
  seat: 0,
  action: `a${n}`,
  step: Math.floor(n / 4),
  events: [{ key: `e${n}`, seat: 0, values: {} }],
  view: { game: 'mexica', seat: null, seats: 2, phase: `p${n}` },
  standing: [n, 0],
});

function replay(total: number) {
  vi.spyOn(api, 'moments').mockImplementation(async (_table, _seat, from) => ({
    total,
    from,
    moments: Array.from({ length: Math.max(0, Math.min(100, total - from)) }, (_, n) => moment(from + n)),
  }));
  return new ReplayScene('t', null, { game: 'mexica', status: 'over', seats: [], final: true, ui: {} as GameUi });
}

test('forward one by one pieces move; a jump shows the position at once', async () => {
  const scene = replay(250);
  await scene.go(7);
  expect([scene.view.phase, scene.events.length]).toEqual(['p7', 0]);
  await scene.next();
  expect([scene.view.phase, scene.events.map((event) => event.key)]).toEqual(['p8', ['e8']]);
  await scene.go(200);
  expect([scene.view.phase, scene.events.length]).toEqual(['p200', 0]);
  await scene.go(199);
  expect([scene.view.phase, scene.events.length]).toEqual(['p199', 0]);
});

test('a link beyond the end leads to the end, and nothing leads before the beginning', async () => {
  const scene = replay(150);
  await scene.go(9999);
  expect([scene.at, scene.view.phase]).toEqual([149, 'p149']);
  await scene.go(-3);
  expect([scene.at, scene.view.phase]).toEqual([0, 'p0']);
});

test('turn by turn, over the edge of a page', async () => {
  const scene = replay(250);
  await scene.go(98);
  await scene.turn(true);
  expect(scene.at).toBe(100);
  await scene.turn(false);
  expect(scene.at).toBe(96);
});

test('it plays by itself until the end', async () => {
  vi.useFakeTimers();
  const scene = replay(3);
  await scene.go(0);
  scene.play();
  await vi.advanceTimersByTimeAsync(1000);
  expect([scene.at, scene.playing]).toEqual([1, true]);
  await vi.advanceTimersByTimeAsync(5000);
  expect([scene.at, scene.playing]).toEqual([2, false]);
  vi.useRealTimers();
});

test('what was played in a turn is what the seat itself did, not what came of it', async () => {
  const event = (key: string, seat: number, action?: string) => ({ key, seat, values: action ? { action } : {} });
  const happened = [
    [],
    [event('dig', 0, 'canal A1'), event('flood', 0)],
    [event('build', 0, 'temple B2'), event('stand', 1, 'x')],
    [event('later', 0, 'end')],
  ];
  const scene = replay(4);
  vi.spyOn(api, 'moments').mockResolvedValue({
    total: 4,
    from: 0,
    moments: happened.map((events, n) => ({ ...moment(n), events })),
  });
  vi.spyOn(scene, 'say').mockImplementation((key) => key);
  await scene.go(0);
  expect(scene.played(0, 0, 2)).toMatch(/event\.dig · event\.build/);
  expect(scene.played(0, 0, 2)).not.toMatch(/flood|stand|later/);
  expect(scene.played(2, 0, 2)).toBe('');
});
