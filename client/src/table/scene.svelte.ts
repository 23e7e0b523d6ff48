// A table as a scene: the states of a connection, shown one after another, as one of our seats may see them.

import { flushSync } from 'svelte';
import { api } from '../api';
import { Connection } from '../connection.svelte';
import { t, wordsOf } from '../i18n/index.svelte';
import { givenName } from '../names';
import { notices } from '../notice.svelte';
import { Pace } from '../pace.svelte';
import { offersOf, type Offer } from '../offers';
import type { Scene } from '../scene';
import { settings } from '../settings.svelte';
import type { Command, GameEvent, Line, Seat, State, Values, View } from '../types';
import { skewOf } from './clock';
import { Muted } from './muted.svelte';
import { conditionOf, nextToAct, sameChoice } from './people';
import { Recap } from './recap.svelte';

const NOTHING: readonly never[] = [];
const NO_LINES = { first: 0, log: NOTHING };

export class TableScene implements Scene {
  readonly connection: Connection;
  readonly muted: Muted;
  readonly pace = new Pace(
    () => !settings.motion,
    () => settings.slowness,
    () => settings.now.wait,
  );
  /** What others did since the viewer last acted. */
  readonly recap: Recap;
  pointed = $state.raw<GameEvent | null>(null);
  hint = $state<string | null>(null);
  plan = $state.raw<readonly string[]>(NOTHING);
  /** How much of the plan is done. */
  done = $state(0);
  /** The player is doing just what the hint says next. */
  private following = false;
  /** What the hint says. */
  advice = $state('');
  /** The state for which the hint was given. */
  private advised: State | null = null;
  readonly light: readonly string[] = NOTHING;
  /**
   * Tells of a view whether players at one screen must not see each other's. Until the game is known, they must not.
   */
  private hides = $state.raw<(view: View) => boolean>(() => true);
  /** By how many seconds our clock is ahead of the server's. */
  skew = $state(0);
  private chosen = $state<number | null>(null);
  /** The number of the state in which the reader chose the viewer. */
  private stays = $state(-1);
  /** The seat that has said to look alone at a guarded screen, and what it was asked then. */
  private alone = $state.raw<{ seat: number; step: number | undefined; acts: boolean } | null>(null);
  /** The last state that everybody at a shared screen has seen. */
  private watched: State | null = null;
  private acting: Promise<unknown> = Promise.resolve();
  private playing = $state(0);

  constructor(readonly table: string) {
    this.connection = new Connection(table);
    this.muted = new Muted(table);
    this.recap = new Recap(this, () => this.pace.forget());
    this.connection.onstate = (state) => this.receive(state);
    this.connection.onlost = () => {
      this.alone = null;
      this.look(this.me); // what the seat was shown goes from the screen at once
      if (!this.connection.removed) notices.tell(t('table.signed_out')); // who was removed reads so in the waiting room
    };
  }

  close(): void {
    this.connection.close();
    this.recap.pause();
    this.pace.stop();
  }

  // --- the viewer ---

  /** The seats that this browser plays itself. */
  get own(): readonly number[] {
    return this.connection.seats.filter((seat) => this.seats[seat]?.bot == null);
  }

  /** Several of our seats are at this screen. */
  get shared(): boolean {
    return this.connection.seats.length > 1;
  }

  /**
   * Several of our seats are at this screen, and know what the others must not see. Then the screen shows what a
   * spectator sees, until a seat says that it looks alone.
   */
  readonly guarded: boolean = $derived.by(() => {
    const all = this.stateOf(null);
    return this.shared && (!all || (all.status !== 'open' && this.hides(all.view as View)));
  });

  /** The viewer: one of our seats, or null for a spectator or for everybody at a guarded screen. */
  readonly me: number | null = $derived.by(() => {
    const held = this.connection.seats;
    if (this.guarded) return this.alone && held.includes(this.alone.seat) ? this.alone.seat : null;
    return this.chosen !== null && held.includes(this.chosen) ? this.chosen : (held[0] ?? null);
  });

  /** The game is known, and so is what it hides. */
  learn(hides: (view: View) => boolean): void {
    this.hides = hides;
    if (this.pace.shown && this.pace.shown.seat !== this.me) this.look(this.me);
  }

  /** Makes another seat the viewer. */
  look(seat: number | null): void {
    this.chosen = seat;
    this.forget();
    this.pace.reset(this.newest);
  }

  /** The reader wants this seat to be the viewer, whoever is to act. On a guarded screen it is asked to look alone. */
  choose(seat: number): void {
    if (!this.guarded) this.look(seat);
    else if (this.me !== null) this.cover();
    this.chosen = seat;
    this.stays = this.newest?.number ?? -1;
  }

  /** Which of our seats the screen should go to now; null: it stays where it is. */
  get next(): number | null {
    const { me, own, newest } = this;
    if (own.length < 2 || this.status !== 'playing' || this.pace.behind || newest?.number === this.stays) return null;
    const next = nextToAct(me, own, (seat) => Boolean(this.stateOf(seat)?.actions?.length));
    return next === me ? null : next;
  }

  /** The seat that is asked to look alone, while everybody looks at a guarded screen. */
  get asked(): number | null {
    if (!this.guarded || this.me !== null || this.status !== 'playing') return null;
    return this.chosen !== null && this.own.includes(this.chosen) ? this.chosen : this.next;
  }

  /** The seat that is asked looks alone now. */
  uncover(): void {
    const seat = this.asked;
    const state = this.stateOf(seat);
    if (seat === null || !state) return;
    this.alone = { seat, step: state.step, acts: Boolean(state.actions?.length) };
    this.look(null);
  }

  /** Everybody may look at a guarded screen again, and sees what happened meanwhile. */
  cover(): void {
    if (!this.guarded) return;
    this.alone = null;
    this.stays = -1; // who wanted to look has looked: the seat that is to act is asked again
    this.showAll();
  }

  /** Nobody looks alone any more, as the board is out of sight. */
  putAway(): void {
    if (!this.alone) return;
    this.alone = null;
    this.look(null);
    this.watched = this.newest;
  }

  /** Shows a hint; it is for the position that it was asked in. */
  advise(hint: { plan: readonly string[]; text: string } | null): void {
    this.plan = hint?.plan ?? NOTHING;
    this.done = 0;
    this.hint = this.plan[0] ?? null;
    this.advice = hint?.text ?? '';
    this.advised = hint && this.newest;
  }

  /** The next actions of the plan are done: the hint stays, and points at what comes after them. */
  private follow(actions: readonly string[]): void {
    this.done += actions.length;
    this.hint = this.plan[this.done] ?? null;
    this.advised = this.newest;
    if (this.hint === null) this.advise(null);
  }

  /** What one viewer was shown beside the board is not for the next. */
  private forget(): void {
    this.recap.leave();
    this.advise(null);
    this.pointed = null;
    notices.clear();
  }

  private receive(state: State): void {
    this.recap.keep(state);
    const { alone } = this;
    if (alone && state.seat === alone.seat) {
      const acts = Boolean(state.actions?.length);
      const chosen = state.step !== alone.step || (alone.acts && !acts);
      if (chosen) return this.cover();
      if (acts !== alone.acts) this.alone = { ...alone, acts };
    }
    if (state.seat !== this.me) {
      if (state.seat === null && !this.guarded) this.watched = state;
      return;
    }
    this.skew = skewOf(this.pace.shown?.clock ?? null, state.clock, Date.now() / 1000) ?? this.skew;
    if (this.guarded && this.me === null) return this.showAll();
    this.pace.push(state, this.own);
    if (!this.following && !sameChoice(this.advised, state)) this.advise(null); // somebody may only have talked
  }

  /** Shows everybody at a guarded screen what happened since they last looked. */
  private showAll(): void {
    const { newest } = this;
    if (newest?.step !== this.watched?.step) this.chosen = null;
    this.forget();
    if (this.pace.shown?.seat !== null) {
      this.pace.reset(this.watched ?? newest);
      flushSync(); // the board must have drawn that before it can show how it changes
    }
    if (newest && newest !== this.watched) this.pace.push(newest, this.own);
    this.watched = newest;
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

  /** The lines of the log that are known, and the number of the first. */
  get lines(): { first: number; log: readonly Line[] } {
    return this.state ? this.connection.linesOf(this.state) : NO_LINES;
  }

  /** The same of the newest state. */
  get newestLines(): { first: number; log: readonly Line[] } {
    return this.newest ? this.connection.linesOf(this.newest) : NO_LINES;
  }

  /** Asks for lines of the log before those that are known. Says whether there are more of them now. */
  async loadEarlier(): Promise<boolean> {
    const { state } = this;
    if (!state) return false;
    const { first } = this.connection.linesOf(state);
    await notices.attempt(() => this.connection.loadEarlier(state));
    return this.lines.first < first;
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
    return this.recap.view ?? (this.state?.view as View);
  }

  get actions(): readonly string[] {
    const { state } = this;
    if (this.recap.at !== null) return NOTHING; // nothing is done to what was
    const mine = this.me === null ? undefined : this.seats[this.me];
    if (mine && conditionOf(mine)) return NOTHING; // whoever has left does nothing before coming back
    return state && state === this.newest && state.status === 'playing' ? (state.actions ?? NOTHING) : NOTHING;
  }

  readonly offers: readonly Offer[] = $derived(this.state && this.actions.length ? offersOf(this.state) : NOTHING);

  get events(): readonly GameEvent[] {
    return this.recap.at === null ? this.pace.events : this.recap.events;
  }

  get changed(): readonly GameEvent[] {
    return this.recap.changed;
  }

  // a string, because it is equal to the one before when no name has changed: then nothing is written anew
  private named = $derived.by(() => {
    const words = wordsOf(this.game);
    return this.seats.map((seat, n) => givenName(seat) || words.say(`seat.${n}`)).join('\n');
  });
  readonly names: readonly string[] = $derived(this.named.split('\n'));

  get motion(): boolean {
    return settings.motion;
  }

  get busy(): boolean {
    return this.playing > 0;
  }

  say(key: string, values: Values = {}, you: number | null = null): string {
    return wordsOf(this.game).say(key, values, this.names, you);
  }

  act(...actions: string[]): Promise<boolean> {
    const { me } = this; // whoever clicked; by the time it is sent another may be in front of the screen
    return this.inTurn(async () => {
      this.following = actions.every((action, n) => action === this.plan[this.done + n]);
      const done = await this.send({ do: 'play', actions, seat: me ?? undefined, step: this.stateOf(me)?.step ?? 0 });
      if (this.following && done) this.follow(actions);
      else if (done) this.advise(null);
      this.following = false;
      return done;
    });
  }

  why(kind: string, place?: string): void {
    const seat = this.me;
    if (seat === null) return;
    void notices.attempt(async () => {
      const { refused } = await api.why(this.table, seat, kind, place);
      if (refused && seat === this.me) notices.refuse(refused); // else another player looks by now
    });
  }

  // --- the rest of the table ---

  /** Sends a command; what is refused is told to the reader. */
  async send(command: Command): Promise<boolean> {
    notices.clear();
    const { me } = this;
    const answer = await this.connection.send(command);
    if (answer.ok) return true;
    if (me !== this.me) return false; // another player looks by now
    const { key, values } = answer.refused;
    const ours = key !== undefined && wordsOf(this.game).has(key);
    notices.refuse(ours ? { ...answer.refused, message: this.say(key, values) } : answer.refused);
    return false;
  }

  undo(): Promise<boolean> {
    const { me } = this;
    return this.inTurn(() => this.send({ do: 'undo', seat: me ?? undefined, step: this.stateOf(me)?.step ?? 0 }));
  }

  /** Clicks may come faster than answers: what is done waits for what was done before. */
  private inTurn(doing: () => Promise<boolean>): Promise<boolean> {
    if (this.playing && this.connection.link !== 'open') {
      notices.tell(t('table.link.hold'), true);
      return Promise.resolve(false);
    }
    this.playing++;
    const done = this.acting.then(doing).finally(() => this.playing--);
    this.acting = done.catch(() => false);
    return done;
  }
}
