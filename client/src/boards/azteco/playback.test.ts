import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Scene } from '../../scene';
import { moments } from './game.fixture';
import { AztecoHand } from './hand.svelte';
import { revealing, type AztecoView } from './view';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A hand that follows the whole game, and what is looked at after each moment. */
function follow(look: (hand: AztecoHand, n: number) => void) {
  const scene = { actions: ['something'], names: [] } as unknown as {
    -readonly [K in keyof Scene<AztecoView>]: Scene<AztecoView>[K];
  };
  const hand = new AztecoHand(scene);
  moments.forEach(({ view, events }, n) => {
    scene.view = view;
    scene.events = events;
    hand.playback.follow(view, events, true);
    look(hand, n);
    vi.runAllTimers();
  });
}

test('a reveal stays in the middle while its artefacts are chosen and played', () => {
  let stayed = 0;
  follow(({ playback }, n) => {
    const before = moments[n - 1];
    const [first] = moments[n]?.events ?? [];
    if (!before || !['keep', 'discard', 'take', 'steal', 'give'].includes(first?.key ?? '')) return;
    expect(playback.revealed).toBe(revealing(before.view));
    expect(playback.revealed).not.toBeNull();
    stayed++;
  });
  expect(stayed).toBeGreaterThan(5);
});
