// What a march leads to, as far as the player can see before: for badges on the spaces and for the sentence that is
// confirmed. It is only for show; the server is the referee.

import { prisoners_led as MOST_LED } from '@games/yucatan/data.json';
import type { Intent } from './choices';
import type { Land } from './land';
import { villageAt, warriorAt, type Guild, type YucatanView } from './view';

export type Outcome =
  | { kind: 'fight'; at: string; seat: number; may: readonly Guild[] }
  /** `full`: he leads as many as he can, and takes nobody. */
  | { kind: 'raid'; at: string; seat: number | null; full: boolean }
  | { kind: 'deliver'; at: string; n: number }
  /** A small village of one's own takes no prisoners. */
  | { kind: 'keep'; at: string; n: number }
  | { kind: 'steal'; at: string; seat: number };

/** Where the prisoners whom a seat's warriors lead come home: its city and its large villages. */
export function homes(view: YucatanView, land: Land, seat: number): string[] {
  const large = view.villages.filter((village) => village.seat === seat && village.size === 'large');
  return [land.cities[seat] as string, ...large.map(({ at }) => at)];
}

/**
 * Whether a warrior who is deployed on a space comes out of the large village there, which shrinks, or out of the city.
 */
export function deploySource(view: YucatanView, space: string): 'village' | 'city' {
  return villageAt(view, space)?.size === 'large' ? 'village' : 'city';
}

export function outcomes(view: YucatanView, land: Land, intent: Intent): Outcome[] {
  const [from, ...way] = intent.spaces;
  const end = way.at(-1);
  const warrior = from ? warriorAt(view, from) : undefined;
  if (intent.kind !== 'march' || !warrior || !end) return [];
  const found: Outcome[] = [];
  const home = homes(view, land, warrior.seat);
  const stop = way.find((at) => warrior.load > 0 && home.includes(at) && (at !== end || !warriorAt(view, at)));
  if (stop) found.push({ kind: 'deliver', at: stop, n: warrior.load });
  const other = warriorAt(view, end);
  const village = villageAt(view, end);
  const owner = land.space(end).city;
  if (other) {
    const may = other.guild === '?' ? (other.may ?? []) : [other.guild];
    found.push({ kind: 'fight', at: end, seat: other.seat, may });
  } else if (village && village.seat !== warrior.seat) {
    found.push({ kind: 'raid', at: end, seat: village.seat, full: !stop && warrior.load >= MOST_LED });
  } else if (village?.size === 'small' && warrior.load > 0 && !stop) {
    found.push({ kind: 'keep', at: end, n: warrior.load });
  } else if (
    owner !== null &&
    owner !== warrior.seat &&
    (view.prisoners[owner] ?? 0) > 0 &&
    (stop || warrior.load < MOST_LED)
  ) {
    found.push({ kind: 'steal', at: end, seat: owner });
  }
  return found;
}
