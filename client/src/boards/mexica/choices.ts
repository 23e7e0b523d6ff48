// Where a canal may begin and end, and the menu of all that may be done at a space.

import { byTarget, type Intent, type Kind } from './intents';
import type { Tool } from './tools';

/** Something that may be done at a space. Without an intent it is only the first of two clicks. */
export interface Choice {
  id: string;
  kind: Kind;
  number: number | null;
  way: 'h' | 'v' | null;
  cost: number;
  tokens: number;
  intent: Intent | null;
}

export function choice(intent: Intent): Choice {
  const { kind, number, way, cost, tokens } = intent;
  return { id: `${intent.kind} ${intent.number ?? ''}${intent.way ?? ''}`, kind, number, way, cost, tokens, intent };
}

/** The spaces where a canal may begin, each with the tile that needs the fewest tokens, and of these the smallest. */
export function firstSpaces(canals: readonly Intent[]): Map<string, Intent> {
  const found = new Map<string, Intent>();
  for (const intent of canals)
    for (const space of intent.spaces) {
      const known = found.get(space);
      if (!known || intent.tokens < known.tokens || (intent.tokens === known.tokens && intent.spaces.length === 1))
        found.set(space, intent);
    }
  return found;
}

/** Where a canal may go on that begins at a space; the space itself, if it may be the whole canal. */
export function secondSpaces(canals: readonly Intent[], first: string): Map<string, Intent> {
  const found = new Map<string, Intent>();
  for (const intent of canals)
    if (intent.spaces.includes(first)) found.set(intent.spaces.find((space) => space !== first) ?? first, intent);
  return found;
}

/** The bridges that may be moved or, if one is picked up, the spaces where it may go. */
export function shiftTargets(shifts: readonly Intent[], first: string | null): Map<string, Intent> {
  return new Map(
    shifts.flatMap((intent): [string, Intent][] => {
      const [from = '', to = ''] = intent.spaces;
      if (first) return from === first ? [[to, intent]] : [];
      return [[from, intent]];
    }),
  );
}

/** All that may be done at a space by a player with empty hands. */
export function choicesAt(space: string, of: (kind: Kind) => Intent[]): Choice[] {
  const here = (kind: Kind) => of(kind).filter(({ at }) => at === space);
  const found: Choice[] = [];
  const move = byTarget([...here('walk'), ...here('boat')]).get(space);
  if (move) found.push(choice(move));
  const canal = firstSpaces(of('canal')).get(space);
  if (canal) found.push({ ...choice(canal), id: 'canal', intent: null });
  found.push(...here('bridge').map(choice));
  const lifted = of('shift').find(({ spaces }) => spaces[0] === space);
  if (lifted) found.push({ ...choice(lifted), id: 'shift', way: null, intent: null });
  found.push(...here('temple').map(choice), ...here('found').map(choice));
  if (!move) found.push(...here('fly').map(choice));
  return found;
}

/** How a bridge may lie at a space: a new one, or the one that is moved there from the space `first`. */
export function waysAt(tool: Tool, space: string, first: string | null, of: (kind: Kind) => Intent[]): Choice[] {
  if (tool === 'bridge')
    return of('bridge')
      .filter(({ at }) => at === space)
      .map(choice);
  if (tool === 'shift')
    return of('shift')
      .filter(({ spaces }) => spaces[0] === first && spaces[1] === space)
      .map(choice);
  return [];
}
