// The server's offers (legal actions and plans, with costs), parsed and grouped by the space that the player clicks.

import { prices } from '@games/mexica/data.json';
import type { Offer } from '../../offers';
import type { Way } from './view';

export type Kind =
  | 'start'
  | 'canal'
  | 'bridge'
  | 'shift'
  | 'walk'
  | 'boat'
  | 'fly'
  | 'temple'
  | 'found'
  | 'take'
  | 'spend'
  | 'end'
  | 'propose'
  | 'agree'
  | 'refuse';

/** After these it is always for others to act: no undo brings them back. */
export const FINAL: ReadonlySet<Kind> = new Set(['start', 'propose', 'agree', 'refuse']);

/** An action's text, taken apart. */
export interface Parsed {
  kind: Kind;
  /** The spaces that it is about, in the order of the text. */
  spaces: string[];
  way: Way | null;
  /** The level of a temple, or the size of a token. */
  number: number | null;
}

/** What one click plays: one action, or a plan of several. */
export interface Intent extends Parsed {
  /** What is played, one after the other. */
  actions: readonly string[];
  /** Where it is pointed at. */
  at: string;
  /** How many action points it costs. */
  cost: number;
  /** How many action tokens are spent on the way. */
  tokens: number;
}

export function parse(action: string): Parsed {
  const [kind = '', ...words] = action.split(' ');
  return {
    kind: kind as Kind,
    spaces: words.filter((word) => /^[A-U]\d+$/.test(word)),
    way: (words.find((word) => word === 'h' || word === 'v') as Way | undefined) ?? null,
    number: words.filter((word) => /^\d+$/.test(word)).map(Number)[0] ?? null,
  };
}

/** What the rules' table of prices says of a kind of action, where it has one price; 0 for all others. */
export function priceOf(kind: string): number {
  return (prices as Partial<Record<string, number>>)[kind] ?? 0;
}

/** All intents by kind. Plans count as what their last action is. */
export function intentsOf(offers: readonly Offer[]): Map<Kind, Intent[]> {
  const found = new Map<Kind, Intent[]>();
  for (const { actions, cost } of offers) {
    const parsed = parse(actions.at(-1) ?? '');
    const at = parsed.spaces.at(-1) ?? '';
    const intent = { ...parsed, actions, at, cost: cost.points ?? 0, tokens: cost.tokens ?? 0 };
    const list = found.get(intent.kind);
    if (list) list.push(intent);
    else found.set(intent.kind, [intent]);
  }
  return found;
}

/** The cheapest intent for each space that it can be pointed at. */
export function byTarget(intents: readonly Intent[]): Map<string, Intent> {
  const found = new Map<string, Intent>();
  for (const intent of intents) {
    const known = found.get(intent.at);
    if (!known || intent.cost < known.cost) found.set(intent.at, intent);
  }
  return found;
}

/** The spaces that a move passes, the last included. */
export function passed(intent: Intent): string[] {
  return intent.actions.map(parse).flatMap(({ kind, spaces }) => (kind === 'spend' ? [] : spaces.slice(-1)));
}
