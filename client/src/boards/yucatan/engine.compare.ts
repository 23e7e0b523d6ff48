// What the page works out of a view, compared with the engine over random games (tests/page/engine_cases.py).

import { prisoners_led as MOST_LED } from '@games/yucatan/data.json';
import cases from '@cases/yucatan.txt?raw';
import { expect, test } from 'vitest';
import type { GameEvent } from '../../types';
import { readIntent, type Intent } from './choices';
import { landOf, type Land } from './land';
import { deploySource, outcomes, type Outcome } from './outcome';
import { mayFeed, villageAt, warriorAt, WARRIORS, type Guild, type YucatanView } from './view';

interface Rivers {
  great: boolean;
  small: number[];
}
interface Board {
  board: number;
  around: Record<string, string[]>;
  rivers: Record<string, Rivers>;
  cities: string[];
}
interface March {
  action: string;
  events: GameEvent[];
  steals: boolean;
}
interface Position {
  view: YucatanView;
  marches: March[];
  sources: [string, string][];
  reach: Rivers[];
  may_feed: number[];
}

const all = cases.split('\n').map((line) => JSON.parse(line) as Board | Position);
const boards = all.filter((found): found is Board => 'board' in found);
const positions = all.filter((found): found is Position => 'marches' in found);

/**
 * What the engine did, in the form of the page's outcomes. What only the fight decides is left out: nobody can know it
 * before.
 */
function happened(view: YucatanView, land: Land, intent: Intent, { events, steals }: March): Outcome[] {
  const found: Outcome[] = [];
  const [from, end] = [intent.spaces[0] as string, intent.spaces.at(-1) as string];
  const load = warriorAt(view, from)?.load ?? 0;
  for (const { key, values } of events) {
    const at = values.space as string;
    if (key === 'deliver') found.push({ kind: 'deliver', at, n: values.n as number });
    if (key === 'raid') {
      const owner = values.owner as number;
      // an empty supply has no prisoner for anybody, however many he leads
      const full = view.supply ? values.n === 0 : load >= MOST_LED && !found.length;
      found.push({ kind: 'raid', at, seat: owner < 0 ? null : owner, full });
    }
    if (key === 'combat') {
      const may = warriorAt(view, at)?.may ?? [values.defender as Guild];
      expect(may).toContain(values.defender);
      return [...found, { kind: 'fight', at, seat: values.other as number, may }];
    }
  }
  if (steals) found.push({ kind: 'steal', at: end, seat: land.space(end).city as number });
  const village = villageAt(view, end);
  const delivered = found.some(({ kind }) => kind === 'deliver');
  if (village?.seat === view.seat && village?.size === 'small' && load && !delivered)
    found.push({ kind: 'keep', at: end, n: load });
  return found;
}

test('there are cases of everything', () => {
  const marches = positions.flatMap(({ view, marches }) =>
    marches.flatMap((march) => outcomes(view, landOf(view.seats), readIntent(march.action)).map(({ kind }) => kind)),
  );
  for (const kind of ['fight', 'raid', 'deliver', 'keep', 'steal'])
    expect([kind, marches.filter((other) => other === kind).length > 3]).toEqual([kind, true]);
  expect(positions.length).toBeGreaterThan(100);
});

test.each(boards)('the board for $board', ({ board, around, rivers, cities }) => {
  const land = landOf(board);
  expect([...land.spaces.keys()].sort()).toEqual(Object.keys(around).sort());
  expect(land.cities).toEqual(cities);
  for (const [label, others] of Object.entries(around)) {
    const space = land.space(label);
    expect([
      label,
      land
        .around(label)
        .map((other) => other.label)
        .sort(),
    ]).toEqual([label, [...others].sort()]);
    expect([label, { great: space.terrain === 'beach', small: [...space.rivers].sort() }]).toEqual([
      label,
      rivers[label],
    ]);
  }
});

test('what a march leads to', () => {
  for (const { view, marches } of positions) {
    const land = landOf(view.seats);
    for (const march of marches) {
      const intent = readIntent(march.action);
      expect([march.action, outcomes(view, land, intent)]).toEqual([march.action, happened(view, land, intent, march)]);
    }
  }
});

test('where a deployed warrior comes from', () => {
  for (const { view, sources } of positions)
    for (const [space, source] of sources) expect([space, deploySource(view, space)]).toEqual([space, source]);
});

test('which rivers a seat reaches', () => {
  for (const { view, reach } of positions)
    reach.forEach((expected, seat) => {
      const own = view.villages.filter((village) => village.seat === seat).map(({ at }) => at);
      const { rivers, great } = landOf(view.seats).reach(seat, own);
      expect({ great, small: [...rivers].sort((a, b) => a - b) }).toEqual(expected);
    });
});

test('how many warriors a seat may feed', () => {
  for (const { view, may_feed } of positions)
    may_feed.forEach((expected, seat) => expect(mayFeed(view, seat)).toBe(Math.min(expected, WARRIORS)));
});
