// A table as a scene: the states of a connection, shown one after another, through the eyes of one of our seats.

import { api, Refused } from '../api';
import { Connection } from '../connection.svelte';
import { t, wordsOf } from '../i18n/index.svelte';
import { notices } from '../notice.svelte';
import { Pace } from '../pace.svelte';
import type { Scene } from '../scene';
import { settings } from '../settings.svelte';
import type { Command, GameEvent, Plan, Plans, Seat, State, Values, View } from '../types';
import { skewOf } from './clock';
import { nextToAct, toldName } from './people';

const NONE: Plans = { number: -1, step: -1, prices: {}, plans: [] };
const NOTHING: readonly never[] = [];

export class TableScene implements Scene {
  readonly connection: Connection;
  readonly pace = new Pace(() => !settings.motion);
  lit = $state.raw<GameEvent | null>(null);
  hint = $state<string | null>(null);
  readonly light: readonly string[] = NOTHING;
  /** Tells of this game whether players at one screen must not see each other's views. */
  hides = $state.raw<((view: View) => boolean) | null>(null);
  /** By how many seconds our clock is ahead of the server's. */
  skew = $state(0);
  private chosen = $state<number | null>(null);
  /** Who said to be in front of the screen. */
  private front = $state<number | null>(null);
  private asked = $state.raw<{ seat: number; plans: Plans } | null>(null);
  /** The number of the state in which the reader chose whose eyes to look through. */
  private stays = $state(-1);
  private acting: Promise<unknown> = Promise.resolve();
  private playing = $state(0);

  constructor(readonly table: string) {
    this.connection = new Connection(table);
    this.connection.onstate = (state) => {
      if (state.seat !== this.me) return;
      this.skew = skewOf(this.pace.shown?.clock ?? null, state.clock, Date.now() / 1000) ?? this.skew;
      this.pace.push(state, this.own);
      this.hint = null;
    };
  }

  close(): void {
    this.connection.close();
    this.pace.stop();
  }

  // --- whose eyes ---

  /** The seats that this browser plays itself. */
  get own(): readonly number[] {
    return this.connection.seats.filter((seat) => this.seats[seat]?.bot == null);
  }

  get me(): number | null {
    const held = this.connection.seats;
    return this.chosen !== null && held.includes(this.chosen) ? this.chosen : (held[0] ?? null);
  }

  get secrets(): boolean {
    return Boolean(this.view && this.hides?.(this.view));
  }

  get shared(): boolean {
    return this.connection.seats.length > 1;
  }

  /** Whether the screen waits to be handed to another player. */
  get covered(): boolean {
    return this.secrets && this.connection.seats.length > 1 && this.status === 'playing' && this.front !== this.me;
  }

  /** Looks through another seat's eyes. */
  look(seat: number | null): void {
    this.chosen = seat;
    this.hint = null;
    this.lit = null;
    notices.clear();
    this.pace.reset(this.newest);
  }

  /** The reader wants to look through this seat's eyes, whoever is to act. */
  choose(seat: number): void {
    this.look(seat);
    this.stays = this.newest?.number ?? -1;
  }

  /** Which of our seats the screen should go to now; null: it stays where it is. */
  get next(): number | null {
    const { me, own, newest } = this;
    if (own.length < 2 || this.status !== 'playing' || this.pace.behind || newest?.number === this.stays) return null;
    const next = nextToAct(me, own, (seat) => Boolean(this.stateOf(seat)?.actions?.length));
    return next === me ? null : next;
  }

  /** Whoever we look for is in front of the screen. */
  uncover(): void {
    this.front = this.me;
  }

  /** The newest state; what the board shows may be a little behind. */
  get newest(): State | null {
    return this.stateOf(this.me);
  }

  private stateOf(seat: number | null): State | null {
    return this.connection.states[String(seat)] ?? null;
  }

  get state(): State | null {
    return this.pace.shown ?? this.newest;
  }

  get status() {
    return this.state?.status;
  }

  get seats(): readonly Seat[] {
    return this.state?.seats ?? NOTHING;
  }

  // --- Scene ---

  get game(): string {
    return this.state?.game ?? '';
  }

  get view(): View {
    return this.state?.view as View;
  }

  get actions(): readonly string[] {
    const { state } = this;
    return state && state === this.newest && state.status === 'playing' ? (state.actions ?? NOTHING) : NOTHING;
  }

  private get current(): Plans {
    const { asked } = this;
    return asked && asked.seat === this.me && asked.plans.number === this.newest?.number ? asked.plans : NONE;
  }

  get plans(): readonly Plan[] {
    return this.actions.length ? this.current.plans : NOTHING;
  }

  get prices() {
    return this.asked?.plans.prices ?? NONE.prices; // they stay the same all game
  }

  get events(): readonly GameEvent[] {
    return this.pace.events;
  }

  // a string, because it is equal to the one before when no name has changed: then nothing is written anew
  private named = $derived.by(() => {
    const words = wordsOf(this.game);
    return this.seats.map((seat, n) => toldName(seat) || words.say(`seat.${n}`)).join('\n');
  });
  readonly names: readonly string[] = $derived(this.named.split('\n'));

  get motion(): boolean {
    return settings.motion;
  }

  get busy(): boolean {
    return this.playing > 0;
  }

  say(key: string, values: Values = {}): string {
    return wordsOf(this.game).say(key, values, this.names);
  }

  act(...actions: string[]): Promise<boolean> {
    const { me } = this; // whoever clicked; by the time it is sent another may be in front of the screen
    return this.inTurn(async () => {
      for (const action of actions) {
        const step = this.stateOf(me)?.step;
        if (!(await this.send({ do: 'play', action, seat: me ?? undefined, step }))) return false;
      }
      return true;
    });
  }

  why(action: string): void {
    const seat = this.me;
    if (seat === null) return;
    void notices.attempt(async () => {
      const { refused } = await api.why(this.table, seat, action);
      if (refused && seat === this.me) notices.refuse(refused); // else another player looks by now
    });
  }

  // --- the rest of the table ---

  /** Sends a command; what is refused is told to the reader. */
  async send(command: Command): Promise<boolean> {
    notices.clear();
    const answer = await this.connection.send(command);
    if (answer.ok) return true;
    const { key, values } = answer.refused;
    const ours = key !== undefined && wordsOf(this.game).has(key);
    notices.refuse(ours ? { ...answer.refused, message: this.say(key, values) } : answer.refused);
    return false;
  }

  undo(): Promise<boolean> {
    const { me } = this;
    return this.inTurn(() => this.send({ do: 'undo', seat: me ?? undefined, step: this.stateOf(me)?.step }));
  }

  /** Clicks may come faster than answers: what is done waits for what was done before. */
  private inTurn(doing: () => Promise<boolean>): Promise<boolean> {
    if (this.playing && this.connection.link !== 'open') {
      notices.tell(t('table.link.hold'));
      return Promise.resolve(false);
    }
    this.playing++;
    const done = this.acting.then(doing).finally(() => this.playing--);
    this.acting = done.catch(() => false);
    return done;
  }

  /** Asks for what one click may mean now. To be called when it is our turn and the position has changed. */
  async askPlans(): Promise<void> {
    const { me, newest } = this;
    if (me === null || !newest?.actions?.length) return;
    // an answer that is ahead of what we have is for the state that is on its way
    if (this.asked?.seat === me && this.asked.plans.number >= newest.number) return;
    try {
      this.asked = { seat: me, plans: await api.plans(this.table, me) };
    } catch (error) {
      if (!(error instanceof Refused)) throw error; // without plans every action can still be played one by one
    }
  }
}
