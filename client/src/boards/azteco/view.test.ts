import { expect, test } from 'vitest';
import {
  around,
  caseOf,
  count,
  hoarder,
  isForJewels,
  jewelPoints,
  letters,
  readVote,
  revealing,
  sorted,
  stonePoints,
  worthOfOneMore,
  type AztecoView,
} from './view';

test('jewels are counted and written in the order of the notation', () => {
  expect(count('BRR')).toEqual([1, 0, 2]);
  expect(letters([1, 0, 2])).toBe('BRR');
  expect(sorted('RBYB')).toBe('BBYR');
});

test('stones cost what the track says, and more beyond it', () => {
  expect([0, 4, 10, 12].map(stonePoints)).toEqual([0, -5, -21, -27]);
});

test('the final example of the rulebook, without its stones, is twenty points', () => {
  // 6 blue, 3 yellow, 5 red; a duo of blue and red; the artefacts three blue, and red with yellow
  expect(jewelPoints([6, 3, 5], 'ines', ['rain-mask', 'ember-collar'])).toBe(20);
  expect(jewelPoints([6, 3, 5], 'ines', ['rain-mask', 'ember-collar']) + stonePoints(4)).toBe(15);
});

test('artefacts face down count for nothing, idols for themselves', () => {
  expect(jewelPoints([0, 0, 0], 'ines', ['?', 'golden-idol'])).toBe(4);
});

test('a curse strikes who alone has the most', () => {
  const jewels = [
    [2, 1, 0],
    [1, 1, 0],
    [0, 0, 0],
  ];
  expect([0, 1, 2].map((colour) => hoarder(jewels, colour))).toEqual([0, null, null]);
});

test('truth, a lie that is caught, and one that is not', () => {
  expect(caseOf('BB', 'BB', ['?', 'accuse 0'], 0)).toBe('truth');
  expect(caseOf('BB', 'BR', [null, 'accuse 0'], 0)).toBe('caught');
  expect(caseOf('BB', 'BR', [null, 'believe 0'], 0)).toBe('unseen');
});

test('votes are read, sealed ones are not', () => {
  expect(readVote('accuse 2')).toEqual({ face: 'accuse', target: 2 });
  expect(readVote('?')).toBeNull();
  expect(readVote(null)).toBeNull();
});

test('the others sit round the viewer, clockwise', () => {
  expect(around(4, 2)).toEqual([3, 0, 1]);
  expect(around(3, null)).toEqual([0, 1, 2]);
});

test('what an artefact is worth now is said where jewels decide it', () => {
  expect(['rain-mask', 'ember-collar', 'golden-idol', 'copal', '?'].map(isForJewels)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('a reveal is not done with while somebody chooses', () => {
  expect(revealing({ phase: 'keep', turn: 2 })).toBe(2);
  expect(revealing({ phase: 'claim', turn: null })).toBeNull();
});

test('what one more jewel adds counts those that are picked already', () => {
  const view = { sheets: ['ines'], kept: [[]], jewels: [[0, 0, 1]] } as unknown as AztecoView;
  const [blue = 0] = worthOfOneMore(view, 0, '');
  expect(blue).toBeGreaterThan(0); // the duo of Ines is blue and red
  expect(worthOfOneMore(view, 0, 'B')[0]).toBe(0); // it has its red one now
  expect(worthOfOneMore(view, 0, 'BR')[0]).toBe(blue);
  expect(worthOfOneMore(view, 0, 'B', 'R')[2]).toBe(blue);
});
