// Whether what the learner did is what a lesson waits for.

import type { GameEvent, LessonStep } from '../types';

type Expecting = Pick<LessonStep, 'expect'>;

/**
 * Where these actions lead from step `at`: each must be one that its step expects. One click may mean several steps (a
 * walk over two spaces); what goes beyond the next thing to read is left for later. Null: something else was done, and
 * the lesson stays.
 */
export function follow(steps: readonly Expecting[], at: number, actions: readonly string[]): number | null {
  let n = at;
  for (const action of actions) {
    const expect = steps[n]?.expect;
    if (!expect?.length) break;
    if (!expect.includes(action)) return null;
    n++;
  }
  return n === at ? null : n;
}

/** What an action is, e.g. `canal`: the first word of its notation. */
export const kindOf = (action: string | undefined): string => action?.split(' ')[0] ?? '';

/** What happened on the way from one step to another; nothing is told on the way back. */
export function eventsOf(steps: readonly Pick<LessonStep, 'events'>[], from: number, to: number): GameEvent[] {
  return steps.slice(from + 1, to + 1).flatMap((step) => step.events);
}

/**
 * Where a learner who comes back goes on: where it was left, unless it was finished or the lesson has become shorter.
 */
export function resumeAt(kept: string | null, length: number): number {
  const at = Number(kept ?? 0);
  return Number.isInteger(at) && at > 0 && at < length ? at : 0;
}
