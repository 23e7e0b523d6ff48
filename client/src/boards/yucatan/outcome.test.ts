import { expect, test } from 'vitest';
import { readIntent } from './choices';
import { landOf } from './land';
import { homes, outcomes } from './outcome';
import type { YucatanView } from './view';

const land = landOf(2);
const view = {
  seats: 2,
  villages: [
    { at: 'K3', seat: 0, size: 'large' },
    { at: 'K5', seat: 0, size: 'small' },
    { at: 'I6', seat: 1, size: 'small' },
    { at: 'L9', seat: null, size: 'small' },
  ],
  warriors: [
    { at: 'L3', seat: 0, guild: 'jaguar', load: 2, shown: false },
    { at: 'K9', seat: 0, guild: 'jaguar', load: 0, shown: false },
    { at: 'J6', seat: 0, guild: 'serpent', load: 0, shown: false },
    { at: 'J7', seat: 1, guild: '?', load: 0, shown: false, may: ['jaguar', 'serpent'] },
    { at: 'K6', seat: 0, guild: 'serpent', load: 1, shown: false },
    { at: 'I7', seat: 0, guild: 'serpent', load: 3, shown: false },
    { at: 'C7', seat: 0, guild: 'serpent', load: 0, shown: false },
  ],
  prisoners: [0, 2],
} as unknown as YucatanView;
const of = (text: string) => outcomes(view, land, readIntent(text));

test('what a march leads to, as far as one can see', () => {
  expect(of('march L3 K3')).toEqual([{ kind: 'deliver', at: 'K3', n: 2 }]);
  expect(of('march L3 K3 K2')).toEqual([{ kind: 'deliver', at: 'K3', n: 2 }]);
  expect(of('march L3 L2')).toEqual([]);
  expect(of('march K9 L9')).toEqual([{ kind: 'raid', at: 'L9', seat: null, full: false }]);
  expect(of('march J6 I6')).toEqual([{ kind: 'raid', at: 'I6', seat: 1, full: false }]);
  expect(of('march J6 J7')).toEqual([{ kind: 'fight', at: 'J7', seat: 1, may: ['jaguar', 'serpent'] }]);
  expect(of('march C7 C6')).toEqual([{ kind: 'steal', at: 'C6', seat: 1 }]);
  expect(of('settle D5')).toEqual([]);
});

test('prisoners come home in the city and in large villages, not in small ones', () => {
  expect(homes(view, land, 0)).toEqual(['M3', 'K3']);
  expect(of('march K6 K5')).toEqual([{ kind: 'keep', at: 'K5', n: 1 }]);
});

test('who leads three takes nobody', () => {
  expect(of('march I7 I6')).toEqual([{ kind: 'raid', at: 'I6', seat: 1, full: true }]);
});
