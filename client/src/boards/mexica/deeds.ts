// What may be done, sorted by what the player points at. Legality is the server's; here its actions and plans are read.

import type { Plan } from '../../types';
import { neighbours } from './map';
import { type MexicaView, type Way } from './view';
import { trip } from './water';

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

/** An action's text, taken apart. */
export interface Parsed {
  kind: Kind;
  /** The spaces that it is about, in the order of the text. */
  spaces: string[];
  way: Way | null;
  /** The level of a temple, or the size of a token. */
  number: number | null;
}

/** Something that one intent does: one action, or a plan of several. */
export interface Deed extends Parsed {
  /** What is played, one after the other. */
  actions: string[];
  /** Where it is pointed at. */
  at: string;
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

type Given = { view: MexicaView; me: number | null; prices: Readonly<Record<string, number>> };

function costOf(parsed: Parsed, { view, me, prices }: Given): number {
  if (parsed.kind === 'temple') return parsed.number ?? 0;
  if (parsed.kind === 'boat') {
    const from = me === null ? null : view.pawns[me];
    return (from && trip(view, from, parsed.spaces[0] as string)?.bridges) || (prices.boat ?? 1);
  }
  return prices[parsed.kind] ?? USUAL[parsed.kind] ?? 0;
}

/** What is shown until the prices have come. */
const USUAL: Partial<Record<Kind, number>> = { canal: 1, bridge: 1, shift: 1, walk: 1, fly: 5, take: 1 };

/** All deeds by kind. Plans count as what their last action is. */
export function deedsOf(actions: readonly string[], plans: readonly Plan[], given: Given): Map<Kind, Deed[]> {
  const found = new Map<Kind, Deed[]>();
  const add = (deed: Deed) => {
    const list = found.get(deed.kind);
    if (list) list.push(deed);
    else found.set(deed.kind, [deed]);
  };
  for (const action of actions) {
    const parsed = parse(action);
    add({ ...parsed, actions: [action], at: parsed.spaces.at(-1) ?? '', cost: costOf(parsed, given), tokens: 0 });
  }
  for (const plan of plans) {
    const last = plan.actions.at(-1);
    if (!last) continue;
    const parsed = parse(last);
    add({ ...parsed, actions: plan.actions, at: parsed.spaces.at(-1) ?? '', cost: plan.cost, tokens: plan.tokens });
  }
  return found;
}

/** The cheapest of several deeds. */
export function cheapest(deeds: readonly Deed[]): Deed | null {
  return deeds.reduce<Deed | null>((best, deed) => (best && best.cost <= deed.cost ? best : deed), null);
}

/** The cheapest deed for each space that it can be pointed at. */
export function byTarget(deeds: readonly Deed[]): Map<string, Deed> {
  const found = new Map<string, Deed>();
  for (const deed of deeds) {
    const known = found.get(deed.at);
    if (!known || deed.cost < known.cost) found.set(deed.at, deed);
  }
  return found;
}

/** The spaces that a move passes, the last included. */
export function passed(deed: Deed): string[] {
  return deed.actions.map(parse).flatMap(({ kind, spaces }) => (kind === 'spend' ? [] : spaces.slice(-1)));
}

/** An empty place where something could be tried, to be told why it cannot be. */
export function somewhere(view: MexicaView, pawn: string | null): string {
  const full = new Set([
    ...view.temples.map(({ at }) => at),
    ...view.founded.map(({ at }) => at),
    ...view.pawns.filter((at) => at !== null),
  ]);
  const home = view.districts.find(({ spaces }) => pawn !== null && spaces.includes(pawn)) ?? view.districts[0];
  const near = pawn ? neighbours(pawn) : [];
  const free = [...near, ...(home?.spaces ?? [])].filter((name) => home?.spaces.includes(name) && !full.has(name));
  return free[0] ?? home?.spaces[0] ?? 'A1';
}
