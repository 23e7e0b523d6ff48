import { expect, test } from 'vitest';
import { botAbout, botLevel, LEVELS, levelsOf, nextLevel, usualBot } from './bots';

const me = { kind: 'person' };
const bot = (level: string) => ({ kind: 'bot', bot: level });

test('every level has a name and a sentence', () => {
  for (const level of LEVELS) {
    expect(botLevel(level)).not.toBe(level);
    expect(botAbout(level)).not.toBe('');
  }
  expect(botLevel('of another package')).toBe('of another package');
  expect(botAbout('of another package')).toBe('');
});

test('levels are told from bots of other packages', () => {
  expect(levelsOf({ bots: ['1', '2', '3', 'theirs'] })).toEqual(['1', '2', '3']);
  expect(usualBot({ bots: ['1', '2', '3', 'theirs'] })).toBe('3');
  expect(usualBot({ bots: ['random', 'greedy'] })).toBe('greedy');
  expect(usualBot({ bots: ['random'] })).toBe('random');
});

test('who beats a table of one level alone is offered the next', () => {
  expect(nextLevel([me, bot('2'), bot('2')], [0], [0])).toBe('3');
  expect(nextLevel([bot('1'), me], [1], [1])).toBe('2');
});

test('nobody else is', () => {
  expect(nextLevel([me, bot('2'), bot('2')], [0], [1])).toBeUndefined(); // lost
  expect(nextLevel([me, bot('2'), bot('2')], [0], [0, 2])).toBeUndefined(); // shared
  expect(nextLevel([me, bot('2'), bot('3')], [0], [0])).toBeUndefined(); // of two levels
  expect(nextLevel([me, { kind: 'person', bot: '4' }], [0], [0])).toBeUndefined(); // a bot that took over
  expect(nextLevel([me, me, bot('2')], [0, 1], [0])).toBeUndefined(); // two at one screen
  expect(nextLevel([me, bot('5')], [0], [0])).toBeUndefined(); // there is no level above
  expect(nextLevel([me, bot('greedy')], [0], [0])).toBeUndefined();
  expect(nextLevel([me, bot('2')], [], [0])).toBeUndefined(); // somebody who looks on
});
