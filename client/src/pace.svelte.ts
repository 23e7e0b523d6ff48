// States come as fast as bots play; people watch one thing after another. `Pace` shows each state for a moment before the next,
// hurries through a long turn, and shows at once what answers the reader's own deed. A game may ask for longer looks.

import type { GameEvent, State } from './types';

const MOMENT = 420;
/** However much somebody does in a turn, all of it is shown in about this time. */
const TURN = 2600;
/** Who was away for longer than this many states wants to know how it stands, not to watch all of it. */
const TOO_MANY = 80;

/** The events that the log of `next` has beyond that of `state`; what was taken back in between is not told again. */
export function eventsBetween(state: State | null, next: State): GameEvent[] {
  if (!state || next.lines < state.lines) return [];
  return next.log.slice(state.lines).flatMap((line) => (line.event && !line.undone ? [line.event] : []));
}

/** Whose deed led to `next`: the first player that its new events name, if any does. */
export function doer(state: State | null, next: State): number | null {
  return eventsBetween(state, next).find((event) => event.seat >= 0)?.seat ?? null;
}

/**
 * How long to look at a state: a moment, or less if `waiting` more of the same turn are to be seen in what is left of it. What
 * deserves `longer` has it before the rest of the turn, which is hurried through.
 */
export function patience(waiting: number, spent: number, longer = 0): number {
  const left = TURN - spent;
  return Math.max(0, longer > MOMENT ? Math.min(longer, left) : Math.min(MOMENT, left / Math.max(waiting, 1)));
}

interface Waiting {
  state: State;
  who: number | null;
}

export class Pace {
  shown = $state.raw<State | null>(null);
  /** What happened between the state shown before and this one. */
  events = $state.raw<GameEvent[]>([]);
  private queue = $state.raw<Waiting[]>([]);
  private last: State | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Whose turn is being shown, and how long already. */
  private turn: { who: number | null; spent: number } = { who: null, spent: 0 };

  /** How many milliseconds a game wants for what happened, if that is more than a moment. */
  linger: (events: readonly GameEvent[]) => number = () => 0;

  /** `still`: no motion is wanted. */
  constructor(private readonly still: () => boolean) {}

  get behind(): boolean {
    return this.queue.length > 0;
  }

  /** `own`: the seats of whoever looks on, who need not be shown their own deeds slowly. */
  push(state: State, own: readonly number[]): void {
    const who = doer(this.last, state);
    this.last = state;
    const atOnce = !this.behind && (who === null || own.includes(who));
    if (!this.shown || this.still() || document.hidden || this.queue.length > TOO_MANY) return this.show(state);
    if (atOnce) return this.answer(state);
    this.queue = [...this.queue, { state, who }];
    if (this.timer === undefined) this.next();
  }

  /** Shows the newest state at once. */
  skip = (): void => {
    const last = this.queue.at(-1);
    if (last) this.show(last.state);
  };

  /** Forgets everything, for another seat's eyes. */
  reset(state: State | null): void {
    this.stop();
    this.last = this.shown = state;
    this.events = [];
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.queue = [];
    this.turn = { who: null, spent: 0 };
  }

  private show(state: State): void {
    this.stop();
    this.put(state);
  }

  /** Shows at once what the reader did; what others do next waits until that is seen. */
  private answer(state: State): void {
    // somebody talks or comes: that cuts nothing short
    const held = this.timer !== undefined && !eventsBetween(this.shown, state).length;
    if (held) return this.put(state);
    this.show(state);
    const longer = this.linger(this.events);
    if (longer > 0) this.timer = setTimeout(() => this.next(), patience(1, 0, longer));
  }

  private put(state: State): void {
    this.events = eventsBetween(this.shown, state);
    this.shown = state;
  }

  private next(): void {
    const [now, ...rest] = this.queue;
    this.timer = undefined;
    if (!now) {
      this.turn = { who: null, spent: 0 };
      return;
    }
    this.put(now.state);
    this.queue = rest;
    if (now.who !== null && now.who !== this.turn.who) this.turn = { who: now.who, spent: 0 };
    const other = rest.findIndex(({ who }) => who !== null && who !== this.turn.who);
    // what changes nothing on the board (somebody talks, somebody comes) need not be looked at
    const wait = this.events.length
      ? patience((other < 0 ? rest.length : other) + 1, this.turn.spent, this.linger(this.events))
      : 0;
    this.turn.spent += wait;
    this.timer = setTimeout(() => this.next(), wait);
  }
}
