// Looking back at what others did since one's last move, step by step, on the same board.

import { api } from '../api';
import { notices } from '../notice.svelte';
import { settings } from '../settings.svelte';
import { inShort } from '../inShort';
import type { GameUi } from '../scene';
import type { GameEvent, Line, State, Values, View } from '../types';
import { bySeat, inParts, movesSince, isAction, storyFrom, storyOf } from './since';
import type { Move, Snapshot, Step, Story } from './since';

/** As many moments as the server gives at once. */
const PAGE = 100;
/** A number that no game reaches: to learn how many moments there are. */
const FAR = 999_999;
/** How long each step is looked at when they run by themselves, at the usual speed. */
const BEAT = 1400;
const NO_MOVES: readonly Move[] = [];

/** What the recap reads of a table. */
interface Source {
  readonly table: string;
  readonly game: string;
  readonly me: number | null;
  readonly names: readonly string[];
  readonly state: State | null;
  readonly lines: { first: number; log: readonly Line[] };
  pointed: GameEvent | null;
  say(key: string, values?: Values, you?: number | null): string;
}

export class Recap {
  /** How many steps of the story are shown; null: the board shows how it is now. */
  at = $state<number | null>(null);
  story = $state.raw<Story | null>(null);
  /** The steps run by themselves. */
  running = $state(false);
  /** What led to the step that is shown, when it was reached from the one before. */
  events = $state.raw<readonly GameEvent[]>([]);
  /** Which events are somebody's doing, where that is more than the actions. */
  isMove = $state.raw<(event: GameEvent) => boolean>(isAction);
  /** Cuts what a move brought about, where that is looked back at part by part. */
  partsOf: GameUi['parts'];
  private kept = new Map<number, Snapshot[]>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `onleave` is called when the board shows the present again. */
  constructor(
    private readonly table: Source,
    private readonly onleave: () => void,
  ) {}

  /** What others did since the viewer's last move. */
  readonly moves: readonly Move[] = $derived.by(() => {
    const { me, state, lines } = this.table;
    return me === null || state?.status !== 'playing' ? NO_MOVES : movesSince(lines, me, this.isMove);
  });

  /** The events of these moves, to be marked on the board. */
  readonly changed: readonly GameEvent[] = $derived.by(() =>
    this.at === null ? this.moves.flatMap(({ events }) => events) : [],
  );

  /** A line for each opponent who did something. */
  readonly told: readonly { seat: number; text: string }[] = $derived.by(() => {
    const { me } = this.table;
    return me === null ? [] : bySeat(this.moves, me).map(({ seat, events }) => ({ seat, text: this.inShort(events) }));
  });

  /** The step that is shown; null: the present, or how it was before the first step. */
  get shown(): Step | null {
    return (this.at && this.story?.steps[this.at - 1]) || null;
  }

  get view(): View | null {
    const { at, story } = this;
    if (at === null || !story) return null;
    return at === 0 ? story.before : (story.steps[at - 1]?.view ?? null);
  }

  /** What the step that is shown did, in sentences; three that are the same (drawing cards) are one. */
  get sentences(): string[] {
    return [...new Set((this.shown?.events ?? []).map((event) => this.sentence(event)))];
  }

  /** Remembers how it looked, for a seat of ours. */
  keep(state: State): void {
    const { seat, view, lines } = state;
    if (seat === null || !view) return;
    const start = movesSince(state, seat, this.isMove)[0]?.start ?? lines;
    const known = this.kept.get(seat) ?? [];
    // one from before the first move is enough
    const before = known.findLast((snapshot) => snapshot.lines <= start);
    const rest = known.filter((snapshot) => snapshot.lines > start && snapshot.lines < lines);
    this.kept.set(seat, [...(before && before.lines < lines ? [before] : []), ...rest, { lines, view: view as View }]);
  }

  /** Shows all of it again, one step after another. */
  async run(): Promise<void> {
    if (!(await this.open())) return;
    this.show(0);
    this.running = true;
    this.beat();
  }

  /** One step back or forth; back from the present, forth into it. */
  async step(by: 1 | -1): Promise<void> {
    this.pause();
    if (this.at === null && (by > 0 || !(await this.open()))) return;
    const steps = this.story?.steps.length ?? 0;
    const from = this.at ?? steps;
    if (from + by > steps) this.leave();
    else this.show(Math.max(0, from + by));
  }

  pause(): void {
    this.running = false;
    clearTimeout(this.timer);
  }

  /** Back to the present. Says whether we were elsewhere. */
  leave(): boolean {
    this.pause();
    if (this.at === null) return false;
    this.at = null;
    this.story = null;
    this.events = [];
    this.table.pointed = null;
    this.onleave();
    return true;
  }

  private show(at: number): void {
    const step = this.story?.steps[at - 1];
    this.events = step && this.at === at - 1 ? step.events : [];
    this.at = at;
    this.table.pointed = step?.events[0] ?? null;
  }

  private beat(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => {
        const last = this.story?.steps.length ?? 0;
        if (this.at === null || this.at >= last) return void this.leave();
        this.show(this.at + 1);
        this.beat();
      },
      (this.at === 0 ? BEAT / 2 : BEAT) * settings.slowness,
    );
  }

  /** Finds the steps: what was seen is here, the rest is asked for. */
  private async open(): Promise<boolean> {
    const { me } = this.table;
    if (me === null || !this.moves.length) return false;
    const story = storyOf(this.moves, this.kept.get(me) ?? []) ?? (await this.fetch(me));
    if (!story?.steps.length || me !== this.table.me) return false;
    this.story = this.partsOf ? inParts(story, this.partsOf) : story;
    return true;
  }

  private async fetch(me: number): Promise<Story | null> {
    let story: Story | null = null;
    await notices.attempt(async () => {
      const { total } = await api.moments(this.table.table, me, FAR);
      let from = Math.max(0, total - 1);
      from -= from % PAGE;
      const { moments } = await api.moments(this.table.table, me, from);
      story = storyFrom(moments, me, from === 0);
      if (story || !from) return;
      const before = await api.moments(this.table.table, me, from - PAGE);
      story = storyFrom([...before.moments, ...moments], me, true);
    });
    return story;
  }

  private sentence({ key, seat, values }: GameEvent): string {
    return this.table.say(`event.${key}`, { seat, ...values }, this.table.me);
  }

  /** Events in a few words each; if these have none, the last one in a sentence. */
  private inShort(events: readonly GameEvent[]): string {
    const last = events.at(-1);
    // it is told to the reader: “your village”
    const short = inShort(this.table.game, events, (key, values) => this.table.say(key, values, this.table.me));
    return short || (last ? this.sentence(last) : '');
  }
}
