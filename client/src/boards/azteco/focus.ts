// Which rulings matter now, the first above all: the panel of rules opens there.

import type { Scene } from '../../scene';
import type { AztecoHand } from './hand.svelte';
import type { AztecoView } from './view';

const EFFECT: Record<string, string[]> = {
  copal: ['A41'],
  effigy: ['A39', 'A15'],
  chest: ['A43'],
  monkey: ['A42'],
  scales: ['A43'],
  mirror: ['A44'],
};

export function focus(scene: Scene<AztecoView>, hand: AztecoHand): string[] {
  const { view } = scene;
  const key = hand.playback.step?.events[0]?.key;
  if (key === 'cursed' || key === 'spared') return ['A26', 'A27', 'A28'];
  if (hand.playback.revealed !== null) {
    const outcome = hand.playback.stage?.cases[hand.playback.revealed];
    return outcome === 'truth' ? ['A20', 'A16'] : outcome === 'unseen' ? ['A18'] : ['A19', 'A21'];
  }
  switch (view.phase) {
    case 'claim':
      return hand.draft.jewels && hand.draft.jewels !== hand.card ? ['A5', 'A6', 'A7'] : ['A7', 'A5', 'A6'];
    case 'vote':
      return ['A10', 'A11', 'A13', 'A9'];
    case 'artefact':
    case 'keep':
      return ['A22', 'A23', 'A24'];
    case 'effect':
      return [...(EFFECT[view.effect ?? ''] ?? []), 'A41', 'A24'];
    case 'over':
      return ['A32', 'A33', 'A36', 'A38'];
    default:
      return ['A3', 'A4', 'A2'];
  }
}
