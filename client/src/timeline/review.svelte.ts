// What an analysis says at the moment that is shown: the turn that is spoken of, and those to step through.

import { spacesIn } from '../offers';
import type { GameAnalysis } from './analysis.svelte';
import type { ReplayScene } from './scene.svelte';
import { chancesAt, curveOf, isBad, markedOf, mistakesOf, slipsOf, turnAt, type BadMark } from './turns';

export class Review {
  /** Whether the analysis is asked for. */
  on = $state(false);
  /** Whose turns are stepped through; null: everybody's. */
  whose = $state<number | null>(null);

  constructor(
    private readonly scene: ReplayScene,
    private readonly analysis: GameAnalysis,
    seat: number | null,
    on: boolean,
  ) {
    [this.whose, this.on] = [seat, on];
  }

  readonly curve = $derived.by(() => curveOf(this.analysis.turns));
  /** Which turns without a mark cost the most is known when all are judged. */
  private readonly slips = $derived.by(() => (this.analysis.summary ? slipsOf(this.analysis.turns, this.whose) : []));
  private readonly mistakes = $derived.by(() => mistakesOf(this.analysis.turns, this.whose));
  /** What is stepped through. */
  readonly lessons = $derived.by(() => [...this.mistakes, ...this.slips].sort((a, b) => a.turn - b.turn));
  /** The turn that is spoken of. */
  readonly here = $derived.by(() => (this.on ? turnAt(this.analysis.turns, this.scene.at, this.slips) : null));
  readonly slipped = $derived.by(() => this.here !== null && this.slips.includes(this.here.turn));
  /** Whether something can be learned from that turn. */
  readonly teaches = $derived.by(() => this.here !== null && (isBad(this.here.turn) || this.slipped));

  /** That turn in words. */
  readonly played = $derived.by(() => {
    if (!this.here) return '';
    const {
      seat,
      moments: [from = 0, to = 0],
    } = this.here.turn;
    return this.scene.played(seat, from, to);
  });

  /** What would have been better, as long as the turn is about to come. */
  readonly better = $derived.by(() => {
    const turn = this.here?.before && this.teaches ? this.here.turn : null;
    return turn?.best ? { seat: turn.seat, plan: turn.best } : null;
  });

  /** On a small board the camera goes to the better turn, and then to the one that was played. */
  readonly spaces = $derived.by(() => {
    if (!this.here || !this.teaches) return '';
    return spacesIn((this.here.before ? this.here.turn.best : this.here.turn.played) ?? []).join(' ');
  });

  /** So many mistakes at most, as they are marked on the curve. */
  marks(most: number): { at: number; seat: number; height: number; mark: BadMark }[] {
    return markedOf(this.mistakes, most).map((turn) => {
      const [, at = 0] = turn.moments;
      const height = chancesAt(this.curve, at)[turn.seat] ?? 0;
      return { at, seat: turn.seat, height, mark: turn.mark as BadMark };
    });
  }
}
