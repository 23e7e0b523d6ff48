// Who sits where when a game goes on from a position: three answers that fit most, each seat can be changed then.

import { chosenLevels } from '../lobby/level.svelte';
import type { Sitter } from '../lobby/plan';
import type { GameCard } from '../types';

export const COMPANIES = ['bots', 'friends', 'alone'] as const;
export type Company = (typeof COMPANIES)[number];

/** The seats of a position, of which the reader has `me`. */
export function sittersIn(company: Company, game: GameCard, seats: number, me: number): Sitter[] {
  const others: Record<Company, Sitter> = {
    bots: { kind: 'bot', bot: chosenLevels.opponent(game) },
    friends: { kind: 'friend' },
    alone: { kind: 'here', name: '' },
  };
  return Array.from({ length: seats }, (_, seat) => (seat === me ? { kind: 'me' } : others[company]));
}
