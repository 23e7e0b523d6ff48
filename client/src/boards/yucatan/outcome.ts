// What a march leads to, as far as the player can see before: for badges on the spaces and for the sentence that is confirmed. It is only
// for show; the server is the referee.

import type { Deed } from './choices';
import type { Land } from './land';
import { villageAt, warriorAt, type Guild, type YucatanView } from './view';

export type Outcome =
  | { kind: 'fight'; at: string; seat: number; may: readonly Guild[] }
  | { kind: 'raid'; at: string; seat: number | null }
  | { kind: 'deliver'; at: string; n: number }
  | { kind: 'steal'; at: string; seat: number };

export function outcomes(view: YucatanView, land: Land, deed: Deed): Outcome[] {
  const [from, ...way] = deed.spaces;
  const end = way.at(-1);
  const warrior = from ? warriorAt(view, from) : undefined;
  if (deed.kind !== 'march' || !warrior || !end) return [];
  const found: Outcome[] = [];
  const home = (at: string) => {
    const village = villageAt(view, at);
    return land.cities[warrior.seat] === at || (village?.seat === warrior.seat && village.size === 'large');
  };
  const stop = way.find((at) => warrior.load > 0 && home(at) && (at !== end || !warriorAt(view, at)));
  if (stop) found.push({ kind: 'deliver', at: stop, n: warrior.load });
  const other = warriorAt(view, end);
  const village = villageAt(view, end);
  const owner = land.space(end).city;
  if (other) {
    const may = other.guild === '?' ? (other.may ?? []) : [other.guild];
    found.push({ kind: 'fight', at: end, seat: other.seat, may });
  } else if (village && village.seat !== warrior.seat) {
    found.push({ kind: 'raid', at: end, seat: village.seat });
  } else if (owner !== null && owner !== warrior.seat && (view.prisoners[owner] ?? 0) > 0) {
    found.push({ kind: 'steal', at: end, seat: owner });
  }
  return found;
}
