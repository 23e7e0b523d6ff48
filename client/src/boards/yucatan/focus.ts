// Which rulings matter now: anchors in the text of the rules, the first above all.

import type { YucatanHand } from './hand.svelte';
import type { YucatanScene } from './view';

const PHASES: Record<string, string[]> = {
  first: ['Y50'],
  large: ['Y20', 'Y19'],
  small: ['Y54', 'Y20'],
  neutral: ['Y22', 'Y18'],
  warriors: ['Y24', 'Y37'],
  turn: ['Y46', 'Y25', 'Y29', 'Y32', 'Y4', 'Y47'],
  steal: ['Y44', 'Y42'],
  dismiss: ['Y34', 'Y33'],
  over: ['Y48', 'Y49'],
};
const TOOLS: Record<string, string[]> = {
  settle: ['Y25', 'Y27', 'Y28'],
  grow: ['Y29', 'Y30'],
  deploy: ['Y32', 'Y31', 'Y33'],
  march: ['Y4', 'Y7', 'Y12', 'Y10'],
  raise: ['Y47', 'Y48'],
};
const OUTCOMES: Record<string, string[]> = {
  fight: ['Y38', 'Y36', 'Y41'],
  raid: ['Y9', 'Y39'],
  deliver: ['Y8', 'Y41'],
  keep: ['Y8', 'Y30'],
  steal: ['Y44', 'Y42'],
};

export function focus(scene: YucatanScene, hand: YucatanHand): string[] {
  const { phase } = scene.view;
  if (phase !== 'turn' || !hand.tool) return PHASES[phase] ?? [];
  const { intent } = hand;
  const crossing =
    intent?.spaces[1] && hand.land.space(intent.spaces[1]).terrain === 'water' ? ['Y12', 'Y13', 'Y14'] : [];
  const awaits =
    intent?.kind === 'march' ? [...hand.awaits.values()].filter(({ at }) => intent.spaces.includes(at)) : [];
  return [
    ...new Set([...awaits.flatMap(({ kind }) => OUTCOMES[kind] ?? []), ...crossing, ...(TOOLS[hand.tool] ?? [])]),
  ];
}

export const ALL_FOCUS = [PHASES, TOOLS, OUTCOMES].flatMap((table) => Object.values(table).flat());
