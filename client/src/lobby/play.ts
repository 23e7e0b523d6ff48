// One click to a game: a table against bots that begins at once.

import { api } from '../api';
import { t } from '../i18n/index.svelte';
import { router } from '../router.svelte';
import { settings } from '../settings.svelte';
import type { GameCard } from '../types';

/** Opens a table with the strongest bots, starts it, and goes there. Whatever the server refuses is thrown. */
export async function playNow(game: GameCard): Promise<void> {
  const bot = game.bots.at(-1) as string;
  const seats = Array.from({ length: Math.min(3, game.most) }, (_, seat) =>
    seat ? { kind: 'bot' as const, bot } : { kind: 'me' as const },
  );
  const { table } = await api.open({ game: game.name, seats, name: settings.now.name || t('you') });
  await api.command(table, { id: 'start', do: 'start' });
  router.go(`/t/${table}`);
}
