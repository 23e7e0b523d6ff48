// A turn that is tried again: at a table that starts just before it, where strong bots have the other seats. The
// browser remembers which turn of which game it was, so that the table can say whether the new one is better.

import { keep, keptJson } from '../kept';
import { playAt } from '../lobby/play';
import { settings } from '../settings.svelte';
import type { Moment, SeatPlan, TurnReport } from '../types';

/** The level of the bots against which a turn is tried again. */
const STRONG = '4';
const KEY = 'try';

export interface Try {
  /** The table where it is tried, and the seat there. */
  at: string;
  seat: number;
  /** The game that it comes from, and the turn. */
  table: string;
  turn: number;
  /** The moment just before it. */
  moment: number;
  /** The chance that the turn had given away. */
  loss: number;
}

export async function tryAgain(game: string, seats: number, table: string, report: TurnReport): Promise<void> {
  const { seat: me, turn, loss, moments } = report;
  const plan = Array.from({ length: seats }, (_, seat): SeatPlan =>
    seat === me ? { kind: 'me' } : { kind: 'bot', bot: STRONG },
  );
  const [moment = 0] = moments;
  const from = { table, moment };
  await playAt({ game, seats: plan, from, name: settings.now.name.trim() }, (at) => {
    const tried: Try = { at, seat: me, table, turn, moment, loss };
    keep(KEY, JSON.stringify(tried));
  });
}

/** A loss of at most this much is none worth a word: from here on a turn is an inaccuracy. */
const LITTLE = 0.05;

/** How a turn that was tried compares with the one that was played. */
export function comparison(before: number, now: number): 'good' | 'better' | 'same' | 'worse' {
  const points = Math.round(100 * before) - Math.round(100 * now);
  // a turn without a mark is tried again, too: then less must be lost
  if (now < LITTLE && (points > 0 || Math.round(100 * now) === 0)) return 'good';
  return points > 0 ? 'better' : points < 0 ? 'worse' : 'same';
}

/** What a seat has played in a step, from the moments of its table. */
export function playedIn(moments: readonly Moment[], seat: number, step: number): string[] {
  return moments.flatMap((moment) =>
    moment.seat === seat && moment.step === step && moment.action !== null ? [moment.action] : [],
  );
}

/** What is tried at a table, if anything is. */
export function triedAt(table: string): Try | null {
  const found = keptJson(KEY) as Try | null;
  return found?.at === table ? found : null;
}

export const forgetTry = (): void => keep(KEY, null);
