// What the page reads of a view of Yucatán; docs/yucatan-position.md describes it.

import { guilds, levels, warriors_per_guild } from '@games/yucatan/data.json';
import type { YucatanLimit, YucatanView, YucatanVillage, YucatanWarrior } from '../../generated';
import type { Scene } from '../../scene';

export type { YucatanView };
export type Village = YucatanVillage;
export type Warrior = YucatanWarrior;
export type Guild = YucatanLimit['guild'];
/** Each guild is beaten by the next one. */
export const GUILDS = guilds as readonly Guild[];
/** Levels of a pyramid. */
export const LEVELS = levels;
/** Warriors of a colour. */
export const WARRIORS = guilds.length * warriors_per_guild;

export type YucatanScene = Scene<YucatanView>;

/** How many warriors a seat can have on the board: its city feeds one, and so does each of its villages. */
export function mayFeed(view: YucatanView, seat: number): number {
  const villages = view.villages.filter((village) => village.seat === seat).length;
  return Math.min(WARRIORS, villages + 1);
}

export function villageAt(view: YucatanView, space: string): Village | undefined {
  return view.villages.find(({ at }) => at === space);
}

export function warriorAt(view: YucatanView, space: string): Warrior | undefined {
  return view.warriors.find(({ at }) => at === space);
}
