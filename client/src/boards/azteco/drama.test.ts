import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Scene } from '../../scene';
import { moments } from './game.fixture';
import { AztecoHand, openly } from './hand.svelte';
import { revealing, type AztecoView } from './view';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A hand that hears the whole game, and what is looked at after each moment. */
function follow(shared: boolean, look: (hand: AztecoHand, scene: Scene<AztecoView>, n: number) => void) {
  const scene = { actions: ['something'], names: [], shared } as unknown as {
    -readonly [K in keyof Scene<AztecoView>]: Scene<AztecoView>[K];
  };
  const hand = new AztecoHand(scene);
  moments.forEach(({ view, events }, n) => {
    scene.view = view;
    scene.events = events;
    hand.hear(view, events, true);
    look(hand, scene, n);
    vi.runAllTimers();
  });
}

test('a reveal stays in the middle while its artefacts are chosen and played', () => {
  let stayed = 0;
  follow(false, ({ drama }, _, n) => {
    const before = moments[n - 1];
    const [first] = moments[n]?.events ?? [];
    if (!before || !['keep', 'discard', 'take', 'steal', 'give'].includes(first?.key ?? '')) return;
    expect(drama.revealed).toBe(revealing(before.view));
    expect(drama.revealed).not.toBeNull();
    stayed++;
  });
  expect(stayed).toBeGreaterThan(5);
});

test('who plays alone is never asked whether to look', () => {
  follow(false, (hand) => expect(hand.veiled).toBe(false));
});

test('what all players at one screen have watched does not end in what one of them may see', () => {
  let veiled = 0;
  follow(true, (hand, scene, n) => {
    const { view, events } = moments[n]!;
    const forAll =
      view.phase !== 'over' && events.some(({ key }) => ['claimed', 'voted', 'reveal', 'round'].includes(key));
    if (!forAll) return;
    vi.runAllTimers();
    expect([hand.veiled, hand.asked, hand.telling], view.phase).toEqual([true, '', true]);
    expect(
      openly(scene)
        .kept.flat()
        .every((artefact) => artefact === '?'),
    ).toBe(true);
    hand.hear(view, [], true); // somebody talks
    expect(hand.veiled).toBe(true);
    hand.unveil();
    expect([hand.veiled, hand.asked === '']).toEqual([false, false]);
    veiled++;
  });
  expect(veiled).toBeGreaterThan(10);
});

test('another seat has said so at the curtain', () => {
  follow(true, (hand, scene) => {
    if (!hand.veiled) return;
    const view = { ...scene.view, seat: 2 };
    (scene as { view: AztecoView }).view = view;
    hand.hear(view, [], true);
    expect(hand.veiled).toBe(false);
  });
});
