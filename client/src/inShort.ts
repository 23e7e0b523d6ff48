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

/** Pieces of one kind that were laid one after another, each on several spaces, are one: the canals of a turn. */
export function gathered(events: readonly GameEvent[]): GameEvent[] {
  const found: GameEvent[] = [];
  for (const event of events) {
    const last = found.at(-1);
    const [before, now] = [last?.values.at, event.values.at];
    if (last?.key === event.key && Array.isArray(before) && Array.isArray(now)) {
      const times = Number(last.values.times ?? 1) + 1;
      found[found.length - 1] = { ...last, values: { ...last.values, at: [...before, ...now], times } };
    } else found.push(event);
  }
  return found;
}

/**
 * A game that has no short words says whole sentences; some events have nothing to say. What was done several times is
 * said once where the sentence can count: it is given `times`.
 */
export function inShort(
  game: string,
  events: readonly GameEvent[],
  say: (key: string, values: Values) => string,
): string {
  const words = wordsOf(game);
  const told = ({ key, seat, values }: GameEvent, times = 1) =>
    say(words.has(`short.${key}`) ? `short.${key}` : `event.${key}`, { seat, times, ...values });
  const deeds = gathered(withoutPassing(events)).map((event) => ({ event, text: told(event) }));
  return deeds
    .flatMap(({ event, text }, n) => {
      const same = deeds.filter((deed) => deed.event.key === event.key && deed.text === text);
      const together = told(event, same.length);
      if (together === text) return [text];
      return same[0] === deeds[n] ? [together] : [];
    })
    .filter(Boolean)
    .join(' · ');
}
