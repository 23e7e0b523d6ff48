// Plays what happened, step by step, between the view that was settled and the newest one.

import type { GameEvent } from '../../types';
import { stepsOf, type Step } from './steps';
import { stageOf, applyEvent, type Stage } from './stage';
import { revealing, type AztecoView } from './view';

/** With more than this to show, everything goes a little faster. */
const MANY = 16;

export class Playback {
  stage = $state.raw<Stage | null>(null);
  step = $state.raw<Step | null>(null);
  /** The seat whose card is being turned or has just been. */
  revealed = $state<number | null>(null);
  /** Counts the steps, so that the same step twice is seen twice. */
  number = $state(0);
  private goal = $state.raw<AztecoView | null>(null);
  private queue: Step[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  get playing(): boolean {
    return this.step !== null;
  }

  /** The scene has moved on to `view` by `events`. */
  follow(view: AztecoView, events: readonly GameEvent[], motion: boolean): void {
    if (view === this.goal) return;
    const story = this.tells(view, events, motion);
    this.goal = view;
    if (!story) return this.skip();
    this.queue.push(...stepsOf(events));
    if (!this.step) this.next();
  }

  /** Whether there is something to be shown on the way to `view`. */
  tells(view: AztecoView, events: readonly GameEvent[], motion: boolean): boolean {
    if (view === this.goal || !motion || !events.length || (typeof document !== 'undefined' && document.hidden))
      return false;
    return this.goal !== null && this.goal.seat === view.seat && this.stage !== null;
  }

  /** The next step now. */
  next = (): void => {
    clearTimeout(this.timer);
    while (this.queue.length) {
      const step = this.queue.shift() as Step;
      for (const event of step.events) {
        if (this.stage) this.stage = applyEvent(this.stage, event);
        if (event.key === 'reveal') this.revealed = event.seat;
        else if (['cursed', 'spared', 'round', 'claimed', 'voted'].includes(event.key)) this.revealed = null;
      }
      if (!step.ms) continue;
      this.step = step;
      this.number++;
      this.timer = setTimeout(this.next, step.ms * (this.queue.length > MANY ? 0.75 : 1));
      return;
    }
    this.skip();
  };

  /** What is left is not shown: everything lies as it does now. */
  skip = (): void => {
    clearTimeout(this.timer);
    this.queue = [];
    this.step = null;
    this.revealed = this.goal && revealing(this.goal); // what is told next may belong to it still
    if (this.goal) this.stage = stageOf(this.goal);
  };
}
