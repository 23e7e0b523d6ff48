// A lesson as a scene: the real board with the real legal actions, of which the coach waits for one.

import { wordsOf } from '../i18n/index.svelte';
import { keep, kept } from '../kept';
import { offersOf, type Offer } from '../offers';
import type { Scene } from '../scene';
import { settings } from '../settings.svelte';
import type { GameEvent, Lesson, LessonStep, Values, View } from '../types';
import { eventsOf, follow, kindOf, resumeAt } from './follow';

/** So long the learner is left to think before the coach points at what to do. */
const PATIENCE = 20_000;
const NOTHING: readonly string[] = [];

export class LessonScene implements Scene {
  lesson = $state.raw<Lesson>() as Lesson;
  at = $state(0);
  finished = $state(false);
  events = $state.raw<readonly GameEvent[]>([]);
  pointed = $state.raw<GameEvent | null>(null);
  hint = $state<string | null>(null);
  /**
   * Something else was done (`other`), or tried that is not allowed (`forbidden`): the coach says so and asks again.
   */
  astray = $state<'other' | 'forbidden' | null>(null);
  /** How often the learner went astray, so that the same sentence is noticed twice. */
  strays = $state(0);
  /** Called when another kind of action is wanted than was taken up: that is to be put down. */
  onother: () => void = () => {};
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly game: string,
    lesson: Lesson,
  ) {
    this.lesson = lesson;
    this.at = resumeAt(kept(this.place), lesson.steps.length);
    this.wait();
  }

  get steps(): readonly LessonStep[] {
    return this.lesson.steps;
  }

  get step(): LessonStep {
    return this.steps[this.at] as LessonStep;
  }

  /** What this step is about: one without a title goes on with what the one before was about. */
  get title(): string | null {
    return this.steps.slice(0, this.at + 1).findLast(({ title }) => title)?.title ?? null;
  }

  // --- Scene ---

  get view(): View {
    return this.step.view;
  }

  get me(): number {
    return this.lesson.seat;
  }

  /** While there is something to read, there is nothing to do. */
  get actions(): readonly string[] {
    return this.step.expect && !this.finished ? this.step.actions : [];
  }

  readonly offers: readonly Offer[] = $derived(this.actions.length ? offersOf(this.step) : []);

  get light(): readonly string[] {
    return this.finished ? NOTHING : this.step.light;
  }

  get names(): readonly string[] {
    const words = wordsOf(this.game);
    return Array.from({ length: this.view.seats }, (_, n) => words.say(`seat.${n}`));
  }

  get motion(): boolean {
    return settings.motion;
  }

  say(key: string, values: Values = {}): string {
    return wordsOf(this.game).say(key, values, this.names);
  }

  async act(...actions: string[]): Promise<boolean> {
    const to = follow(this.steps, this.at, actions);
    if (to === null) {
      this.stray('other', actions[0]);
      return false;
    }
    this.go(to);
    return true;
  }

  /** No table is there to be asked for the rule: the coach says in general that it is not allowed. */
  why(kind: string, _place?: string): void {
    this.stray('forbidden', kind);
  }

  // --- the lesson ---

  go(to: number): void {
    this.astray = null;
    this.hint = null;
    this.pointed = null;
    if (to >= this.steps.length) {
      this.finish();
      return;
    }
    this.finished = false;
    const before = kindOf(this.step.expect?.[0]);
    this.events = eventsOf(this.steps, this.at, to);
    this.at = Math.max(0, to);
    keep(this.place, String(this.at));
    if (this.step.expect && before && kindOf(this.step.expect[0]) !== before) this.onother();
    this.wait();
  }

  /** On from a step that is only read. */
  next(): void {
    if (this.step.expect || this.finished) return;
    this.onother(); // what the board still tells about this step would cover the next one
    this.go(this.at + 1);
  }

  back(): void {
    if (this.finished) this.go(this.at);
    else if (this.at > 0) this.go(this.at - 1);
  }

  again(): void {
    this.go(0);
  }

  show(): void {
    this.hint = this.step.expect?.[0] ?? null;
  }

  /** Plays what is expected, for who cannot find it. */
  help(): void {
    const [action] = this.step.expect ?? [];
    if (!action) return;
    this.onother(); // what the learner had in hand is done now
    void this.act(action);
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private finish(): void {
    this.finished = true;
    this.events = [];
    clearTimeout(this.timer);
    keep(this.place, null);
    markLearnt(this.game);
  }

  private stray(how: 'other' | 'forbidden', action: string | undefined): void {
    this.astray = how;
    this.strays++;
    this.show();
    if (kindOf(action) !== kindOf(this.step.expect?.[0])) this.onother();
  }

  private wait(): void {
    clearTimeout(this.timer);
    if (this.step.expect) this.timer = setTimeout(() => this.show(), PATIENCE);
  }

  /** Where it is kept how far the learner has come. */
  private get place(): string {
    return `lesson.${this.game}`;
  }
}

const LEARNT = 'learnt';

export function learnt(): string[] {
  return (kept(LEARNT) ?? '').split(' ').filter(Boolean);
}

function markLearnt(game: string): void {
  keep(LEARNT, [...new Set([...learnt(), game])].join(' '));
}
