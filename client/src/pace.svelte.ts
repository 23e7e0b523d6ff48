// Bots play faster than people can follow. `Pace` queues the states that arrive and shows each for a moment before the
// next; in a long turn each is shown for a shorter time. States that follow from the viewer's own action are shown at
// once. A game may ask for more time for certain events.

import type { GameEvent, State } from './types';

const MOMENT = 420;
/** However much somebody does in a turn, all of it is shown in about this time. */
const TURN = 2600;
/** With more states than this in the queue the newest is shown at once. */
const TOO_MANY = 80;

/** The events that the log of `next` has beyond that of `state`; what was undone in between is left out. */
export function eventsBetween(state: State | null, next: State): GameEvent[] {
  if (!state || next.lines < state.lines) return [];
  return next.log
    .slice(Math.max(0, state.lines - next.first))
    .flatMap((line) => (line.event && !line.undone ? [line.event] : []));
}

/** The seat whose action led to `next`: the first that its new events name, or null if they name none. */
export function actorOf(state: State | null, next: State): number | null {
  return eventsBetween(state, next).find((event) => event.seat >= 0)?.seat ?? null;
}

/**
 * How long to look at a state: a moment, or less if `waiting` more of the same turn are to be seen in what is left of
 * it. What deserves `longer` has it before the rest of the turn, which is hurried through. `slowness`: all of it takes
 * so many times as long.
 */
export function patience(waiting: number, spent: number, longer = 0, slowness = 1): number {
  const moment = MOMENT * slowness;
  const left = Math.max(TURN * slowness, longer) - spent;
  return Math.max(0, longer > moment ? Math.min(longer, left) : Math.min(moment, left / Math.max(waiting, 1)));
}

/** Whose turn is being shown, how long already, and whether anything was to be seen in it. */
interface Turn {
  who: number | null;
  spent: number;
  seen: boolean;
}
const NOBODY: Turn = { who: null, spent: 0, seen: false };

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
  private turn: Turn = NOBODY;

  /** How many milliseconds a game wants for what happened, if that is more than a moment. */
  linger: (events: readonly GameEvent[]) => number = () => 0;

  /** Whether others see anything of an event: a sealed choice is nothing to wait for. */
  isSeen: (event: GameEvent) => boolean = () => true;

  /** The board still tells what led to the state that is shown: the next one waits until `told` is called. */
  telling: () => boolean = () => false;

  /** The turn of an opponent has been shown, and the reader has not said yet to go on. */
  held = $state(false);

  /** While `held`: whose turn was shown, and who comes next. */
  get between(): { seen: number; next: number } | null {
    const { who } = this.queue[0] ?? {};
    return this.held && this.turn.who !== null && who != null ? { seen: this.turn.who, next: who } : null;
  }

  /**
   * `still`: no motion is wanted. `slowness`: by how much longer than usual everything is looked at. `wait`: after each
   * opponent's turn the reader says when to go on.
   */
  constructor(
    private readonly still: () => boolean,
    private readonly slowness: () => number = () => 1,
    private readonly wait: () => boolean = () => false,
  ) {}

  get behind(): boolean {
    return this.queue.length > 0;
  }

  /** `own`: the seats of whoever looks on, whose own actions are shown without delay. */
  push(state: State, own: readonly number[]): void {
    const who = actorOf(this.last, state);
    this.last = state;
    const atOnce = !this.behind && (who === null || own.includes(who));
    const still = this.still() && !this.wait() && !this.telling();
    const hurried = still || document.hidden || this.queue.length > TOO_MANY;
    if (!this.shown || hurried) return this.show(state);
    if (atOnce) return this.answer(state);
    this.queue = [...this.queue, { state, who }];
    if (this.timer === undefined && !this.held) this.next();
  }

  /** The reader has seen what the opponent did. */
  goOn = (): void => {
    if (!this.held) return;
    this.held = false;
    this.turn = NOBODY;
    this.next();
  };

  /** The board has told what it had to tell. */
  told(): void {
    if (this.timer === undefined && !this.held) this.next();
  }

  /** What led to the state that is shown is not to be told again. */
  forget(): void {
    this.events = [];
  }

  /** Shows the newest state at once. */
  skip = (): void => {
    const last = this.queue.at(-1);
    if (last) this.show(last.state);
  };

  /** Forgets everything: another seat is the viewer now. */
  reset(state: State | null): void {
    this.stop();
    this.last = this.shown = state;
    this.events = [];
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.queue = [];
    this.held = false;
    this.turn = NOBODY;
  }

  private show(state: State): void {
    this.stop();
    this.put(state);
  }

  /** Shows at once what the reader did; what others do next waits until that is seen. */
  private answer(state: State): void {
    // chat and visitors do not cut a pause short
    const held = this.timer !== undefined && !eventsBetween(this.shown, state).length;
    if (held) return this.put(state);
    this.show(state);
    const longer = this.linger(this.events);
    if (longer > 0) this.timer = setTimeout(() => this.next(), patience(1, 0, longer, this.slowness()));
  }

  private put(state: State): void {
    this.events = eventsBetween(this.shown, state);
    this.shown = state;
  }

  private next(): void {
    const [now, ...rest] = this.queue;
    this.timer = undefined;
    if (now && this.telling()) return;
    if (!now) {
      // while it waits, whose turn was shown last still counts
      if (!this.wait()) this.turn = NOBODY;
      return;
    }
    if (this.wait() && this.turn.seen && now.who !== null && now.who !== this.turn.who) {
      this.held = true;
      return;
    }
    this.put(now.state);
    this.queue = rest;
    if (now.who !== null && now.who !== this.turn.who) this.turn = { ...NOBODY, who: now.who };
    const other = rest.findIndex(({ who }) => who !== null && who !== this.turn.who);
    // what changes nothing on the board (somebody talks, somebody comes) need not be looked at
    const wait = this.events.length
      ? this.still()
        ? 0
        : patience((other < 0 ? rest.length : other) + 1, this.turn.spent, this.linger(this.events), this.slowness())
      : 0;
    const seen = this.turn.who !== null && (this.turn.seen || this.events.some(this.isSeen));
    this.turn = { ...this.turn, spent: this.turn.spent + wait, seen };
    this.timer = setTimeout(() => this.next(), wait);
  }
}
