// What others have done since the viewer's last move, from the lines of the log.

import type { GameUi } from '../scene';
import type { GameEvent, Line, Moment, View } from '../types';

/** What somebody did, and what came of it. */
export interface Move {
  seat: number;
  events: GameEvent[];
  /** The number of its first line, and of the line after its last. */
  start: number;
  end: number;
}

/** What the viewer was shown when the log had so many lines. */
export interface Snapshot {
  lines: number;
  view: View;
}

/** One step of looking back: what was done, and how it looked then. */
export interface Step {
  /** Who did it; -1: several. */
  seat: number;
  events: readonly GameEvent[];
  view: View;
}

export interface Story {
  /** How it looked before the first step. */
  before: View;
  steps: Step[];
}

/** An event that tells of an action has its notation; what came of it has not. */
export const isAction = ({ seat, values }: GameEvent): boolean => seat >= 0 && 'action' in values;

/**
 * What others did since seat `me` last acted, as far as the log is known. `isMove` tells the events that begin a move
 * of their seat from those that came of the one before.
 */
export function movesSince(
  { first, log }: { first: number; log: readonly Line[] },
  me: number,
  isMove: (event: GameEvent) => boolean = isAction,
): Move[] {
  const own = log.findLastIndex(({ event, undone }) => event && !undone && event.seat === me && isAction(event));
  const moves: Move[] = [];
  log.forEach(({ event, undone }, n) => {
    if (n <= own || !event || undone) return;
    const last = moves.at(-1);
    const at = first + n;
    if (isMove(event) && event.seat >= 0) moves.push({ seat: event.seat, events: [event], start: at, end: at + 1 });
    else if (last) {
      last.events.push(event);
      last.end = at + 1;
    }
  });
  return moves;
}

/** The moves with how it looked after each; null if too little was seen of it. */
export function storyOf(moves: readonly Move[], snapshots: readonly Snapshot[]): Story | null {
  const [first] = moves;
  const before = first && snapshots.findLast(({ lines }) => lines <= first.start);
  if (!before) return null;
  const steps: Step[] = [];
  let waiting: GameEvent[] = [];
  moves.forEach(({ seat, events, end }, n) => {
    const next = moves[n + 1]?.start ?? Infinity;
    const after = snapshots.findLast(({ lines }) => lines >= end && lines <= next);
    waiting = [...waiting, ...events];
    if (!after) return;
    steps.push({ seat, events: waiting, view: after.view });
    waiting = [];
  });
  return waiting.length ? null : { before: before.view, steps };
}

/** The same from moments of the game, the last of which is now; null if they do not reach back to the last move. */
export function storyFrom(moments: readonly Moment[], me: number, all: boolean): Story | null {
  const own = moments.findLastIndex(({ seat }) => seat === me);
  const start = own < 0 && all ? 0 : own;
  const before = moments[start];
  if (!before) return null;
  const steps: Step[] = [];
  for (const { seat, events, view } of moments.slice(start + 1)) {
    const last = steps.at(-1);
    if (seat !== null && seat >= 0) steps.push({ seat, events, view });
    else if (last) steps[steps.length - 1] = { ...last, events: [...last.events, ...events], view };
  }
  return { before: before.view, steps };
}

/** The same story with each step cut into the parts that a game makes of it. */
export function inParts(story: Story, partsOf: NonNullable<GameUi['parts']>): Story {
  let { before } = story;
  const steps = story.steps.flatMap(({ seat, events, view }): Step[] => {
    const parts = partsOf(before, events, view);
    before = view;
    if (parts.length < 2) return [{ seat, events, view }];
    return parts.map((part) => ({ ...part, seat: onlySeatOf(part.events) }));
  });
  return { ...story, steps };
}

function onlySeatOf(events: readonly GameEvent[]): number {
  const seats = new Set(events.map(({ seat }) => seat).filter((seat) => seat >= 0));
  return seats.size === 1 ? Math.max(...seats) : -1;
}

/** What each opponent did, in the order in which they first acted. */
export function bySeat(moves: readonly Move[], me: number): { seat: number; events: GameEvent[] }[] {
  const found = new Map<number, GameEvent[]>();
  for (const { seat, events } of moves) {
    if (seat === me) continue;
    found.set(seat, [...(found.get(seat) ?? []), ...events]);
  }
  return [...found].map(([seat, events]) => ({ seat, events }));
}
