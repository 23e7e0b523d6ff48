// Who sits at a table, in words and by what may be done about them.

import type { ClockFace, Seat, State } from '../types';
import { remaining } from './clock';

/** How a seat is: `bot`, `resigned`, `replaced` (a bot plays for somebody), `away`, or here and well. */
export function conditionOf(seat: Seat): 'bot' | 'resigned' | 'replaced' | 'away' | null {
  if (seat.kind === 'bot') return 'bot';
  if (seat.resigned) return 'resigned';
  if (seat.bot !== null) return 'replaced';
  return seat.away ? 'away' : null;
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

/** How somebody wants to be called; empty: who told no name, and whom the server calls so, is called by the colour. */
export function toldName({ name }: Pick<Seat, 'name'>): string {
  return name === '?' ? '' : name;
}
