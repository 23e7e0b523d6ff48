import { expect, test } from 'vitest';
import { due, lastRound, type District, type MexicaView } from './view';

const game = (more: Partial<MexicaView>) =>
  ({ phase: 'turn', period: 1, display: [], hands: [], ...more }) as MexicaView;
const district = (token: string | null) => ({ token, points: [4, 2] }) as unknown as District;

test('a district without a token gives nothing before the second period', () => {
  expect(due(game({ period: 1 }), district(null))).toEqual([0, 0]);
  expect(due(game({ period: 1 }), district('H4'))).toEqual([4, 2]);
  expect(due(game({ period: 2 }), district(null))).toEqual([4, 2]);
});

test('a round is the last when nothing is asked for and somebody has no temple left', () => {
  const [some, none] = [
    { 1: 0, 2: 1, 3: 0, 4: 0 },
    { 1: 0, 2: 0, 3: 0, 4: 0 },
  ];
  expect(lastRound(game({ hands: [some, none] }))).toBe(true);
  expect(lastRound(game({ hands: [some, some] }))).toBe(false);
  expect(lastRound(game({ hands: [some, none], display: [5] }))).toBe(false);
  expect(lastRound(game({ hands: [some, none], phase: 'over' }))).toBe(false);
});
