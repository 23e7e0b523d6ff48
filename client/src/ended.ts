// How a game ended, in words.

import { signed, t, wordsOf } from './i18n/index.svelte';
import type { State } from './types';

type Result = NonNullable<State['result']>;

/** By which rule it ended, or that the others gave up; empty if there is nothing to say. */
export function howItEnded(game: string, { how }: Pick<Result, 'how'>, names: readonly string[]): string {
  if (how && wordsOf(game).has(how)) return wordsOf(game).say(how, {}, names);
  return how === 'resigned' ? t('table.over.resigned') : '';
}

/** A score with what it counts, where the game has a word for that. */
export function scoreInWords(game: string, n: number): string {
  const words = wordsOf(game);
  return words.has('score') ? words.say('score', { n }) : signed(n);
}

/** Who has won, with how many points, and how it ended. */
export function whoHasWon(game: string, result: Result, lead: readonly number[], names: readonly string[]): string {
  const { winners = [] } = result;
  if (!winners.length) return '';
  const scores = result.scores ?? lead;
  const standing = names.map((name, seat) => `${name} ${scoreInWords(game, scores[seat] ?? 0)}`);
  const won = t('timeline.lead.won', { names: winners.map((seat) => names[seat]), n: winners.length, standing });
  return [won, howItEnded(game, result, names)].filter(Boolean).join(' ');
}
