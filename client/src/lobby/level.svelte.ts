// The level of bots that the reader has chosen for each game, kept in this browser.

import { keep, keptJson } from '../kept';
import type { GameCard } from '../types';
import { levelsOf, usualBot } from './bots';

const KEPT = 'levels';

class ChosenLevels {
  private chosen = $state<Record<string, unknown>>({});

  constructor() {
    Object.assign(this.chosen, keptJson(KEPT));
  }

  /** The level that was chosen for a game; undefined if none was, or one that the game does not have any more. */
  of(game: Pick<GameCard, 'name' | 'bots'>): string | undefined {
    return levelsOf(game).find((level) => level === this.chosen[game.name]);
  }

  /** The bot to play against: of the chosen level, or the usual one. */
  opponent(game: Pick<GameCard, 'name' | 'bots'>): string {
    return this.of(game) ?? usualBot(game);
  }

  choose(game: string, level: string): void {
    this.chosen[game] = level;
    keep(KEPT, JSON.stringify(this.chosen));
  }
}

export const chosenLevels = new ChosenLevels();
