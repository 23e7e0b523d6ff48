// Which puzzles the reader has answered, in the browser's local storage. The first answer counts; who finds the
// solution later has found it, but not at once.

import { keep, keptJson } from './kept';

/** `first`: found at once; `later`: found after a wrong turn; `missed`: not found, or shown. */
export type Outcome = 'first' | 'later' | 'missed';
export type Outcomes = Readonly<Record<string, Outcome>>;

const OUTCOMES: readonly unknown[] = ['first', 'later', 'missed'] satisfies Outcome[];
const place = (game: string): string => `puzzles.${game}`;

/** What has become of the puzzles of a game, by their ids. */
export function outcomesOf(game: string): Outcomes {
  const found = keptJson(place(game));
  if (typeof found !== 'object' || found === null) return {};
  return Object.fromEntries(Object.entries(found).filter(([, outcome]) => OUTCOMES.includes(outcome)));
}

/** What a puzzle is called after an answer, by what it was called before. */
export function outcomeAfter(before: Outcome | undefined, solved: boolean): Outcome {
  if (before === undefined) return solved ? 'first' : 'missed';
  return before === 'missed' && solved ? 'later' : before;
}

/** Keeps an answer; gives what has become of all puzzles of the game now. */
export function keepAnswer(game: string, puzzle: string, solved: boolean): Outcomes {
  const before = outcomesOf(game);
  const after = { ...before, [puzzle]: outcomeAfter(before[puzzle], solved) };
  keep(place(game), JSON.stringify(after));
  return after;
}

/** The first puzzle after one that has not been answered yet, or else the one after it; round and round. */
export function nextPuzzle(ids: readonly string[], outcomes: Outcomes, now: string | null): string | undefined {
  const start = now === null ? 0 : ids.indexOf(now) + 1;
  const others = [...ids.slice(start), ...ids.slice(0, start)].filter((id) => id !== now);
  return others.find((id) => !(id in outcomes)) ?? others[0];
}

/** A day as the reader's calendar has it, e.g. `2026-03-09`. */
export function dayOf(date: Date): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
