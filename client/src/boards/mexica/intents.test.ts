import { expect, test } from 'vitest';
import { byTarget, intentsOf, parse, passed } from './intents';
import type { MexicaView } from './view';
import { trip } from './water';

const view = {
  canals: [['O6', 'O7'], ['O8', 'O9'], ['C9', 'D9'], ['B9']],
  bridges: [
    { at: 'O6', dir: 'h' },
    { at: 'O8', dir: 'h' },
    { at: 'C9', dir: 'v' },
  ],
} as unknown as MexicaView;

test('an action is taken apart', () => {
  expect(parse('canal K5 K6')).toEqual({ kind: 'canal', spaces: ['K5', 'K6'], way: null, number: null });
  expect(parse('shift K5 M8 v')).toEqual({ kind: 'shift', spaces: ['K5', 'M8'], way: 'v', number: null });
  expect(parse('temple K6 3')).toEqual({ kind: 'temple', spaces: ['K6'], way: null, number: 3 });
  expect(parse('propose 13').number).toBe(13);
  expect(parse('end').spaces).toEqual([]);
});

test('plans are what their last action is, with the way there', () => {
  const intents = intentsOf([
    { actions: ['walk H5'], cost: { points: 1 } },
    { actions: ['temple K6 3'], cost: { points: 3 } },
    { actions: ['end'], cost: {} },
    { actions: ['walk H5', 'spend', 'walk H4'], cost: { points: 2, tokens: 1 } },
  ]);
  const walks = byTarget(intents.get('walk') ?? []);
  expect(walks.get('H5')).toMatchObject({ cost: 1, tokens: 0 });
  expect(walks.get('H4')).toMatchObject({ cost: 2, tokens: 1 });
  expect(passed(walks.get('H4')!)).toEqual(['H5', 'H4']);
  expect(intents.get('temple')?.[0]?.cost).toBe(3);
  expect(intents.get('end')?.[0]?.cost).toBe(0);
});

test('of two ways to a space the cheaper one is meant', () => {
  const intents = intentsOf([
    { actions: ['fly H4'], cost: { points: 5 } },
    { actions: ['walk H4'], cost: { points: 1 } },
    { actions: ['walk G4', 'walk H4'], cost: { points: 2 } },
  ]);
  expect(byTarget([...(intents.get('walk') ?? []), ...(intents.get('fly') ?? [])]).get('H4')?.actions).toEqual([
    'walk H4',
  ]);
});

test('a boat reaches bridges through water and the lake', () => {
  expect(trip(view, 'O6', 'O8')?.bridges).toBe(1);
  // through the lake to the other side of the island there is no water from the inner canal
  expect(trip(view, 'O6', 'C9')).toBeNull();
  const opened = { ...view, canals: [...view.canals, ['O5'], ['O10', 'O11']] };
  opened.canals.push(['P4', 'O4'], ['N8', 'M8']);
  expect(trip({ ...opened, bridges: view.bridges }, 'O6', 'C9')?.bridges).toBe(1);
});
