// What the page reads of a view of Yucatán; docs/yucatan-position.md describes it.

import type { Scene } from '../../scene';
import type { View } from '../../types';

export const GUILDS = ['jaguar', 'hummingbird', 'serpent'] as const;
export type Guild = (typeof GUILDS)[number];
export const LEVELS = 5;

export interface Village {
  at: string;
  seat: number | null;
  size: 'small' | 'large';
}

export interface Warrior {
  at: string;
  seat: number;
  guild: Guild | '?';
  load: number;
  shown: boolean;
  /** Of a hidden one: what it can be for all that everybody knows. */
  may?: Guild[];
}

export interface YucatanView extends View {
  first: number | null;
  turn: number | null;
  round: number;
  owes: number | null;
  thief: string | null;
  villages: Village[];
  warriors: Warrior[];
  /** One's own by guild, those of others only counted. */
  reserves: (Record<Guild, number> | number)[];
  prisoners: number[];
  supply: number;
  levels: number[];
}

export type YucatanScene = Scene<YucatanView>;

export function villageAt(view: YucatanView, space: string): Village | undefined {
  return view.villages.find(({ at }) => at === space);
}

export function warriorAt(view: YucatanView, space: string): Warrior | undefined {
  return view.warriors.find(({ at }) => at === space);
}
