import { expect, test } from 'vitest';
import { displayed, ROOM } from './display';
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

test('with lake left below the map the tokens are a row there, and large', () => {
  const corner = displayed(7, 8, 0);
  const row = [0, 7].map((n) => displayed(n, 8, ROOM.tokens));
  expect(row[0]!.radius).toBeGreaterThan(corner.radius * 1.5);
  expect(row[0]!.y).toBe(row[1]!.y);
  expect(row[0]!.x - row[0]!.radius).toBeGreaterThanOrEqual(-20);
  expect(row[1]!.x + row[1]!.radius).toBeLessThanOrEqual(860);
});
