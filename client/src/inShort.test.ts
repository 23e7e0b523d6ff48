import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { api } from './api';
import { lang, wordsOf } from './i18n/index.svelte';
import { inShort } from './inShort';
import type { GameEvent } from './types';

const did = (action: string, more = {}): GameEvent => ({
  key: action.split(' ')[0] as string,
  seat: 1,
  values: { action, ...more },
});

test.each([
  ['en', 'takes 2 action tokens · bridge at K5', 'takes an action token', '2 canals at K6, L6 and L7'],
  ['fr', 'prend 2 jetons d’action · pont en K5', 'prend un jeton d’action', '2 canaux en K6, L6 et L7'],
] as const)('what is done twice is told once, in %s', async (language, twice, once, dug) => {
  vi.spyOn(api, 'words').mockImplementation(async (game, of) =>
    JSON.parse(readFileSync(`../src/texcoco/games/${game}/text.${of}.json`, 'utf8')),
  );
  lang.now = language;
  const words = wordsOf('mexica');
  await words.load();
  const told = (...events: GameEvent[]) => inShort('mexica', events, (key, values) => words.say(key, values));
  const take = (left: number) => did('take', { left });
  expect(told(take(9), did('bridge K5 h', { at: 'K5' }), take(8))).toBe(twice);
  expect(told(take(9))).toBe(once);
  const canals = [did('canal K6', { at: ['K6'] }), did('canal L6 L7', { at: ['L6', 'L7'] })];
  expect(told(...canals, take(9))).toBe(`${dug} · ${once}`);
  const walk = (at: string, to: string) => did(`walk ${to}`, { at, to });
  const there = [walk('K5', 'K6'), take(9), walk('K6', 'K5'), walk('K5', 'K6')];
  expect(told(...there).split(' · ')).toHaveLength(3); // no words for several: told as often as it was done
});
