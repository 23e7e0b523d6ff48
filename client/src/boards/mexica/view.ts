// What everybody sees of a game of Mexica; docs/position.md describes it.

import type { View } from '../../types';

export type Way = 'h' | 'v';
export type Level = 1 | 2 | 3 | 4;
export const LEVELS: readonly Level[] = [1, 2, 3, 4];

export interface District {
  size: number;
  token: string | null;
  spaces: string[];
  levels: number[];
  neutral: number;
  /** What each seat would gain if it were scored now. */
  points: number[];
}

export interface Temple {
  at: string;
  seat: number | null;
  level: Level;
}

export interface MexicaView extends View {
  phase: 'deal' | 'start' | 'turn' | 'vote' | 'over';
  period: 1 | 2;
  round: number;
  first: number | null;
  turn: number;
  ap: number;
  taken: number;
  canals: string[][];
  bridges: { at: string; dir: Way }[];
  temples: Temple[];
  founded: { at: string; size: number }[];
  display: number[];
  later: number[];
  removed: number[];
  pawns: (string | null)[];
  tokens: number[];
  token_supply: number;
  supply: { canal1: number; canal2: number; bridges: number };
  hands: Record<Level, number>[];
  score: number[];
  vote: { size: number; by: number; asked: number } | null;
  districts: District[];
}

/** What a district of that size gives: the first; the second, or its founder; the third, or whoever is present. */
export function worth(size: number): [number, number, number] {
  const second = Math.ceil(size / 2);
  return [size, second, Math.ceil(second / 2)];
}

/** What a district would give each seat if the period ended now: without a token nothing, before the second. */
export function due({ period }: MexicaView, { token, points }: District): number[] {
  return token || period === 2 ? points : points.map(() => 0);
}

/** Whether the period ends with this round: nothing more is asked for, and somebody has built all their temples. */
export function lastRound({ phase, display, hands }: MexicaView): boolean {
  return phase === 'turn' && !display.length && hands.some((hand) => LEVELS.every((level) => !hand[level]));
}

export function districtAt(view: MexicaView, space: string | null): District | null {
  return (space && view.districts.find((district) => district.spaces.includes(space))) || null;
}
