// Bots are named by how hard they are to beat (`src/texcoco/bots/text.*.json`); a bot of another package keeps its own
// name.

import { has, t } from '../i18n/index.svelte';
import type { GameCard } from '../types';

/** The names of the levels, the weakest first. */
export const LEVELS: readonly string[] = ['1', '2', '3', '4', '5'];

export function botLevel(bot: string): string {
  const key = `bot.${bot}`;
  return has(key) ? t(key) : bot;
}

/** A sentence about it; empty for a bot of another package. */
export function botAbout(bot: string): string {
  const key = `bot.${bot}.about`;
  return has(key) ? t(key) : '';
}

export function botName(bot: string): string {
  return t('home.bot', { level: botLevel(bot) });
}

export function levelsOf(game: Pick<GameCard, 'bots'>): string[] {
  return game.bots.filter((bot) => LEVELS.includes(bot));
}

/** The level for somebody who has chosen none: a middle one. */
export function usualBot(game: Pick<GameCard, 'bots'>): string {
  return ['3', 'greedy'].find((bot) => game.bots.includes(bot)) ?? game.bots.at(-1) ?? '';
}

/**
 * The next level for somebody who has just beaten a table of bots of one level alone; undefined if that is not what
 * happened, or if there is none above it.
 */
export function nextLevel(
  seats: readonly { kind: string; bot?: string | null }[],
  mine: readonly number[],
  winners: readonly number[],
): string | undefined {
  const [me] = mine;
  if (mine.length !== 1 || winners.length !== 1 || winners[0] !== me) return undefined;
  const others = seats.filter((_, seat) => seat !== me);
  const [level] = others.map(({ bot }) => bot ?? '');
  if (!level || !others.every(({ kind, bot }) => kind === 'bot' && bot === level)) return undefined;
  return LEVELS[LEVELS.indexOf(level) + 1 || LEVELS.length];
}
