// What the analysis of a game says, as the timeline shows it: the curve of chances, the marks on it, and the mistakes.

import type { TurnReport } from '../types';

/** Whether there is an analysis of a game: the server knows chances of our own. */
export const analysable = (game: string): boolean => ['mexica', 'yucatan', 'azteco'].includes(game);

export const BAD = ['inaccuracy', 'mistake', 'blunder'] as const;
export type BadMark = (typeof BAD)[number];

export const isBad = (turn: TurnReport): boolean => (BAD as readonly string[]).includes(turn.mark);

/** Points of a hundred. */
export const percent = (chance: number): number => Math.round(100 * chance);

/** What a turn gave away and what was kept of the best, in percent: one rounding wherever it is said. */
export function costOf({ seat, loss, after_best }: TurnReport): { lost: number; best: number; kept: number } {
  const [lost, best] = [Math.max(1, percent(loss)), percent(after_best?.[seat] ?? 0)];
  return { lost, best, kept: Math.max(0, best - lost) };
}

/** Whether the game was as good as decided for a seat, before and after its turn: then no turn is a good one. */
export function decidedBy({ seat, before, after }: TurnReport): 'won' | 'lost' | null {
  const chances = [percent(before[seat] ?? 0), percent(after[seat] ?? 0)];
  if (chances.every((chance) => chance === 0)) return 'lost';
  return chances.every((chance) => chance === 100) ? 'won' : null;
}

export interface Curve {
  moments: number[];
  /** For each of them the chance of every seat, in percent. */
  chances: number[][];
}

/** How the chances moved, by all that is known now. Where several chose at once, at the end of that. */
export function curveOf(turns: readonly TurnReport[]): Curve {
  const [first] = turns;
  if (!first) return { moments: [], chances: [] };
  const at = new Map<number, number[]>([[first.moments[0] ?? 0, first.open_before.map((chance) => 100 * chance)]]);
  for (const turn of turns)
    at.set(
      turn.moments[1] ?? 0,
      turn.open_after.map((chance) => 100 * chance),
    );
  const moments = [...at.keys()].sort((a, b) => a - b);
  return { moments, chances: moments.map((n) => at.get(n) as number[]) };
}

/** The chances at a moment. */
export function chancesAt({ moments, chances }: Curve, at: number): number[] {
  let found = 0;
  while (found + 1 < moments.length && (moments[found + 1] as number) <= at) found++;
  return chances[found] ?? [];
}

export interface Here {
  turn: TurnReport;
  /** The moment is just before the turn, so that the better one can be shown on the board. */
  before: boolean;
}

/**
 * The turn that is to be spoken of at a moment: one of which something better is known (a bad one, or one of `slips`)
 * that is about to come, or else the one that led here.
 */
export function turnAt(turns: readonly TurnReport[], at: number, slips: readonly TurnReport[] = []): Here | null {
  const coming = turns.find((turn) => turn.moments[0] === at && (isBad(turn) || slips.includes(turn)));
  if (coming) return { turn: coming, before: true };
  const led = turns.find(({ moments: [from = 0, to = 0] }) => from < at && at <= to);
  return led ? { turn: led, before: false } : null;
}

/** The bad turns of a seat, or of all. */
export function mistakesOf(turns: readonly TurnReport[], seat: number | null): TurnReport[] {
  return turns.filter((turn) => isBad(turn) && (seat === null || turn.seat === seat));
}

/** From here on (a chance) a turn without a mark cost something that is worth a word. */
const SLIP = 0.015;
/** How many turns a player is shown at first. */
const MOST = 2;

/**
 * The turns without a mark from which a player learns most, where there are too few mistakes: many games are lost
 * little by little.
 */
export function slipsOf(turns: readonly TurnReport[], seat: number | null): TurnReport[] {
  const missing = MOST - mistakesOf(turns, seat).length;
  const slips = turns.filter(
    (turn) => turn.mark === 'good' && turn.best?.length && turn.loss >= SLIP && (seat === null || turn.seat === seat),
  );
  return worstOf(slips, Math.max(0, missing));
}

/** The turns that cost the most, in the order of the game. */
export function worstOf(mistakes: readonly TurnReport[], most = MOST): TurnReport[] {
  const worst = [...mistakes].sort((a, b) => b.loss - a.loss).slice(0, most);
  return mistakes.filter((turn) => worst.includes(turn));
}

/** The next of them, or the one before, seen from a moment; nothing at the end. */
export function nextOf(mistakes: readonly TurnReport[], at: number, forward: boolean): TurnReport | undefined {
  const start = (turn: TurnReport) => turn.moments[0] ?? 0;
  return forward ? mistakes.find((turn) => start(turn) > at) : mistakes.findLast((turn) => start(turn) < at);
}

/** Those that a chart has room for: where there are too many, only those that cost the most. */
export function markedOf(mistakes: readonly TurnReport[], most: number): TurnReport[] {
  let found = [...mistakes];
  for (const mark of BAD.slice(0, -1)) if (found.length > most) found = found.filter((turn) => turn.mark !== mark);
  return found;
}
