import { afterEach, expect, test, vi } from 'vitest';
import { api, Refused } from '../api';
import type { Analysis, TurnReport } from '../types';
import { GameAnalysis } from './analysis.svelte';

const turn = (n: number) => ({ turn: n, moments: [n, n + 1], seat: 0, mark: 'good' }) as unknown as TurnReport;
const answer = (turns: number[], summary: unknown = null) =>
  ({ total: 4, done: turns.length, turns: turns.map(turn), summary }) as Analysis;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('the server is asked for what is missing until all is there', async () => {
  vi.useFakeTimers();
  const asked = vi
    .spyOn(api, 'analysis')
    .mockResolvedValueOnce(answer([0, 2]))
    .mockResolvedValueOnce(answer([1, 2]))
    .mockRejectedValueOnce(new Refused({ code: 'too-fast', message: '' }))
    .mockResolvedValueOnce(answer([3], { accuracy: [] }));
  const analysis = new GameAnalysis('t');
  await analysis.start();
  expect(analysis.turns.map((one) => one.turn)).toEqual([0, 2]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked.mock.calls.map(([, from]) => from)).toEqual([0, 1, 3, 3]);
  expect(analysis.turns.map((one) => one.turn)).toEqual([0, 1, 2, 3]);
  expect(analysis.summary).not.toBeNull();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(4);
});

test('what is refused for good is said, and not asked for again', async () => {
  vi.useFakeTimers();
  const asked = vi.spyOn(api, 'analysis').mockRejectedValue(new Refused({ code: 'no-analysis', message: '' }));
  const analysis = new GameAnalysis('t');
  await analysis.start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(analysis.refused?.code).toBe('no-analysis');
});

test('who leaves asks no more', async () => {
  vi.useFakeTimers();
  const asked = vi.spyOn(api, 'analysis').mockResolvedValue(answer([0]));
  const analysis = new GameAnalysis('t');
  await analysis.start();
  analysis.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(1);
});
