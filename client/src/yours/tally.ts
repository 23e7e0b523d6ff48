// What the page makes of one's results: a section for each game that was played, with its levels in order.

import { LEVELS } from '../lobby/bots';
import type { YourGames } from '../types';

export type Result = YourGames['results'][number];
export type Opening = YourGames['openings'][number];

export interface Section {
  game: string;
  games: number;
  won: number;
  /** The weakest level first, then other bots, then people. */
  results: Result[];
  openings: Opening[];
}

/** So many openings of a game are shown. */
const FEW = 4;

export function sectionsOf(yours: YourGames): Section[] {
  return yours.totals.map((total) => ({
    ...total,
    results: yours.results.filter(({ game }) => game === total.game).sort((a, b) => rank(a) - rank(b)),
    openings: yours.openings.filter(({ game }) => game === total.game).slice(0, FEW),
  }));
}

function rank({ opponent }: Result): number {
  if (!opponent) return LEVELS.length + 1;
  const level = LEVELS.indexOf(opponent);
  return level < 0 ? LEVELS.length : level;
}
