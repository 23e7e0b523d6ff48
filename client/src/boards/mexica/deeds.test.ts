import { expect, test } from 'vitest';
import { byTarget, deedsOf, parse, passed } from './deeds';
import type { MexicaView } from './view';
import { trip } from './water';

const view = {
  canals: [['O6', 'O7'], ['O8', 'O9'], ['C9', 'D9'], ['B9']],
  bridges: [
    { at: 'O6', dir: 'h' },
    { at: 'O8', dir: 'h' },
    { at: 'C9', dir: 'v' },
  ],
  pawns: ['O6', 'H6'],
} as unknown as MexicaView;
const given = { view, me: 0, prices: { canal: 1, fly: 5, walk: 1, boat: 1 } };

test('an action is taken apart', () => {
  expect(parse('canal K5 K6')).toEqual({ kind: 'canal', spaces: ['K5', 'K6'], way: null, number: null });
  expect(parse('shift K5 M8 v')).toEqual({ kind: 'shift', spaces: ['K5', 'M8'], way: 'v', number: null });
  expect(parse('temple K6 3')).toEqual({ kind: 'temple', spaces: ['K6'], way: null, number: 3 });
  expect(parse('propose 13').number).toBe(13);
  expect(parse('end').spaces).toEqual([]);
});

test('plans are what their last action is, with the way there', () => {
  const plan = { actions: ['spend', 'walk H5', 'walk H4'], cost: 2, tokens: 1 };
  const deeds = deedsOf(['walk H5', 'temple K6 3', 'end'], [plan], given);
  const walks = byTarget(deeds.get('walk') ?? []);
  expect(walks.get('H5')).toMatchObject({ cost: 1, tokens: 0 });
  expect(walks.get('H4')).toMatchObject({ cost: 2, tokens: 1 });
  expect(passed(walks.get('H4')!)).toEqual(['H5', 'H4']);
  expect(deeds.get('temple')?.[0]?.cost).toBe(3);
});

test('of two ways to a space the cheaper one is meant', () => {
  const deeds = deedsOf(['fly H4', 'walk H4'], [{ actions: ['walk G4', 'walk H4'], cost: 2, tokens: 0 }], given);
  expect(byTarget([...(deeds.get('walk') ?? []), ...(deeds.get('fly') ?? [])]).get('H4')?.actions).toEqual(['walk H4']);
});

test('a boat costs what it reaches', () => {
  expect(trip(view, 'O6', 'O8')?.bridges).toBe(1);
  // through the lake to the other side of the island there is no water from the inner canal
  expect(trip(view, 'O6', 'C9')).toBeNull();
  const opened = { ...view, canals: [...view.canals, ['O5'], ['O10', 'O11']] };
  opened.canals.push(['P4', 'O4'], ['N8', 'M8']);
  expect(trip({ ...opened, bridges: view.bridges }, 'O6', 'C9')?.bridges).toBe(1);
  expect(deedsOf(['boat O8'], [], given).get('boat')?.[0]?.cost).toBe(1);
});
