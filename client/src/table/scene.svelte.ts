// A table as a scene: the states of a connection, shown one after another, through the eyes of one of our seats.

import { api, Refused } from '../api';
import { Connection } from '../connection.svelte';
import { wordsOf } from '../i18n/index.svelte';
import { notices } from '../notice.svelte';
import { Pace } from '../pace.svelte';
import type { Scene } from '../scene';
import { settings } from '../settings.svelte';
import type { Command, GameEvent, Plans, State, Values, View } from '../types';

const NONE: Plans = { number: -1, step: -1, prices: {}, plans: [] };

export class TableScene implements Scene {
  readonly connection: Connection;
  readonly pace = new Pace(() => !settings.motion);
  /** The seat whose eyes we look through; null: a spectator's. */
  me = $state<number | null>(null);
  lit = $state.raw<GameEvent | null>(null);
  hint = $state<string | null>(null);
  readonly light: readonly string[] = [];
  private asked = $state.raw<Plans>(NONE);
  private sending = $state(0);

  constructor(readonly table: string) {
    this.connection = new Connection(table);
    this.connection.onstate = (state) => {
      if (state.seat !== this.eyes) return;
      const first = this.pace.shown === null;
      this.pace.push(state, this.sending > 0 || first);
      this.hint = null;
    };
  }

  close(): void {
    this.connection.close();
    this.pace.stop();
  }

  /** Looks through another seat's eyes. */
  look(seat: number | null): void {
    this.me = seat;
    this.hint = null;
    this.pace.reset(this.connection.states[String(seat)] ?? null);
  }

  /** The newest state; what the board shows may be a little behind. */
  get newest(): State | null {
    return this.connection.states[String(this.eyes)] ?? null;
  }

  get state(): State | null {
    return this.pace.shown ?? this.newest;
  }

  private get eyes(): number | null {
    const held = this.connection.seats;
    return this.me !== null && held.includes(this.me) ? this.me : (held[0] ?? null);
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
    return state && state === this.newest && state.status === 'playing' ? (state.actions ?? []) : [];
  }

  get current(): Plans {
    return this.asked.number === this.newest?.number && this.actions.length ? this.asked : NONE;
  }

  get plans() {
    return this.current.plans;
  }

  get prices() {
    return this.current.prices;
  }

  get events(): readonly GameEvent[] {
    return this.pace.events;
  }

  get names(): readonly string[] {
    const words = wordsOf(this.game);
    return (this.state?.seats ?? []).map((seat, n) => seat.name || words.say(`seat.${n}`));
  }

  get motion(): boolean {
    return settings.motion;
  }

  get busy(): boolean {
    return this.sending > 0;
  }

  say(key: string, values: Values = {}): string {
    return wordsOf(this.game).say(key, values, this.names);
  }

  async act(...actions: string[]): Promise<boolean> {
    for (const action of actions) {
      const done = await this.send({ do: 'play', action, seat: this.eyes ?? undefined, step: this.newest?.step });
      if (!done) return false;
    }
    return true;
  }

  why(action: string): void {
    const seat = this.eyes;
    if (seat === null) return;
    void notices.attempt(async () => {
      const { refused } = await api.why(this.table, seat, action);
      if (refused) notices.refuse(refused);
    });
  }

  // --- the rest of the table ---

  /** Sends a command; what is refused is told to the reader. */
  async send(command: Command): Promise<boolean> {
    this.sending++;
    notices.clear();
    const answer = await this.connection.send(command);
    this.sending--;
    if (!answer.ok) notices.refuse(answer.refused);
    return answer.ok;
  }

  undo(): Promise<boolean> {
    return this.send({ do: 'undo', seat: this.eyes ?? undefined, step: this.newest?.step });
  }

  /** Asks for what one click may mean now. To be called when it is our turn and the position has changed. */
  async askPlans(): Promise<void> {
    const { eyes, newest } = this;
    if (eyes === null || !newest?.actions?.length || this.asked.number === newest.number) return;
    try {
      this.asked = await api.plans(this.table, eyes);
    } catch (error) {
      if (!(error instanceof Refused)) throw error; // without plans every action can still be played one by one
    }
  }
}
