// One click to a game: a table against bots that begins at once.

import { api } from '../api';
import { wordsOf } from '../i18n/index.svelte';
import { router } from '../router.svelte';
import { settings } from '../settings.svelte';
import type { GameCard, NewTable, SeatPlan } from '../types';
import { chosenLevels } from './level.svelte';
import { againstBots, ready, request, type Plan } from './plan';

/**
 * Opens the table, starts the game, and goes there. A player without a name is called by the colour.
 * Whatever the server refuses is thrown.
 */
export async function playNow(game: GameCard): Promise<void> {
  await playAt(againstBots(game, settings.now.name.trim()));
}

/** The same for somebody who has beaten a level: as many bots of the next one. */
export async function playNextLevel(game: string, seats: number, level: string): Promise<void> {
  chosenLevels.choose(game, level);
  const others = Array.from({ length: seats - 1 }, (): SeatPlan => ({ kind: 'bot', bot: level }));
  await playAt({ game, seats: [{ kind: 'me' }, ...others], name: settings.now.name.trim() });
}

/** Opens a table as it was planned, starts the game if nobody is missing, and goes there. `start`: where it begins. */
export async function openPlanned(
  plan: Plan,
  game: GameCard,
  start: Pick<NewTable, 'from' | 'position'> = {},
): Promise<void> {
  const { table } = await api.open({ ...request(plan, game, settings.now.name.trim()), ...start });
  if (ready(plan)) await api.command(table, { id: 'start', do: 'start' });
  router.go(`/t/${table}`);
}

/** Opens a table, starts its game, and goes there. `opened` is told which table it is, before its page is shown. */
export async function playAt(plan: NewTable, opened?: (table: string) => void): Promise<void> {
  void wordsOf(plan.game)
    .load()
    .catch(() => {}); // the table asks for them again
  const { table } = await api.open(plan);
  opened?.(table);
  await api.command(table, { id: 'start', do: 'start' });
  router.go(`/t/${table}`);
}
