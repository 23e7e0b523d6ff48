// A turn that is tried again: at a table that starts just before it, where strong bots have the other seats. The browser
// remembers which turn of which game it was, so that the table can say whether the new one is better.

import { keep, keptJson } from '../kept';
import { playAt } from '../lobby/play';
import { settings } from '../settings.svelte';
import type { SeatPlan, TurnReport } from '../types';

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
  /** How much the turn had lost, and what would have been better. */
  loss: number;
}

export async function tryAgain(game: string, seats: number, table: string, report: TurnReport): Promise<void> {
  const { seat: me, turn, loss, moments } = report;
  const plan = Array.from({ length: seats }, (_, seat): SeatPlan =>
    seat === me ? { kind: 'me' } : { kind: 'bot', bot: STRONG },
  );
  const from = { table, moment: moments[0] ?? 0 };
  const at = await playAt({ game, seats: plan, from, name: settings.now.name.trim() });
  const tried: Try = { at, seat: me, table, turn, loss };
  keep(KEY, JSON.stringify(tried));
}

/** What is tried at a table, if anything is. */
export function triedAt(table: string): Try | null {
  const found = keptJson(KEY) as Try | null;
  return found?.at === table ? found : null;
}

export const forgetTry = (): void => keep(KEY, null);
