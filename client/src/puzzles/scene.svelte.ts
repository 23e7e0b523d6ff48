// A puzzle as a scene: the real board and the real legal actions of one turn. The server is told all that was played of
// the turn, so that nothing needs to be kept there; when the turn is over it is the answer.

import { api } from '../api';
import { wordsOf } from '../i18n/index.svelte';
import { notices } from '../notice.svelte';
import { offersOf, type Offer } from '../offers';
import type { Scene } from '../scene';
import { settings } from '../settings.svelte';
import type { GameEvent, PuzzleState, PuzzleVerdict, Values, View } from '../types';

const NOTHING: readonly never[] = [];

/** The turn so far, and what is to be seen then. */
interface Stage {
  readonly played: readonly string[];
  readonly state: PuzzleState;
}

export class PuzzleScene implements Scene {
  /** From the beginning of the turn on, one for each click. */
  private stages = $state.raw<readonly Stage[]>([]);
  verdict = $state.raw<PuzzleVerdict | null>(null);
  /** The turn that was answered with. */
  answered = $state.raw<readonly string[]>(NOTHING);
  judging = $state(false);
  events = $state.raw<readonly GameEvent[]>(NOTHING);
  pointed = $state.raw<GameEvent | null>(null);
  readonly light: readonly string[] = NOTHING;
  /** Called with every answer of the server to a turn; a solution that was asked for is none. */
  onanswer: (solved: boolean) => void = () => {};
  private acting: Promise<unknown> = Promise.resolve();

  constructor(
    readonly game: string,
    readonly puzzle: string,
    first: PuzzleState,
  ) {
    this.stages = [{ played: NOTHING, state: first }];
  }

  static async load(game: string, puzzle: string): Promise<PuzzleScene> {
    return new PuzzleScene(game, puzzle, await api.lookAtPuzzle(game, puzzle, [], 0));
  }

  private get stage(): Stage {
    return this.stages.at(-1) as Stage;
  }

  // --- Scene ---

  get view(): View {
    return this.stage.state.view as View;
  }

  get me(): number {
    return this.stage.state.seat;
  }

  get actions(): readonly string[] {
    return this.verdict || this.judging ? NOTHING : (this.stage.state.actions ?? NOTHING);
  }

  readonly offers: readonly Offer[] = $derived(this.actions.length ? offersOf(this.stage.state) : NOTHING);

  get plan(): readonly string[] {
    return this.verdict?.solution ?? NOTHING;
  }

  get hint(): string | null {
    return this.plan[0] ?? null;
  }

  get names(): readonly string[] {
    return Array.from({ length: this.view.seats }, (_, seat) => wordsOf(this.game).say(`seat.${seat}`));
  }

  get motion(): boolean {
    return settings.motion;
  }

  say(key: string, values: Values = {}): string {
    return wordsOf(this.game).say(key, values, this.names);
  }

  /** Clicks may come faster than answers: what is done waits for what was done before. */
  act(...actions: string[]): Promise<boolean> {
    const done = this.acting.then(() => this.play(actions));
    this.acting = done;
    return done;
  }

  why(kind: string, place?: string): void {
    void notices.attempt(async () => {
      const { refused } = await api.puzzleWhy(this.game, this.puzzle, [...this.stage.played], kind, place);
      if (refused) notices.refuse(refused);
    });
  }

  // --- the puzzle ---

  private async play(actions: readonly string[]): Promise<boolean> {
    if (this.verdict || this.judging) return false;
    const before = this.stage.played;
    const played = [...before, ...actions];
    notices.clear();
    const state = await notices.attempt(() => api.lookAtPuzzle(this.game, this.puzzle, played, before.length));
    if (!state) return false;
    if (state.done) return this.answer(played);
    this.events = state.events ?? NOTHING;
    this.stages = [...this.stages, { played, state }];
    return true;
  }

  private async answer(played: readonly string[]): Promise<boolean> {
    this.judging = true;
    const verdict = await notices.attempt(() => api.answerPuzzle(this.game, this.puzzle, [...played]));
    this.judging = false;
    if (!verdict) return false;
    this.answered = played;
    this.settle(verdict);
    this.onanswer(verdict.solved);
    return true;
  }

  private settle(verdict: PuzzleVerdict): void {
    this.events = NOTHING;
    if (verdict.solution) this.stages = this.stages.slice(0, 1); // the best turn is shown from its beginning on
    this.verdict = verdict;
  }

  get canUndo(): boolean {
    return this.stages.length > 1 && !this.verdict && !this.judging;
  }

  undo(): void {
    if (!this.canUndo) return;
    this.events = NOTHING;
    this.stages = this.stages.slice(0, -1);
  }

  /** From the beginning of the turn. */
  again(): void {
    this.verdict = null;
    this.answered = NOTHING;
    this.events = NOTHING;
    this.stages = this.stages.slice(0, 1);
  }

  /** Gives up: shows the solution. */
  async show(): Promise<void> {
    if (this.judging || this.verdict?.solution) return;
    this.judging = true;
    const verdict = await notices.attempt(() => api.answerPuzzle(this.game, this.puzzle, []));
    this.judging = false;
    if (!verdict) return;
    const before = this.verdict;
    this.settle(before ? { ...verdict, mark: before.mark, loss: before.loss } : verdict);
    this.onanswer(false);
  }

  /** The reason again, in the language of now. */
  async translate(): Promise<void> {
    if (!this.verdict?.solution) return;
    const { reason } = await api.answerPuzzle(this.game, this.puzzle, []);
    if (this.verdict?.solution) this.verdict = { ...this.verdict, reason };
  }
}
