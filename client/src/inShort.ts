// What somebody did, in a few words for each event, without the name of who did it.

import { wordsOf } from './i18n/index.svelte';
import type { GameEvent, Values } from './types';

/** A way of several steps is told by its end: of moves that go on from one another, the last. */
export function withoutPassing(events: readonly GameEvent[]): GameEvent[] {
  return events.filter((event, n) => {
    const next = events[n + 1];
    return !(next?.key === event.key && event.values.to !== undefined && next.values.at === event.values.to);
  });
}

/** A game that has no short words says whole sentences; some events have nothing to say. */
export function inShort(
  game: string,
  events: readonly GameEvent[],
  say: (key: string, values: Values) => string,
): string {
  const words = wordsOf(game);
  const told = ({ key, seat, values }: GameEvent) =>
    say(words.has(`short.${key}`) ? `short.${key}` : `event.${key}`, { seat, ...values });
  return withoutPassing(events).map(told).filter(Boolean).join(' · ');
}
