// The level of bots that the reader has chosen for each game, and how many of them, kept in this browser.

import { keep, keptJson } from '../kept';
import type { GameCard } from '../types';
import { levelsOf, usualBot } from './bots';

const KEPT = 'levels';
const KEPT_NUMBERS = 'opponents';

class ChosenLevels {
  private chosen = $state<Record<string, unknown>>({});
  private numbers = $state<Record<string, unknown>>({});

  constructor() {
    Object.assign(this.chosen, keptJson(KEPT));
    Object.assign(this.numbers, keptJson(KEPT_NUMBERS));
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

  /** Against how many one may play. */
  numbersOf({ least, most }: Pick<GameCard, 'least' | 'most'>): number[] {
    return Array.from({ length: most - least + 1 }, (_, n) => least - 1 + n);
  }

  /** Against how many the reader plays: as many as were chosen, or two, which is good in all three games. */
  number(game: Pick<GameCard, 'name' | 'least' | 'most'>): number {
    const all = this.numbersOf(game);
    const usual = all.includes(2) ? 2 : (all[0] ?? 1);
    return all.find((n) => n === this.numbers[game.name]) ?? usual;
  }

  chooseNumber(game: string, number: number): void {
    this.numbers[game] = number;
    keep(KEPT_NUMBERS, JSON.stringify(this.numbers));
  }
}

export const chosenLevels = new ChosenLevels();
