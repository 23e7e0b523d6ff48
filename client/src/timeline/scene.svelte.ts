// A game looked at again, as a scene: one moment of it at a time, with nothing to be done.

import { api } from '../api';
import { t, wordsOf } from '../i18n/index.svelte';
import { inShort } from '../inShort';
import { notices } from '../notice.svelte';
import type { Scene } from '../scene';
import { settings } from '../settings.svelte';
import type { GameEvent, Moment, Values, View } from '../types';
import { namesOf, type About } from './about';
import { Moments, turnFrom } from './moments.svelte';

const NOTHING: readonly string[] = [];
/** How long a moment is looked at when the game plays by itself. */
const BEAT = 1000;
export const SPEEDS = [0.5, 1, 2, 4] as const;

export class ReplayScene implements Scene {
  /** Where the reader wants to be; what is shown may still be on its way. */
  at = $state(0);
  playing = $state(false);
  speed = $state<number>(1);
  /** The event of a line that the reader points at. */
  pointed = $state.raw<GameEvent | null>(null);
  events = $state.raw<readonly GameEvent[]>([]);
  /** Whether the board marks what a moment did. */
  points = true;
  readonly moments: Moments;
  readonly actions: readonly string[] = [];
  readonly offers = [];
  /** The better turn, at the moment before a bad one. */
  better = $state.raw<{ seat: number; plan: readonly string[] } | null>(null);
  readonly light: readonly string[] = [];
  private shown = $state.raw<{ n: number; moment: Moment } | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly table: string,
    readonly me: number | null,
    readonly about: About,
  ) {
    this.moments = new Moments((from) => api.moments(table, me, from));
  }

  get ready(): boolean {
    return this.shown !== null;
  }

  get total(): number {
    return this.moments.total;
  }

  get last(): number {
    return Math.max(0, this.total - 1);
  }

  get standing(): readonly number[] {
    return this.shown?.moment.standing ?? [];
  }

  // --- Scene ---

  get game(): string {
    return this.about.game;
  }

  get view(): View {
    return this.shown?.moment.view as View;
  }

  get names(): readonly string[] {
    return namesOf(this.about);
  }

  get hint(): string | null {
    return this.plan[0] ?? null;
  }

  get plan(): readonly string[] {
    return this.better?.plan ?? NOTHING;
  }

  get hintFor(): number | null {
    return this.better?.seat ?? null;
  }

  get motion(): boolean {
    return settings.motion && this.speed <= 2;
  }

  say(key: string, values: Values = {}): string {
    return wordsOf(this.game).say(key, values, this.names);
  }

  async act(): Promise<boolean> {
    return false; // what was, was
  }

  why(): void {}

  // --- time ---

  /** What happened at a moment, in words. */
  told(moment: Moment, n: number): string[] {
    const lines = moment.events.map((event) => this.say(`event.${event.key}`, { seat: event.seat, ...event.values }));
    if (lines.length) return lines;
    if (n === 0 || moment.seat === null) return [t('timeline.begins')];
    return [moment.seat < 0 ? t('timeline.chance') : t('timeline.unseen', { seat: moment.seat }, this.names)];
  }

  /** What a seat did from one moment to another, in a sentence, without what came of it; nothing of moments that are
   * not there yet. */
  played(seat: number, from: number, to: number): string {
    const moments = Array.from({ length: Math.max(0, to - from) }, (_, n) => this.moments.at(from + 1 + n));
    const did = moments
      .flatMap((moment) => moment?.events ?? [])
      .filter((event) => event.seat === seat && 'action' in event.values);
    const short = inShort(this.game, did, (key, values) => this.say(key, values));
    if (short) return t('timeline.turn.played', { played: short });
    const [first] = did;
    return first ? this.say(`event.${first.key}`, { seat, ...first.values }) : '';
  }

  async go(n: number): Promise<void> {
    this.at = n = this.total ? Math.min(Math.max(0, n), this.last) : Math.max(0, n);
    this.pointed = null;
    if (!this.moments.at(n)) {
      await notices.attempt(() => this.moments.need(n));
      if (this.at !== n) return; // somewhere else by now
      if (n > this.last && this.total) return this.go(this.last); // a link to a moment that is not there (yet)
    } else void this.moments.need(n);
    const moment = this.moments.at(n);
    if (!moment) return;
    this.events = this.shown?.n === n - 1 ? moment.events : [];
    this.shown = { n, moment };
    if (this.points) this.pointed = moment.events[0] ?? null;
  }

  /** To where a turn begins. */
  async turn(forward: boolean): Promise<void> {
    const from = this.at;
    for (;;) {
      const found = turnFrom((n) => this.moments.at(n)?.step, from, this.total, forward);
      if ('at' in found) return this.go(found.at);
      const { missing } = found;
      await notices.attempt(() => this.moments.need(missing));
      if (this.at !== from || !this.moments.at(missing)) return;
    }
  }

  /** Forward; at the end of a game that is still played, looks whether it went on. */
  async next(): Promise<void> {
    if (this.at >= this.last && this.about.status === 'playing') await notices.attempt(() => this.moments.refresh());
    if (this.at < this.last) await this.go(this.at + 1);
  }

  async toLast(): Promise<void> {
    if (this.about.status === 'playing') await notices.attempt(() => this.moments.refresh());
    await this.go(this.last);
  }

  play(): void {
    this.playing = true;
    if (this.at >= this.last) void this.go(0);
    this.tick();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  private tick(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      if (!this.playing) return;
      await this.go(this.at + 1);
      if (this.at >= this.last || !this.moments.at(this.at))
        this.pause(); // at the end, or it did not arrive
      else if (this.playing) this.tick();
    }, BEAT / this.speed);
  }
}
