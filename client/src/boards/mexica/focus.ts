// Which rulings matter for what the player is about to do.

import type { Scene } from '../../scene';
import type { MexicaHand } from './hand.svelte';
import type { MexicaView } from './view';

const BY_TOOL: Record<string, string[]> = {
  move: ['M-FOOT', 'M-BOAT', 'M-AP'],
  canal: ['M-CANAL', 'M-DIST'],
  bridge: ['M-BRDG'],
  shift: ['M-RELOC', 'M-BRDG'],
  found: ['M-FOUND', 'M-DIST'],
  fly: ['M-FLY'],
  propose: ['M-VOTE', 'M-DEAD'],
};

export function focus(scene: Scene<MexicaView>, hand: MexicaHand): string[] {
  const { phase, period, round } = scene.view;
  if (phase === 'deal' || phase === 'start') return ['M-FIRST', 'M-HOME'];
  if (phase === 'vote') return ['M-VOTE'];
  if (phase === 'over') return ['M-WIN', 'M-RANK'];
  if (hand.scoring.now) return ['M-RANK', 'M-HOME', 'M-WILD'];
  const rules = hand.tool.startsWith('temple') ? ['M-TEMPLE', 'M-RANK'] : (BY_TOOL[hand.tool] ?? []);
  const tokens = hand.aimed?.tokens ? ['M-SPEND'] : [];
  const pen = period === 1 && round === 1 ? ['M-PEN'] : [];
  return [...tokens, ...rules, ...pen, 'M-TURN'];
}
