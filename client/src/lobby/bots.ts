// Bots are named by how hard they are to beat; one that the page has no words for keeps its own name.

import { has, t } from '../i18n/index.svelte';
import type { GameCard } from '../types';

export function botLevel(bot: string): string {
  const key = `home.bot.${bot}`;
  return has(key) ? t(key) : bot;
}

export function botName(bot: string): string {
  return t('home.bot', { level: botLevel(bot) });
}

/** The one that a newcomer meets: no fool, and answers at once. */
export function usualBot(game: Pick<GameCard, 'bots'>): string {
  return game.bots.includes('greedy') ? 'greedy' : (game.bots.at(-1) ?? '');
}
