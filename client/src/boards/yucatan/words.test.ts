import { afterEach, expect, test } from 'vitest';
import { lang } from '../../i18n/index.svelte';
import { landOf } from './land';
import type { YucatanScene } from './view';
import { aboutSpace } from './words';

const land = landOf(2);
const scene = (phase: string) =>
  ({
    view: {
      ...{ seat: 0, seats: 2, phase, villages: [] },
      warriors: [
        { at: 'L3', seat: 0, guild: 'jaguar', load: 0, shown: false },
        { at: 'L5', seat: 1, guild: 'serpent', load: 0, shown: false },
        { at: 'K9', seat: 1, guild: 'jaguar', load: 0, shown: true },
      ],
    },
    names: ['Ana', 'Bo'],
    say: (key: string) => key,
  }) as unknown as YucatanScene;
const told = (phase: string) => ['L3', 'L5', 'K9'].map((at) => aboutSpace(scene(phase), land, at)).join(' ');

afterEach(() => (lang.now = 'en'));

test.each([
  ['en', 'secret', 'shown to all'],
  ['fr', 'guilde secrète', 'montrée à tous'],
] as const)('no guild is called secret when the game is over (%s)', (language, secret, shown) => {
  lang.now = language;
  expect(told('turn')).toContain(secret);
  expect(told('turn')).toContain(shown);
  expect(told('over')).not.toContain(secret);
  expect(told('over')).not.toContain(shown); // all of them are
  expect(told('over')).toContain('guild.serpent');
});
