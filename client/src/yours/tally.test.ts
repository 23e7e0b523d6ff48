import { expect, test } from 'vitest';
import type { YourGames } from '../types';
import { sectionsOf } from './tally';

test('a section for each game, levels in order, people last', () => {
  const yours: YourGames = {
    games: [],
    totals: [
      { game: 'mexica', games: 2, won: 1 },
      { game: 'azteco', games: 1, won: 0 },
    ],
    more: false,
    results: ['', 'greedy', '5', '1'].map((opponent) => ({ game: 'mexica', opponent, games: 1, won: 0 })),
    openings: [],
  };
  const [mexica, azteco] = sectionsOf(yours);
  expect(mexica).toMatchObject({ game: 'mexica', games: 2, won: 1 });
  expect(mexica?.results.map(({ opponent }) => opponent)).toEqual(['1', '5', 'greedy', '']);
  expect(azteco).toMatchObject({ game: 'azteco', games: 1, won: 0 });
});
