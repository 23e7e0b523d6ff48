import { expect, test } from 'vitest';
import type { Status, TableCard } from '../types';
import { shelve, without } from './tables.svelte';

function card(table: string, status: Status, more: Partial<TableCard> = {}): TableCard {
  return {
    table,
    status,
    game: 'mexica',
    public: true,
    created: 0,
    updated: 0,
    seats: [
      { kind: 'person', name: 'Ana', bot: null },
      { kind: status === 'open' ? 'open' : 'bot', name: '', bot: null },
    ],
    actors: [],
    result: null,
    yours: [],
    your_turn: false,
    from_position: false,
    ...more,
  };
}

test('where it is your turn comes first, what waits for people last', () => {
  const own = [
    card('a', 'open', { updated: 9 }),
    card('b', 'playing', { updated: 5 }),
    card('c', 'playing', { updated: 1, your_turn: true }),
  ];
  expect(shelve(own, []).mine.map((each) => each.table)).toEqual(['c', 'b', 'a']);
});

test('what is mine is not shown again among the others, nor anything twice', () => {
  const shelves = shelve([card('a', 'open')], [card('a', 'open'), card('d', 'open'), card('d', 'open')]);
  expect(shelves.open.map((each) => each.table)).toEqual(['d']);
});

test('a public table without a free seat is not to be joined', () => {
  const full = card('e', 'open', { seats: [{ kind: 'person', name: 'Bo', bot: null }] });
  expect(shelve([], [full]).open).toEqual([]);
});

test('finished games are there to replay, one’s own first', () => {
  const shelves = shelve([card('a', 'over')], [card('f', 'over'), card('g', 'playing')]);
  expect(shelves.over.map((each) => each.table)).toEqual(['a', 'f']);
  expect(shelves.running.map((each) => each.table)).toEqual(['g']);
});

test('finished games that were put away leave one’s list, and nothing else does', () => {
  const own = [
    card('a', 'over', { yours: [0] }),
    card('b', 'over', { yours: [1] }),
    card('c', 'playing', { yours: [0] }),
  ];
  const shelves = without(shelve(own, [card('d', 'over')]), ['a', 'c', 'd']);
  expect(shelves.over.map(({ table }) => table)).toEqual(['b', 'd']);
  expect(shelves.mine.map(({ table }) => table)).toEqual(['c']);
});
