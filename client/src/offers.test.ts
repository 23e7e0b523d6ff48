import { expect, test } from 'vitest';
import { offersOf, spacesIn, ungrouped } from './offers';

test('actions that begin alike come in groups', () => {
  const groups: [string, string][] = [
    ['end', ''],
    ['canal ', 'K5;K6;L5 L6'],
    ['', 'yes;no'],
  ];
  expect(ungrouped(groups)).toEqual(['end', 'canal K5', 'canal K6', 'canal L5 L6', 'yes', 'no']);
});

test('costs are those of the actions in their order', () => {
  const offers = offersOf({
    actions: ['spend', 'walk H5', 'canal K5', 'end'],
    costs: [
      [{ tokens: 1 }, 1],
      [{ points: 1 }, 2],
      [{}, 1],
    ],
  });
  expect(offers.map(({ cost }) => cost)).toEqual([{ tokens: 1 }, { points: 1 }, { points: 1 }, {}]);
});

test('a plan goes on from an action or from an earlier plan', () => {
  const offers = offersOf({
    actions: ['spend', 'walk H5'],
    plans: {
      after: [1, 2, 0],
      actions: [['walk H4'], ['spend', 'walk H3'], ['canal K5']],
      costs: [
        [{ points: 2 }, 1],
        [{ points: 3, tokens: 1 }, 1],
        [{ points: 1, tokens: 1 }, 1],
      ],
    },
  });
  expect(offers.slice(2).map(({ actions }) => actions.join('; '))).toEqual([
    'walk H5; walk H4',
    'walk H5; walk H4; spend; walk H3',
    'spend; canal K5',
  ]);
  expect(offers[3]?.cost).toEqual({ points: 3, tokens: 1 });
});

test('a game without costs and plans has its actions', () => {
  expect(offersOf({ actions: ['pass'] })).toEqual([{ actions: ['pass'], cost: {} }]);
  expect(offersOf({})).toEqual([]);
});

test('the spaces that a turn is about', () => {
  expect(spacesIn(['march M3 N3 N4', 'deploy D10 serpent', 'accuse 2', 'claim BBR'])).toEqual([
    'M3',
    'N3',
    'N4',
    'D10',
  ]);
});
