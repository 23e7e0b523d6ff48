// The games that the server has, in the reader's language. Kept in this browser, so that who comes back sees them at
// once.

import { api } from '../api';
import { lang } from '../i18n/index.svelte';
import { keep, keptJson } from '../kept';
import type { GameCard } from '../types';

const KEPT = 'games';

class Games {
  private cards = $state.raw((keptJson(KEPT) ?? {}) as Record<string, GameCard[]>);

  get now(): readonly GameCard[] {
    // while another language is on its way, the one that is there
    return this.cards[lang.now] ?? Object.values(this.cards)[0] ?? [];
  }

  find(name: string): GameCard | undefined {
    return this.now.find((game) => game.name === name);
  }

  async load(): Promise<void> {
    const language = lang.now;
    const { games } = await api.games();
    this.cards = { ...this.cards, [language]: games };
    keep(KEPT, JSON.stringify(this.cards));
  }
}

export const games = new Games();
