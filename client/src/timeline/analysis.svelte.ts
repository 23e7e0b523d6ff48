// The analysis of a game that is over, as it comes: the server is asked again until all turns are judged.

import { api, Refused } from '../api';
import { lang } from '../i18n/language.svelte';
import type { Analysis, Refusal, TurnReport } from '../types';

/** Milliseconds until the server is asked again: more while nothing new comes. */
const SOON = 1000;
const LATE = 5000;
/** Refusals that pass by themselves. */
const LATER = ['busy', 'too-fast', 'unreachable', 'store', 'no-answer'];

export class GameAnalysis {
  turns = $state.raw<readonly TurnReport[]>([]);
  total = $state<number | null>(null);
  summary = $state.raw<Analysis['summary']>(null);
  /** Why there is none. */
  refused = $state.raw<Refusal | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wait = SOON;
  private asked = '';

  constructor(private readonly table: string) {}

  get done(): number {
    return this.turns.length;
  }

  /** The first turn that is not judged yet. */
  private get missing(): number {
    let n = 0;
    while (this.turns[n]?.turn === n) n++;
    return n;
  }

  /** Asks until all is there. Reasons are in one language: for another all is asked for again. */
  async start(): Promise<void> {
    this.stop();
    const language = lang.now;
    this.asked = language;
    const first = this.turns.length && language === this.language ? this.missing : 0;
    try {
      const answer = await api.analysis(this.table, first);
      if (this.asked !== language) return; // stopped, or asked again
      this.take(answer, first);
      this.language = language;
      this.refused = null;
      if (answer.summary) return;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (this.asked !== language) return;
      if (!LATER.includes(error.refusal.code)) {
        this.refused = error.refusal;
        return;
      }
      this.wait = LATE;
    }
    this.timer = setTimeout(() => void this.start(), this.wait);
  }

  private language = '';

  private take(answer: Analysis, first: number): void {
    const before = this.done;
    this.turns = [...this.turns.filter(({ turn }) => turn < first), ...answer.turns];
    this.total = answer.total;
    this.summary = answer.summary;
    this.wait = this.done > before ? SOON : Math.min(LATE, this.wait * 1.3);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.asked = '';
  }
}
