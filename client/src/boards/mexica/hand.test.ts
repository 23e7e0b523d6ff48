import { beforeEach, expect, test, vi } from 'vitest';
import type { Scene } from '../../scene';
import { notices } from '../../notice.svelte';
import type { Offer } from '../../offers';
import type { GameEvent } from '../../types';
import { MexicaHand } from './hand.svelte';
import { gainOf } from './prompt';
import { awardsOf } from './scoring.svelte';
import type { MexicaView } from './view';

const view = {
  seat: 0,
  seats: 2,
  phase: 'turn',
  period: 1,
  ap: 3,
  canals: [['O6', 'O7']],
  bridges: [],
  temples: [],
  founded: [],
  display: [3, 5],
  pawns: ['H6', 'G7'],
  districts: [{ size: 4, token: null, spaces: ['H5', 'H4', 'J5', 'J6'], levels: [0, 0], neutral: 0, points: [0, 0] }],
} as unknown as MexicaView;

let played: string[];
let asked: string[];
let hand: MexicaHand;

function sit(actions: string[], plans: Offer[] = []) {
  played = [];
  asked = [];
  hand = new MexicaHand({
    view,
    me: 0,
    actions,
    offers: [...actions.map((action) => ({ actions: [action], cost: { points: 1 } })), ...plans],
    names: [],
    say: (key: string) => key,
    act: async (...texts: string[]) => Boolean(played.push(...texts)),
    why: (...tried: string[]) => void asked.push(tried.join(' ').trim()),
  } as unknown as Scene<MexicaView>);
}

beforeEach(() => {
  sit(
    ['walk H5', 'canal J5', 'canal J5 J6', 'canal J6', 'canal K9', 'bridge O6 h', 'bridge O6 v', 'temple J5 1', 'end'],
    [
      { actions: ['walk H5', 'walk H4'], cost: { points: 2 } },
      { actions: ['walk H5', 'walk H4', 'walk H3', 'spend', 'walk H2'], cost: { points: 4, tokens: 1 } },
    ],
  );
});

test('one click walks there, however far', () => {
  hand.press('H4', 'mouse');
  expect(played).toEqual(['walk H5', 'walk H4']);
});

test('a tool that is taken before the last action is answered waits for the answer', async () => {
  let answer = (_: boolean) => {};
  Object.assign(hand.scene, { act: () => new Promise<boolean>((resolve) => (answer = resolve)) });
  hand.press('H4', 'mouse');
  hand.choose('found'); // not possible where the noble was; it may be where it goes
  await Promise.resolve();
  expect(asked).toEqual([]);
  answer(true);
  await vi.waitFor(() => expect(asked).toEqual(['found']));
  hand.choose('found'); // nothing is on its way any more
  expect(asked).toEqual(['found', 'found']);
});

test('tokens are not spent unasked', () => {
  hand.press('H2', 'mouse');
  expect(played).toEqual([]);
  expect(hand.aimed?.tokens).toBe(1);
  expect(hand.confirm()).toBe(true);
  expect(played).toContain('spend');
});

test('a canal of two spaces is two clicks, of one space twice the same, and the tool stays', () => {
  hand.choose('canal');
  hand.press('J6', 'mouse');
  hand.press('J5', 'mouse');
  hand.press('J6', 'mouse');
  hand.press('J6', 'mouse');
  expect(played).toEqual(['canal J5 J6', 'canal J6']);
  expect(hand.tool).toBe('canal');
});

test('a canal that can only be of one space is one click', () => {
  hand.choose('canal');
  hand.press('K9', 'mouse');
  expect(played).toEqual(['canal K9']);
});

test('a stroke over two spaces digs both', () => {
  hand.choose('canal');
  expect(hand.drag('J6', 'J5')).toBe(true);
  expect(hand.drag('J5', 'J4')).toBe(false);
  expect(played).toEqual(['canal J5 J6']);
});

test('where a bridge fits both ways it is asked which', () => {
  hand.choose('bridge');
  hand.press('O6', 'mouse');
  expect(hand.menu?.choices.map(({ way }) => way)).toEqual(['h', 'v']);
  hand.pick(hand.menu!.choices[1]!);
  expect(played).toEqual(['bridge O6 v']);
});

test('with nothing in hand a far space shows what may be done there', () => {
  hand.press('J5', 'mouse');
  expect(hand.menu?.choices.map(({ kind }) => kind)).toEqual(['canal', 'temple']);
  hand.pick(hand.menu!.choices[0]!);
  expect([hand.tool, hand.first]).toEqual(['canal', 'J5']);
  hand.press('J5', 'mouse');
  expect(played).toEqual(['canal J5']);
  expect(hand.tool).toBe('move');
});

test('a tap aims, a second one does it', () => {
  vi.useFakeTimers();
  hand.press('H5', 'touch');
  expect([hand.aimed?.at, played.length]).toEqual(['H5', 0]);
  vi.advanceTimersByTime(500);
  hand.press('H5', 'touch');
  expect(played).toEqual(['walk H5']);
  vi.useRealTimers();
});

test('what is not legal is asked about', () => {
  hand.press('A9', 'mouse');
  hand.choose('found');
  hand.choose('canal');
  hand.press('H7', 'mouse');
  hand.choose('temple3');
  hand.choose('bridge');
  hand.press('J5', 'mouse');
  expect(asked).toEqual(['walk A9', 'found', 'canal H7', 'temple 3', 'bridge J5']);
});

test('cancel puts down one thing after another', () => {
  hand.choose('canal');
  hand.press('J5', 'mouse');
  expect([hand.cancel(), hand.tool, hand.first]).toEqual([true, 'canal', null]);
  expect([hand.cancel(), hand.tool]).toEqual([true, 'move']);
  expect(hand.cancel()).toBe(false);
});

const SCORING: GameEvent[] = [
  { key: 'period_end', seat: 0, values: { period: 1 } },
  {
    key: 'district',
    seat: 0,
    values: {
      at: 'H4',
      size: 4,
      founded: true,
      levels: [3, 1],
      neutral: 0,
      awards: [
        [0, 4],
        [1, 2],
      ],
    },
  },
  { key: 'home', seat: 1, values: { at: 'G7', points: 5 } },
];

test('a scoring is told district by district', () => {
  const awards = awardsOf(SCORING, view);
  expect(awards.map(({ key, points }) => [key, points])).toEqual([
    ['district', [4, 2]],
    ['home', [0, 5]],
  ]);
  expect(awards[0]?.spaces).toContain('J6');
});

test('scores rise as the scoring is told, and nothing tells its end before', () => {
  vi.useFakeTimers();
  const scene = { ...hand.scene, events: SCORING, view: { ...view, score: [14, 17] } };
  hand = new MexicaHand(scene);
  expect(hand.telling).toBe(true); // at once, not only when the board has begun
  hand.scoring.watch(scene.events, scene.view);
  expect([hand.score(0), hand.score(1)]).toEqual([14, 12]);
  vi.advanceTimersByTime(2500);
  expect([hand.telling, hand.score(1)]).toEqual([true, 17]);
  vi.advanceTimersByTime(2500);
  expect([hand.telling, hand.score(1)]).toEqual([false, 17]);
  vi.useRealTimers();
});

test('a turn that would waste action points does not end unasked', () => {
  hand.press('H5', 'touch');
  hand.confirm();
  hand.plain('end');
  expect(played).toEqual(['walk H5']);
  expect(hand.aimed?.kind).toBe('end');
  hand.cancel();
  expect(hand.aimed).toBe(null);
  hand.plain('end');
  hand.confirm();
  expect(played).toEqual(['walk H5', 'end']);
  expect(hand.aimed).toBe(null);
});

test('going back in a replay ends the scoring', () => {
  const after = { ...view, period: 2, score: [14, 17] } as MexicaView;
  hand.scoring.watch(SCORING, after);
  hand.scoring.watch([], after);
  expect(hand.scoring.now?.key).toBe('district');
  hand.scoring.watch([], view);
  expect(hand.scoring.now).toBeNull();
});

test('a tap asks what to do only where there is more than one thing', () => {
  hand.press('H5', 'touch');
  expect([hand.aimed?.at, hand.menu]).toEqual(['H5', null]);
  sit(['walk H5', 'canal H5']);
  hand.press('H5', 'touch');
  expect(hand.menu?.choices.map(({ kind }) => kind)).toEqual(['walk', 'canal']);
});

test('what is tried next takes away what was said of the last', () => {
  for (const next of [() => hand.press('H5', 'touch'), () => hand.choose('canal'), () => hand.cancel()]) {
    notices.tell('no');
    next();
    expect(notices.now).toBeNull();
  }
});

test('what no undo brings back is confirmed, with a mouse too', () => {
  sit(['start H5', 'start H6']);
  view.phase = 'start';
  hand.press('H5', 'mouse');
  expect([played, hand.aimed?.kind]).toEqual([[], 'start']);
  hand.press('H6', 'mouse');
  hand.confirm();
  view.phase = 'turn';
  expect(played).toEqual(['start H6']);
  for (const action of ['propose 5', 'agree', 'refuse']) {
    sit([action]);
    hand.plain(action);
    expect(played).toEqual([]);
    expect(hand.cancel()).toBe(true);
    hand.plain(action);
    hand.confirm();
    expect(played).toEqual([action]);
  }
});

test('what an undo brings back is done by one click', () => {
  sit(['take', 'walk H5'], [{ actions: ['spend'], cost: { tokens: 1 } }]);
  hand.plain('take');
  hand.plain('spend');
  hand.press('H5', 'mouse');
  expect(played).toEqual(['take', 'spend', 'walk H5']);
});

test('a proposal is made once: the tool is put down', () => {
  sit(['propose 5', 'end']);
  hand.choose('propose');
  hand.plain('propose 5');
  hand.confirm();
  expect([played, hand.tool]).toEqual([['propose 5'], 'move']);
});

test('founding says what it gives', () => {
  sit(['found H5']);
  expect(gainOf(view, hand.of('found')[0]!)).toBe(2);
});

test('a bridge or a temple done, the tool is put down: the next click walks', () => {
  hand.choose('temple1');
  hand.press('J5', 'mouse');
  expect(hand.tool).toBe('move');
  hand.press('H5', 'mouse');
  expect(played).toEqual(['temple J5 1', 'walk H5']);
});

test('from the first tap of a turn on, the board is looked at from near', () => {
  expect(hand.near).toBeNull();
  hand.press('H5', 'mouse');
  expect(hand.near).toBeNull();
  hand.press('J5', 'touch');
  expect(hand.near).toEqual(['J5']);
});
