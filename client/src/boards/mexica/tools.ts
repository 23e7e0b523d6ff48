// The tools that a player takes in hand: one for each kind of action that needs a space, and one for moving about.

import type { Kind } from './intents';
import { LEVELS } from './view';

export type Tool =
  'move' | 'canal' | 'bridge' | 'shift' | 'temple1' | 'temple2' | 'temple3' | 'temple4' | 'found' | 'fly' | 'propose';

const BY_KIND: ReadonlySet<string> = new Set(['canal', 'bridge', 'shift', 'found', 'fly', 'propose']);

/** The tool for a kind of action, where there is exactly one. */
export function toolFor(kind: string): Tool | null {
  return BY_KIND.has(kind) ? (kind as Tool) : null;
}

/** The level that a tool builds temples of; null for the other tools. */
export function levelOf(tool: Tool): number | null {
  return LEVELS.find((level) => tool === `temple${level}`) ?? null;
}

/**
 * The kind of action that a tool is used for. A boat goes where nobody can walk: the server says why neither is
 * possible.
 */
export function kindOf(tool: Tool): Kind {
  if (tool === 'move') return 'walk';
  return levelOf(tool) ? 'temple' : (tool as Kind);
}

/** What was tried with a tool at some spaces, as the words of a question to the server. */
export function tried(tool: Tool, ...spaces: (string | null)[]): [kind: Kind, place: string] {
  return [kindOf(tool), [...spaces, levelOf(tool)].filter((word) => word !== null).join(' ')];
}
