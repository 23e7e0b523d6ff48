import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { api } from './api';
import { lang, wordsOf, type Language } from './i18n/index.svelte';
import { inShort } from './inShort';
import type { GameEvent } from './types';

const did = (action: string, more = {}): GameEvent => ({
  key: action.split(' ')[0] as string,
  seat: 1,
  values: { action, ...more },
});

const loadWords = async (game: string, language: Language) => {
  vi.spyOn(api, 'words').mockImplementation(async (of, tongue) =>
    JSON.parse(readFileSync(`../src/texcoco/games/${of}/text.${tongue}.json`, 'utf8')),
  );
  lang.now = language;
  const words = wordsOf(game);
  await words.load();
  return words;
};

test.each([
  ['en', 'takes 2 action tokens · bridge at K5', 'takes an action token', '2 canals at K6, L6 and L7'],
  ['fr', 'prend 2 jetons d’action · pont en K5', 'prend un jeton d’action', '2 canaux en K6, L6 et L7'],
] as const)('what is done twice is told once, in %s', async (language, twice, once, dug) => {
  const words = await loadWords('mexica', language);
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

test.each([
  ['en', ['raids your village at C4', 'raids Bo’s village at C4', 'raids the neutral village at C4']],
  ['fr', ['pille votre village en C4', 'pille le village de Bo en C4', 'pille le village neutre en C4']],
] as const)('whoever reads it is “you”, in %s', async (language, [mine, others, neutral]) => {
  const words = await loadWords('yucatan', language);
  const told = (key: string, values: GameEvent['values']) =>
    inShort('yucatan', [{ key, seat: 2, values }], (key, values) => words.say(key, values, ['Léa', 'Bo', 'Cy'], 0));
  expect(told('raid', { owner: 0, space: 'C4' })).toBe(mine);
  expect(told('raid', { owner: 1, space: 'C4' })).toBe(others);
  expect(told('raid', { owner: -1, space: 'C4' })).toBe(neutral);
  const fight = { other: 0, winner: 0, space: 'C4', attacker: 'jaguar', defender: 'serpent' };
  expect(told('combat', fight)).not.toContain('Léa');
  expect(told('combat', { ...fight, winner: 2 })).toContain('Cy');
  expect(told('steal', { n: 1, owner: 0 })).not.toContain('Léa');
});

test.each([
  ['en', ['accuses you', 'believes Bo', 'gives you a cursed stone']],
  ['fr', ['vous accuse', 'croit Bo', 'vous donne une pierre maudite']],
] as const)('so in the temple, in %s', async (language, [accused, believed, given]) => {
  const words = await loadWords('azteco', language);
  const told = (key: string, values: GameEvent['values']) =>
    inShort('azteco', [{ key, seat: 2, values }], (key, values) => words.say(key, values, ['Léa', 'Bo', 'Cy'], 0));
  expect(told('voted', { vote: 'accuse', target: 0 })).toBe(accused);
  expect(told('voted', { vote: 'believe', target: 1 })).toBe(believed);
  expect(told('give', { to: 0 })).toBe(given);
});
