// The games that the server has, in the reader's language. Kept in this browser, so that who comes back sees them at once.

import { api } from '../api';
import { lang } from '../i18n/index.svelte';
import type { GameCard } from '../types';

const KEPT = 'texcoco.games';

class Games {
  private cards = $state.raw<Record<string, GameCard[]>>({});

  constructor() {
    if (typeof localStorage === 'undefined') return;
    try {
      this.cards = JSON.parse(localStorage.getItem(KEPT) ?? '{}');
    } catch {
      // whatever was there is not ours
    }
  }

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
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.cards));
    } catch {
      // full: it is asked for again next time
    }
  }
}

export const games = new Games();
