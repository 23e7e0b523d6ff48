import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import app from '../../app.css?raw';
import { distance, VISION } from '../../art/colours';
import Board from './Board.svelte';
import { YucatanHand } from './hand.svelte';
import type { YucatanScene } from './view';
import css from './yucatan.css?raw';

const scene = {
  game: 'yucatan',
  view: {
    ...{ seat: 0, seats: 2, phase: 'turn', turn: 0, levels: [0, 0], prisoners: [0, 1], reserves: [0, 0] },
    villages: [],
    warriors: [{ at: 'C7', seat: 0, guild: 'jaguar', load: 0, shown: false }],
  },
  actions: ['march C7 C6', 'march C7 C8', 'march C7 D8'],
  ...{ offers: [], events: [], pointed: null, hint: null, light: [], names: ['Ana', 'Bo'], motion: false },
  say: (key: string) => key,
} as unknown as YucatanScene;

test('a city that the warrior in hand can enter is outlined over its stones', () => {
  const hand = new YucatanHand(scene);
  const outlined = () => [...render(Board, { props: { scene, hand } }).body.matchAll(/data-enter="(\w+)"/g)];
  expect(outlined()).toEqual([]);
  hand.click('C7');
  expect(outlined().map(([, at]) => at)).toEqual(['C6']); // the other player's city
});

test('no guild is drawn before it is chosen, though a lesson points out where the warrior goes', () => {
  const actions = ['jaguar', 'hummingbird', 'serpent'].map((guild) => `deploy L6 ${guild}`);
  const view = { ...scene.view, warriors: [] };
  const lesson: YucatanScene = { ...scene, view, actions, hint: 'deploy L6 serpent', light: ['L6'] };
  const hand = new YucatanHand(lesson);
  const drawn = () => {
    const { body } = render(Board, { props: { scene: lesson, hand } });
    return { shields: [...body.matchAll(/class="shield/g)].length, guilds: [...body.matchAll(/class="face/g)].length };
  };
  expect(drawn()).toEqual({ shields: 1, guilds: 0 }); // the back of a shield
  hand.click('L6');
  expect(drawn()).toEqual({ shields: 1, guilds: 0 });
  hand.choose('jaguar');
  expect(drawn()).toEqual({ shields: 1, guilds: 1 });
});

const colours = (sheet: string, name: string) =>
  [...sheet.matchAll(new RegExp(`--${name}: (#[\\da-f]{6});`, 'g'))].map(([, colour]) => colour as string);

test.each(Object.keys(VISION))('neutral villages are not as yellow as those of Sand, for %s', (vision) => {
  const [straw, sand] = [colours(css, 'yu-straw'), colours(app, 'seat-2')];
  expect([straw.length, sand.length]).toEqual([2, 2]); // by day and by night
  straw.forEach((colour, theme) => expect(distance(colour, sand[theme] as string, vision)).toBeGreaterThan(20));
});
