// Events as steps of a playback: which are shown together, for how long, and which pieces fly from where to where.

import type { GameEvent } from '../../types';
import { jewelsIn, type Colour } from './view';

/** Where things lie: `seat 2`, `temple`, `reserve`, `deck`, `curse B`. Lessons point at them by the same names. */
export type Spot = string;
export interface Flight {
  piece: 'stone' | 'artefact' | Colour;
  from: Spot;
  to: Spot;
}
export interface Step {
  events: GameEvent[];
  /** How long it is shown; 0: it is carried out at once, unseen. */
  ms: number;
  flights: Flight[];
}

const LASTS: Record<string, number> = {
  claimed: 1300,
  short: 700,
  voted: 1700,
  reveal: 1500,
  receive: 650,
  stone: 650,
  no_stone: 650,
  burdened: 750,
  relieved: 750,
  win: 750,
  no_artefact: 750,
  keep: 800,
  play: 1100,
  nothing: 800,
  discard: 900,
  give: 900,
  take: 900,
  steal: 1000,
  swap: 900,
  shift: 900,
  cursed: 1200,
  spared: 900,
  round: 900,
};
/** Events of these kinds that follow one another are one step. */
const TOGETHER = new Set([
  'first',
  'sheet',
  'card',
  'claim',
  'claimed',
  'vote',
  'voted',
  'artefact',
  'burdened',
  'relieved',
]);

export function stepsOf(events: readonly GameEvent[]): Step[] {
  const groups: GameEvent[][] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last?.[0]?.key === event.key && TOGETHER.has(event.key)) last.push(event);
    else groups.push([event]);
  }
  return groups.map((group) => ({
    events: group,
    ms: LASTS[group[0]?.key ?? ''] ?? 0,
    flights: group.flatMap(flightsOf),
  }));
}

function flightsOf({ key, seat, values }: GameEvent): Flight[] {
  const jewels = (from: Spot, to: Spot): Flight[] => jewelsIn(values.jewels).map((piece) => ({ piece, from, to }));
  const stones = (n: unknown, from: Spot, to: Spot): Flight[] =>
    Array.from({ length: Math.min(Number(n), 6) }, () => ({ piece: 'stone', from, to }));
  const own = `seat ${seat}`;
  switch (key) {
    case 'claimed':
    case 'receive':
    case 'take':
      return jewels('temple', own);
    case 'swap':
      return jewels(own, 'temple');
    case 'steal':
      return jewels(`seat ${values.target}`, own);
    case 'stone':
      return stones(1, values.source === 'own' ? own : 'reserve', `seat ${values.to}`);
    case 'burdened':
      return stones(1, 'reserve', own);
    case 'relieved':
      return stones(1, own, 'reserve');
    case 'discard':
      return stones(values.stones, own, 'reserve');
    case 'cursed':
      return stones(values.stones, `curse ${values.colour}`, own);
    case 'shift':
      return stones(values.stones, `curse ${values.colour}`, `curse ${values.target}`);
    case 'keep':
      return [{ piece: 'artefact', from: 'deck', to: own }];
    case 'play':
      return [{ piece: 'artefact', from: own, to: 'deck' }];
    default:
      return [];
  }
}

/** The seats and things that a log line is about. */
export function spotsOf({ key, seat, values }: GameEvent): Spot[] {
  const spots = [seat, values.to, values.target, values.first]
    .filter((who): who is number => typeof who === 'number' && who >= 0)
    .map((who) => `seat ${who}`);
  if (values.colour) spots.push(`curse ${values.colour}`);
  if (key === 'shift') spots.push(`curse ${values.target}`);
  if (key === 'spared' || key === 'round') spots.push('curses');
  return spots;
}
