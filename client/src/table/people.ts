// Who sits at a table, in words and by what may be done about them.

import type { ClockFace, Line, Seat, State } from '../types';
import { remaining } from './clock';

/** How a seat is: `bot`, `resigned`, `replaced` (a bot plays for somebody), `away`, or here and well. */
export function conditionOf(seat: Seat): 'bot' | 'resigned' | 'replaced' | 'away' | null {
  if (seat.kind === 'bot') return 'bot';
  if (seat.resigned) return 'resigned';
  if (seat.bot !== null) return 'replaced';
  return seat.away ? 'away' : null;
}

/**
 * Whether it is said if somebody is here: not of whoever is in front of this screen (`held`) or has left the table, and
 * nobody is missed after the end.
 */
export function presenceShown(seat: Seat, n: number, held: readonly number[], here: boolean, over: boolean): boolean {
  if (seat.kind !== 'person' || conditionOf(seat) || held.includes(n)) return false;
  return here || !over;
}

/** Whether a bot may be asked to play for a seat: only for somebody who left or ran out of time. */
export function replaceable(seat: Seat, n: number, clock: ClockFace | null, now: number): boolean {
  if (seat.kind !== 'person' || seat.bot !== null) return false;
  return Boolean(seat.away) || (clock !== null && remaining(clock, n, now) <= 0);
}

/** The seats whose choice the game waits for, the reader's own first among those that share the screen. */
export function nextToAct(me: number | null, own: readonly number[], canAct: (seat: number) => boolean): number | null {
  if (me !== null && canAct(me)) return me;
  const after = own.filter((seat) => me === null || seat > me);
  return [...after, ...own].find((seat) => seat !== me && canAct(seat)) ?? null;
}

/** Whether a player still has the same choice: others may have chosen meanwhile. */
export function sameChoice(before: State | null, now: State | null): boolean {
  return before?.step === now?.step && String(before?.actions) === String(now?.actions);
}

/**
 * Of a rematch, the people who have not come yet: nobody has sat down there, and they were not here since this page was
 * opened (`seen`). Their clock must not run before they know of it. A table is a rematch if more seats than the
 * opener's were taken from the beginning: `held` are the seats of this browser, `opener` whether it opened the table.
 */
export function awaited(
  seats: readonly Seat[],
  log: readonly Line[],
  held: readonly number[],
  opener: boolean,
  seen: ReadonlySet<number>,
): number[] {
  const sat = new Set(log.flatMap(({ note, seat }) => (note === 'sat' && typeof seat === 'number' ? [seat] : [])));
  if (!opener && held.every((seat) => sat.has(seat))) return [];
  return seats.flatMap(({ kind }, n) =>
    kind === 'person' && !held.includes(n) && !sat.has(n) && !seen.has(n) ? [n] : [],
  );
}
