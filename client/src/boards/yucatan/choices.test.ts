import { expect, test } from 'vitest';
import { aimOf, Choices, readIntent } from './choices';

test('an action is read', () => {
  expect(readIntent('march D6 D7 D8')).toMatchObject({ kind: 'march', spaces: ['D6', 'D7', 'D8'], guild: null });
  expect(readIntent('deploy D6 serpent')).toMatchObject({ kind: 'deploy', spaces: ['D6'], guild: 'serpent' });
  expect(readIntent('warrior D6 ?')).toMatchObject({ kind: 'warrior', spaces: ['D6'], guild: null });
  expect(readIntent('steal 2')).toMatchObject({ kind: 'steal', spaces: [], n: 2 });
  expect(aimOf(readIntent('raise'))).toBeNull();
  expect(aimOf(readIntent('march D6 D7 D8'))).toBe('D8');
});

const choices = new Choices([
  'settle C4',
  'settle D6',
  'grow K3',
  'deploy L4 jaguar',
  'deploy L4 serpent',
  'deploy K3 jaguar',
  'march D6 D7',
  'march D6 D7 D8',
  'march D6 E8 D8',
  'march D6 E7',
  'march D6 E7 D7',
  'march H4 I4 J5',
  'raise',
]);

test('tools light up what they are for', () => {
  expect(choices.targets('settle')).toEqual(new Set(['C4', 'D6']));
  expect(choices.targets('march')).toEqual(new Set(['D6', 'H4']));
  expect(choices.targets('raise').size).toBe(0);
  expect(choices.at('D6')).toEqual(['settle', 'march']);
  expect(choices.at('D7')).toEqual([]);
});

test('guilds to choose from, anywhere or at one space', () => {
  expect(choices.guilds('deploy', null)).toEqual(['jaguar', 'serpent']);
  expect(choices.guilds('deploy', 'K3')).toEqual(['jaguar']);
});

test('where a warrior may go, and by which way', () => {
  expect(choices.ends('D6')).toEqual(new Set(['D7', 'D8', 'E7']));
  const texts = (to: string, via: string | null = null) => choices.ways('D6', to, via).map(({ text }) => text);
  expect(texts('D7')).toEqual(['march D6 D7', 'march D6 E7 D7']);
  expect(texts('D8')).toEqual(['march D6 D7 D8', 'march D6 E8 D8']);
  expect(texts('D8', 'E8')).toEqual(['march D6 E8 D8', 'march D6 D7 D8']);
  expect(texts('D7', 'E7')).toEqual(['march D6 D7', 'march D6 E7 D7']);
});
