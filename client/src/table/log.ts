// The lines of a log as they are read: turn by turn, and what was taken back folded away.

import type { GameEvent, Line } from '../types';

export type Entry =
  | { kind: 'event'; event: GameEvent; line: Line }
  | { kind: 'note'; note: string; line: Line }
  /** What a player did and took back, `times` times. */
  | { kind: 'undone'; lines: Line[]; times: number };

/** What one player did, one thing after another. `seat` is -1 for chance, null for what happens at the table. */
export interface Turn {
  /** The number of its first line: it stays the same while the turn grows. */
  at: number;
  seat: number | null;
  entries: Entry[];
}

/** Notes that are told elsewhere: what is said has a place of its own. */
const ELSEWHERE = new Set(['chatted', 'rematched']);
/** What happens to all, whoever's turn brought it about: no player's mark stands beside it. */
const OF_ALL = new Set(['period_end', 'district', 'period_begin', 'over']);

/** Whether an event goes on with what the one before did: the next step of a walk, one more of the same tokens. */
function goesOn(before: GameEvent, event: GameEvent): boolean {
  return before.key === event.key && before.seat === event.seat && before.values.to === event.values.at;
}

/** By the last of several events: they must be the same object again when the log has grown. */
const gathered = new WeakMap<GameEvent, GameEvent>();

/** Several events in a row as one, from where the first began to where the last ended, with how many `times`. */
function together(before: GameEvent, event: GameEvent): GameEvent {
  const { at } = before.values;
  const times = Number(before.values.times ?? 1) + 1;
  const known = gathered.get(event);
  if (known?.values.at === at && known?.values.times === times) return known;
  const whole = { ...event, values: { ...event.values, ...(at === undefined ? {} : { at }), times } };
  gathered.set(event, whole);
  return whole;
}

/**
 * `first` is the number of the first of these lines. `gathers`: of which events several in a row are one line, as the
 * steps of a walk.
 */
export function turnsOf(log: readonly Line[], first = 0, gathers: (key: string) => boolean = () => false): Turn[] {
  const turns: Turn[] = [];
  const add = (at: number, seat: number | null, entry: Entry) => {
    const last = turns.at(-1);
    if (last && last.seat === seat && seat !== null) {
      const before = last.entries.at(-1);
      if (
        before?.kind === 'event' &&
        entry.kind === 'event' &&
        gathers(entry.event.key) &&
        goesOn(before.event, entry.event)
      )
        last.entries[last.entries.length - 1] = { ...entry, event: together(before.event, entry.event) };
      else last.entries.push(entry);
    } else turns.push({ at, seat, entries: [entry] });
  };
  log.forEach((line, n) => {
    const { event, note } = line;
    const at = first + n;
    if (line.undone || note === 'undone') {
      const seat = event?.seat ?? line.seat ?? null;
      const last = turns.at(-1);
      const before = last?.entries.at(-1);
      const times = note === 'undone' ? 1 : 0;
      if (before?.kind === 'undone') {
        before.times += times;
        if (event) before.lines.push(line);
      } else
        add(at, last && event?.seat === -1 ? last.seat : seat, { kind: 'undone', lines: event ? [line] : [], times });
    } else if (event) add(at, OF_ALL.has(event.key) ? -1 : event.seat, { kind: 'event', event, line });
    else if (note && !ELSEWHERE.has(note)) add(at, null, { kind: 'note', note, line });
  });
  return turns;
}

/** The last turns, about `lines` lines of them, and how many turns are before. */
export function lastTurns(turns: readonly Turn[], lines: number): [Turn[], number] {
  let from = turns.length;
  for (let count = 0; from > 0 && count < lines;) count += turns[--from]?.entries.length ?? 0;
  return [turns.slice(from), from];
}

export interface Said {
  /** The number of its line. */
  line: number;
  at: number;
  seat: number | null;
  name: string;
  text: string;
}

export function chatOf(log: readonly Line[], first = 0): Said[] {
  return log.flatMap(({ note, at, seat, name, text }, n) =>
    note === 'chatted'
      ? [{ line: first + n, at: at ?? 0, seat: seat ?? null, name: name ?? '', text: text ?? '' }]
      : [],
  );
}
