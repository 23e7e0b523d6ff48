// A fight as it is told: who, of which guild, who wins and why, and what is taken.

import type { GameEvent } from '../../types';
import type { Guild } from './view';

export interface Side {
  seat: number;
  guild: Guild;
}

export interface Fight {
  at: string;
  attacker: Side;
  defender: Side;
  winner: number;
  /** A guild that beats the other, or the same guild, which lets the defender win. */
  why: 'beats' | 'same';
  /** How many prisoners the winner took, and how many he leads now. */
  taken: number;
  leads: number;
  /** How many of them he delivered at once. */
  delivered: number;
}

export function fightIn(events: readonly GameEvent[]): Fight | null {
  const n = events.findIndex(({ key }) => key === 'combat');
  const combat = events[n];
  if (!combat) return null;
  const { space, other, winner } = combat.values;
  const [attacker, defender] = [combat.values.attacker, combat.values.defender] as [Guild, Guild];
  const after = events.slice(n + 1);
  const took = after.find(({ key }) => key === 'take')?.values;
  const home = after.find(({ key }) => key === 'deliver')?.values;
  return {
    at: String(space),
    attacker: { seat: combat.seat, guild: attacker },
    defender: { seat: Number(other), guild: defender },
    winner: Number(winner),
    why: attacker === defender ? 'same' : 'beats',
    taken: Number(took?.n ?? 0),
    leads: Number(took?.load ?? 0),
    delivered: Number(home?.n ?? 0),
  };
}

export function involves({ attacker, defender }: Fight, seat: number | null): boolean {
  return attacker.seat === seat || defender.seat === seat;
}
