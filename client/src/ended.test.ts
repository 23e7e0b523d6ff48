import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { api } from './api';
import { howItEnded, scoreInWords, whoHasWon } from './ended';
import { lang, wordsOf } from './i18n/index.svelte';
import type { State } from './types';

type Result = NonNullable<State['result']>;
const ended = (winners: number[], how: string, scores: number[] | null): Result =>
  ({ winners, how, scores, ranks: null, resigned: [], by_bots: [] }) as unknown as Result;

test.each([
  ['en', 'Ana has won: Ana 5 levels and Bo 1 level. A pyramid is finished.', 'have won together'],
  ['fr', 'Ana a gagné\u00a0: Ana 5 niveaux et Bo 1 niveau. Une pyramide est achevée.', 'ont gagné ensemble'],
] as const)('a game that is over is said to be won, and how it ended, in %s', async (language, won, together) => {
  vi.spyOn(api, 'words').mockImplementation(async (game, of) =>
    JSON.parse(readFileSync(`../src/texcoco/games/${game}/text.${of}.json`, 'utf8')),
  );
  lang.now = language;
  await Promise.all(['yucatan', 'mexica'].map((game) => wordsOf(game).load()));
  const names = ['Ana', 'Bo'];
  expect(whoHasWon('yucatan', ended([0], 'end.pyramid', [5, 1]), [5, 1], names)).toBe(won);
  expect(whoHasWon('mexica', ended([0, 1], '', [40, 40]), [40, 40], names)).toContain(together);
  // nobody counted: what the players had when one of them gave up
  expect(whoHasWon('mexica', ended([1], 'resigned', null), [30, 12], names)).toMatch(/Bo .*: Ana 30 (and|et) Bo 12\. /);
  expect(whoHasWon('mexica', ended([], 'resigned', null), [30, 12], names)).toBe('');
  expect(howItEnded('mexica', ended([1], 'unheard-of', null), names)).toBe('');
  expect(scoreInWords('mexica', -3)).toBe('−3');
});
