// How exact one was in the games that were analysed, and which games could be analysed next.

import { mean } from '../timeline/chart';
import { analysable } from '../timeline/turns';
import type { YourGames } from '../types';

export type OwnGame = YourGames['games'][number];

export interface Point {
  accuracy: number;
  won: boolean;
}

export interface Accuracy {
  /** One for each game that was analysed, in the order in which they were played. */
  points: Point[];
  /** The mean of the last games… */
  now: number;
  /** …and of as many games before them; null while there are too few. */
  before: number | null;
  /** How many games each of the two counts. */
  games: number;
  /** Games without an analysis, the last one first; of those with one some have nothing to judge (null). */
  missing: OwnGame[];
}

/** So many games are compared with as many before them. */
const MANY = 10;
/** Fewer than this say nothing about a change. */
const FEWEST = 2;

/** Of one game; what began in the middle of another game says less, and is left out as it is in the results. */
export function accuracyIn(yours: YourGames, game: string): Accuracy {
  const own = yours.games.filter((one) => one.game === game && !one.from_position && one.to_the_end);
  const points = own
    .flatMap(({ accuracy, won }) => (typeof accuracy === 'number' ? [{ accuracy, won }] : []))
    .reverse(); // the server has the newest first
  const half = Math.min(MANY, Math.floor(points.length / 2));
  const compared = half >= FEWEST;
  const games = compared ? half : points.length;
  const exact = points.map((point) => point.accuracy);
  return {
    points,
    now: mean(exact.slice(-games)),
    before: compared ? mean(exact.slice(-2 * games, -games)) : null,
    games,
    missing: analysable(game) ? own.filter((one) => one.accuracy === undefined) : [],
  };
}
