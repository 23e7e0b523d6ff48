// Plays what happened, beat by beat, between the view that was settled and the newest one.

import type { GameEvent } from '../../types';
import { beatsOf, type Beat } from './beats';
import { stageOf, tell, type Stage } from './stage';
import { revealing, type AztecoView } from './view';

/** With more than this to show, everything goes a little faster. */
const MANY = 16;

export class Drama {
  stage = $state.raw<Stage | null>(null);
  beat = $state.raw<Beat | null>(null);
  /** The seat whose card is being turned or has just been. */
  revealed = $state<number | null>(null);
  /** Counts the beats, so that the same beat twice is seen twice. */
  number = $state(0);
  private goal = $state.raw<AztecoView | null>(null);
  private queue: Beat[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  get playing(): boolean {
    return this.beat !== null;
  }

  /** The scene has moved on to `view` by `events`. */
  hear(view: AztecoView, events: readonly GameEvent[], motion: boolean): void {
    if (view === this.goal) return;
    const story = this.tells(view, events, motion);
    this.goal = view;
    if (!story) return this.skip();
    this.queue.push(...beatsOf(events));
    if (!this.beat) this.next();
  }

  /** Whether there is something to be shown on the way to `view`. */
  tells(view: AztecoView, events: readonly GameEvent[], motion: boolean): boolean {
    if (view === this.goal || !motion || !events.length || (typeof document !== 'undefined' && document.hidden))
      return false;
    return this.goal !== null && this.goal.seat === view.seat && this.stage !== null;
  }

  /** The next beat now. */
  next = (): void => {
    clearTimeout(this.timer);
    while (this.queue.length) {
      const beat = this.queue.shift() as Beat;
      for (const event of beat.events) {
        if (this.stage) this.stage = tell(this.stage, event);
        if (event.key === 'reveal') this.revealed = event.seat;
        else if (['cursed', 'spared', 'round', 'claimed', 'voted'].includes(event.key)) this.revealed = null;
      }
      if (!beat.ms) continue;
      this.beat = beat;
      this.number++;
      this.timer = setTimeout(this.next, beat.ms * (this.queue.length > MANY ? 0.75 : 1));
      return;
    }
    this.skip();
  };

  /** What is left is not shown: everything lies as it does now. */
  skip = (): void => {
    clearTimeout(this.timer);
    this.queue = [];
    this.beat = null;
    this.revealed = this.goal && revealing(this.goal); // what is told next may belong to it still
    if (this.goal) this.stage = stageOf(this.goal);
  };
}
