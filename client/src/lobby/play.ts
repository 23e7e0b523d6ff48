// One click to a game: a table against bots that begins at once.

import { api } from '../api';
import { router } from '../router.svelte';
import { settings } from '../settings.svelte';
import type { GameCard } from '../types';
import { opened } from './opened';
import { againstBots } from './plan';

/** Opens the table, starts the game, and goes there. Who has told no name is called by the colour, as the log wants one. Whatever the server refuses is thrown. */
export async function playNow(game: GameCard): Promise<void> {
  const { table } = await api.open(againstBots(game, settings.now.name.trim()));
  opened.add(table);
  await api.command(table, { id: 'start', do: 'start' });
  router.go(`/t/${table}`);
}
