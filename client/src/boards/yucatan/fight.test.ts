import { expect, test } from 'vitest';
import type { GameEvent } from '../../types';
import { fightIn, involves } from './fight';

const march: GameEvent = { key: 'march', seat: 1, values: { action: 'march D5 D6', start: 'D5', end: 'D6' } };
const combat = (attacker: string, defender: string, winner: number): GameEvent => ({
  key: 'combat',
  seat: 1,
  values: { space: 'D6', attacker, defender, other: 0, winner },
});
const take = (seat: number): GameEvent => ({ key: 'take', seat, values: { space: 'D6', n: 2, load: 3 } });

test('a fight tells who, of which guild, who wins and why, and what is taken', () => {
  const fight = fightIn([march, combat('jaguar', 'serpent', 1), take(1)]);
  expect(fight).toEqual({
    at: 'D6',
    attacker: { seat: 1, guild: 'jaguar' },
    defender: { seat: 0, guild: 'serpent' },
    winner: 1,
    why: 'beats',
    taken: 2,
    leads: 3,
    delivered: 0,
  });
});

test('the same guild lets the defender win, who delivers at home', () => {
  const home: GameEvent = { key: 'deliver', seat: 0, values: { space: 'D6', n: 3 } };
  const fight = fightIn([march, combat('serpent', 'serpent', 0), take(0), home]);
  expect(fight).toMatchObject({ why: 'same', winner: 0, delivered: 3 });
});

test('a march without an enemy is no fight; whoever stands aside is not involved', () => {
  expect(fightIn([march])).toBe(null);
  const fight = fightIn([march, combat('jaguar', 'serpent', 1), take(1)]);
  expect(fight && [0, 1, 2, null].map((seat) => involves(fight, seat))).toEqual([true, true, false, false]);
});
