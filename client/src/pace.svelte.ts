// States come as fast as bots play; people watch one thing after another. `Pace` shows each state for a moment before the next,
// hurries when many wait, and at once what answers the reader's own deed.

import type { GameEvent, State } from './types';

const MOMENT = 420;
/** However much waits, it is all shown in about this time. */
const CATCH_UP = 2600;

/** The events that the log of `next` has beyond that of `state`; what was taken back in between is not told again. */
export function eventsBetween(state: State | null, next: State): GameEvent[] {
  if (!state || next.lines < state.lines) return [];
  return next.log.slice(state.lines).flatMap((line) => (line.event && !line.undone ? [line.event] : []));
}

export class Pace {
  shown = $state.raw<State | null>(null);
  /** What happened between the state shown before and this one. */
  events = $state.raw<GameEvent[]>([]);
  private queue = $state.raw<State[]>([]);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `still`: no motion is wanted. */
  constructor(private readonly still: () => boolean) {}

  get behind(): boolean {
    return this.queue.length > 0;
  }

  push(state: State, own: boolean): void {
    if (!this.shown || own || this.still() || document.hidden) return this.show(state);
    this.queue = [...this.queue, state];
    if (this.timer === undefined) this.next();
  }

  /** Shows the newest state at once. */
  skip = (): void => {
    const last = this.queue.at(-1);
    if (last) this.show(last);
  };

  /** Forgets everything, for another seat's eyes. */
  reset(state: State | null): void {
    this.stop();
    this.shown = state;
    this.events = [];
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.queue = [];
  }

  private show(state: State): void {
    this.stop();
    this.events = eventsBetween(this.shown, state);
    this.shown = state;
  }

  private next(): void {
    const [state, ...rest] = this.queue;
    this.timer = undefined;
    if (!state) return;
    this.events = eventsBetween(this.shown, state);
    this.shown = state;
    this.queue = rest;
    this.timer = setTimeout(() => this.next(), Math.min(MOMENT, CATCH_UP / (rest.length + 1)));
  }
}
