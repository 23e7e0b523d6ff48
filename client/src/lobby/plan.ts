// A table that is being set up: who is to sit where, options and clock. The form changes it; `request` makes the
// message for the server.

import type { GameCard, NewTable, SeatPlan } from '../types';
import { chosenLevels } from './level.svelte';

/** `me` is who opens the table, `here` another person on the same screen, `friend` whoever comes by the link. */
export type Sitter =
  { kind: 'me' } | { kind: 'here'; name: string } | { kind: 'friend' } | { kind: 'bot'; bot: string };
export type Pace = 'none' | 'days' | 'live';

export interface Plan {
  sitters: Sitter[];
  options: Record<string, unknown>;
  pace: Pace;
  days: number;
  minutes: number;
  increment: number;
  open: boolean;
  hints: boolean;
}

/** The default number of seats: three is good in all three games. */
export function usualSeats(game: GameCard): number {
  return Math.max(game.least, Math.min(3, game.most));
}

export function usualPlan(game: GameCard): Plan {
  const sitters: Sitter[] = [{ kind: 'me' }, { kind: 'friend' }];
  while (sitters.length < usualSeats(game)) sitters.push({ kind: 'bot', bot: chosenLevels.opponent(game) });
  return {
    sitters,
    options: Object.fromEntries(game.options.map((option) => [option.name, option.default])),
    pace: 'none',
    days: 2,
    minutes: 20,
    increment: 20,
    open: false,
    hints: true,
  };
}

export function withSeat(plan: Plan, game: GameCard): Plan {
  if (plan.sitters.length >= game.most) return plan;
  return { ...plan, sitters: [...plan.sitters, { kind: 'bot', bot: chosenLevels.opponent(game) }] };
}

export function withoutSeat(plan: Plan, game: GameCard, seat: number): Plan {
  if (plan.sitters.length <= game.least) return plan;
  const sitters = plan.sitters.filter((_, n) => n !== seat);
  return { ...plan, sitters, options: fitting(plan.options, game, sitters.length) };
}

/**
 * Puts somebody else on a seat. Who opens the table sits there once: moving there frees the other seat for a friend.
 */
export function withSitter(plan: Plan, seat: number, sitter: Sitter): Plan {
  const sitters = plan.sitters.map((other, n): Sitter => {
    if (n === seat) return sitter;
    return sitter.kind === 'me' && other.kind === 'me' ? { kind: 'friend' } : other;
  });
  return { ...plan, sitters };
}

/** The first player cannot be on a seat that is not there. */
function fitting(options: Record<string, unknown>, game: GameCard, seats: number): Record<string, unknown> {
  const gone = Object.entries(options).filter(
    ([name, value]) => name === 'first' && /^\d+$/.test(String(value)) && Number(value) >= seats,
  );
  const usual = Object.fromEntries(game.options.map((option) => [option.name, option.default]));
  return { ...options, ...Object.fromEntries(gone.map(([name]) => [name, usual[name] ?? null])) };
}

/** What can be chosen for an option at a table of so many. */
export function choicesFor(name: string, choices: readonly unknown[], seats: number): readonly unknown[] {
  return name === 'first' ? choices.filter((value) => !/^\d+$/.test(String(value)) || Number(value) < seats) : choices;
}

/** A table against bots, as "play now" opens it. */
export function againstBots(game: GameCard, name: string): NewTable {
  const seats = Array.from({ length: chosenLevels.number(game) + 1 }, (_, seat): SeatPlan =>
    seat ? { kind: 'bot', bot: chosenLevels.opponent(game) } : { kind: 'me' },
  );
  return { game: game.name, seats, name };
}

/** The message that opens the table. Only options that differ from the default are sent; the server adds the others. */
export function request(plan: Plan, game: GameCard, name: string): NewTable {
  const options = game.options.filter((option) => plan.options[option.name] !== option.default);
  return {
    game: game.name,
    name,
    public: plan.open && plan.sitters.some((sitter) => sitter.kind === 'friend'),
    hints: plan.hints,
    seats: plan.sitters.map((sitter): SeatPlan => {
      if (sitter.kind === 'bot') return { kind: 'bot', bot: sitter.bot };
      if (sitter.kind === 'friend') return { kind: 'open' };
      return sitter.kind === 'here' ? { kind: 'me', name: sitter.name } : { kind: 'me' };
    }),
    options: Object.fromEntries(options.map((option) => [option.name, plan.options[option.name] ?? null])),
    clock:
      plan.pace === 'none'
        ? null
        : plan.pace === 'days'
          ? { days: plan.days }
          : { minutes: plan.minutes, increment: plan.increment },
  };
}

/** Whether the game can start as soon as the table is open. */
export function ready(plan: Plan): boolean {
  return plan.sitters.every((sitter) => sitter.kind !== 'friend');
}
