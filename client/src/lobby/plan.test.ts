import { expect, test } from 'vitest';
import type { GameCard } from '../types';
import { againstBots, choicesFor, ready, request, usualPlan, withoutSeat, withSeat, withSitter } from './plan';

const game: GameCard = {
  name: 'azteco',
  title: 'Azteco',
  tagline: '',
  least: 3,
  most: 4,
  rules: 1,
  bots: ['random', 'greedy', 'deep'],
  options: [
    { name: 'first', default: 'random', label: '', help: '', choices: ['random', '0', '1', '2', '3'] },
    { name: 'rotate', default: false, label: '', help: '' },
  ],
};

test('the usual table: me, a friend, bots for the rest', () => {
  const plan = usualPlan(game);
  expect(plan.sitters).toEqual([{ kind: 'me' }, { kind: 'friend' }, { kind: 'bot', bot: 'greedy' }]);
  expect(ready(plan)).toBe(false);
});

test('seats stay within what the game allows', () => {
  const three = usualPlan(game);
  const four = withSeat(three, game);
  expect(four.sitters).toHaveLength(4);
  expect(withSeat(four, game)).toBe(four);
  expect(withoutSeat(three, game, 1)).toBe(three);
  expect(withoutSeat(four, game, 1).sitters).toEqual([
    { kind: 'me' },
    { kind: 'bot', bot: 'greedy' },
    { kind: 'bot', bot: 'greedy' },
  ]);
});

test('one sits once as oneself', () => {
  const plan = withSitter(usualPlan(game), 2, { kind: 'me' });
  expect(plan.sitters).toEqual([{ kind: 'friend' }, { kind: 'friend' }, { kind: 'me' }]);
  expect(withSitter(plan, 0, { kind: 'here', name: 'Bo' }).sitters[2]).toEqual({ kind: 'me' });
});

test('who goes first is somebody who is there', () => {
  const four = withSeat(usualPlan(game), game);
  four.options.first = '3';
  expect(withoutSeat(four, game, 2).options.first).toBe('random');
  expect(choicesFor('first', ['random', '0', '3'], 3)).toEqual(['random', '0']);
  expect(choicesFor('rounds', [3, 4], 3)).toEqual([3, 4]);
});

test('the server is asked for what differs from the usual', () => {
  const plan = usualPlan(game);
  plan.options.rotate = true;
  plan.sitters[2] = { kind: 'here', name: 'Bo' };
  plan.pace = 'live';
  plan.open = true;
  expect(request(plan, game, 'Ana')).toEqual({
    game: 'azteco',
    name: 'Ana',
    public: true,
    hints: true,
    seats: [{ kind: 'me' }, { kind: 'open' }, { kind: 'me', name: 'Bo' }],
    options: { rotate: true },
    clock: { minutes: 20, increment: 20 },
  });
});

test('a table without hints', () => {
  expect(request({ ...usualPlan(game), hints: false }, game, 'Ana').hints).toBe(false);
});

test('nobody can join a table without a free seat, so it is not shown', () => {
  const plan = usualPlan(game);
  plan.sitters[1] = { kind: 'here', name: 'Bo' };
  plan.open = true;
  expect(request(plan, game, 'Ana').public).toBe(false);
});

test('play now: me against bots', () => {
  expect(againstBots(game, 'Ana').seats).toEqual([
    { kind: 'me' },
    { kind: 'bot', bot: 'greedy' },
    { kind: 'bot', bot: 'greedy' },
  ]);
});
