import { describe, expect, test, vi } from 'vitest';
import { notices } from '../../notice.svelte';
import type { Scene } from '../../scene';
import { actionOf, AztecoHand, draftOf, includes, openly, type Draft } from './hand.svelte';
import type { AztecoView } from './view';

const NOTHING: Draft = {
  jewels: '',
  back: '',
  seat: null,
  face: null,
  number: null,
  from: null,
  to: null,
  none: false,
};

test.each([
  ['claim', 'claim BBR'],
  ['vote', 'accuse 2'],
  ['vote', 'believe 0'],
  ['keep', 'keep 0'],
  ['discard', 'discard 0'],
  ['give', 'give 1'],
  ['take', 'take BR'],
  ['steal', 'steal 2 R'],
  ['swap', 'swap BY RR'],
  ['shift', 'shift B R 2'],
  ['swap', 'swap none'],
  ['shift', 'shift none'],
])('the draft of %s that a hint points out is that action again: %s', (asked, action) => {
  expect(actionOf(asked, { ...NOTHING, ...draftOf(action) })).toBe(action);
});

test('what is half chosen is no action', () => {
  for (const asked of ['claim', 'vote', 'keep', 'discard', 'give', 'take', 'steal', 'swap', 'shift', ''])
    expect(actionOf(asked, NOTHING)).toBeNull();
  expect(actionOf('swap', { ...NOTHING, back: 'BB', jewels: 'R' })).toBeNull();
});

test('whether jewels are among others', () => {
  expect(includes('BBR', 'BR')).toBe(true);
  expect(includes('BBR', 'RR')).toBe(false);
});

describe('a hand', () => {
  const asked: string[] = [];
  const played: string[] = [];
  const scene = {
    view: {
      seat: 0,
      round: 1,
      phase: 'claim',
      shown: 0,
      winners: [],
      effect: null,
      cards: ['BBY'],
      waiting: [0],
      hand: [],
    },
    actions: ['claim BB', 'claim BY', 'claim BBY'],
    names: [],
    why: (...tried: string[]) => asked.push(tried.join(' ')),
    act: (action: string) => Promise.resolve(played.push(action) > 0),
  } as unknown as Scene<AztecoView>;

  test('picks what leads to an action, asks why about the rest, and seals', async () => {
    const hand = new AztecoHand(scene);
    hand.pick('B');
    expect(hand.legal).toBe(false);
    hand.pick('B');
    expect(hand.action).toBe('claim BB');
    hand.pick('R');
    expect(asked).toEqual(['claim BBR']);
    hand.tellTruth();
    expect(hand.action).toBe('claim BBY');
    await hand.play();
    expect(played).toEqual(['claim BBY']);
    expect(hand.draft.jewels).toBe('');
    expect(hand.cancel()).toBe(false);
  });

  test('what is tried next takes away what was said of the last', () => {
    const hand = new AztecoHand(scene);
    for (const next of [() => hand.pick('B'), () => hand.drop('B'), () => hand.cancel()]) {
      notices.refuse({ code: 'no', message: 'no' });
      next();
      expect(notices.now).toBeNull();
    }
  });
});

describe('at the end', () => {
  const view = { phase: 'over', shown: 0, winners: [], jewels: [[1, 0, 0]], stones: [0], kept: [['quetzal']] };
  const ended = (events: unknown[]) =>
    ({ view, events, motion: true, actions: [], names: [] }) as unknown as Scene<AztecoView>;

  test('nothing tells who wins before all rows are counted', () => {
    vi.useFakeTimers();
    const scene = ended([{ key: 'over', values: {} }]);
    const hand = new AztecoHand(scene);
    expect([hand.telling, openly(scene).kept]).toEqual([true, [['?']]]); // at once, not only when the board has begun
    hand.count();
    vi.advanceTimersByTime(2000);
    expect(hand.telling).toBe(true);
    vi.advanceTimersByTime(2000);
    expect([hand.telling, openly(scene).kept]).toEqual([false, [['quetzal']]]);
    vi.useRealTimers();
  });

  test('one’s own artefacts are counted all the time, those of others not before their row', () => {
    const kept = [['quetzal'], ['golden-idol']];
    const scene = {
      ...ended([{ key: 'over', values: {} }]),
      view: { ...view, seat: 1, jewels: [[], []], stones: [0, 0], kept },
    } as unknown as Scene<AztecoView>;
    expect(new AztecoHand(scene).counting).toBe(true);
    expect(openly(scene).kept).toEqual([['?'], ['golden-idol']]);
  });

  test('whoever is in a hurry, or comes later, sees the result at once', () => {
    const hand = new AztecoHand(ended([{ key: 'over', values: {} }]));
    expect(hand.cancel()).toBe(true);
    expect(hand.telling).toBe(false);
    expect(new AztecoHand(ended([])).telling).toBe(false);
  });
});
