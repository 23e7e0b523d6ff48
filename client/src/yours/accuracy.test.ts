import { expect, test } from 'vitest';
import type { YourGames } from '../types';
import { accuracyIn, type OwnGame } from './accuracy';

const game = (changes: Partial<OwnGame>): OwnGame => ({
  table: 't',
  at: 0,
  game: 'mexica',
  seat: 0,
  seats: 2,
  place: 1,
  score: 1,
  won: false,
  against: ['1'],
  from_position: false,
  to_the_end: true,
  ...changes,
});
/** As the server has them: the newest first. */
const yours = (...games: Partial<OwnGame>[]): YourGames => ({
  games: games.map(game).reverse(),
  totals: [],
  more: false,
  results: [],
  openings: [],
});
const exact = (...numbers: number[]) => yours(...numbers.map((accuracy) => ({ accuracy })));

test('the points come in the order of the games, without those of other games and of positions', () => {
  const found = accuracyIn(
    yours(
      { accuracy: 60, won: true },
      { accuracy: 10, game: 'azteco' },
      { accuracy: 20, from_position: true },
      { accuracy: 80 },
    ),
    'mexica',
  );
  expect(found.points).toEqual([
    { accuracy: 60, won: true },
    { accuracy: 80, won: false },
  ]);
});

test('few games have an average, more are compared with as many before them', () => {
  expect(accuracyIn(exact(60, 70, 80), 'mexica')).toMatchObject({ now: 70, before: null, games: 3 });
  expect(accuracyIn(exact(60, 70, 80, 90), 'mexica')).toMatchObject({ now: 85, before: 65, games: 2 });
  const many = exact(...Array<number>(5).fill(0), ...Array<number>(10).fill(50), ...Array<number>(10).fill(90));
  expect(accuracyIn(many, 'mexica')).toMatchObject({ now: 90, before: 50, games: 10 });
});

test('the last game without an analysis is offered first, but not one that a bot finished', () => {
  const { missing } = accuracyIn(
    yours(
      { table: 'a' },
      { table: 'b' },
      { table: 'c', accuracy: 70 },
      { table: 'd', to_the_end: false },
      { table: 'e', accuracy: null }, // nothing to judge: asking again brings no more
    ),
    'mexica',
  );
  expect(missing.map(({ table }) => table)).toEqual(['b', 'a']);
  expect(accuracyIn(yours({ game: 'other' }), 'other').missing).toEqual([]);
});
