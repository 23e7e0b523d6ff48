// What everybody sees of a game of Mexica; docs/position.md describes it.

import { calpulli, temples } from '@games/mexica/data.json';
import type { MexicaBridge, MexicaDistrict, MexicaTemple, MexicaView } from '../../generated';

export type { MexicaView };
export type District = MexicaDistrict;
export type Temple = MexicaTemple;
export type Way = MexicaBridge['dir'];
export type Level = Temple['level'];
export const LEVELS = temples[1].map((_, n) => n + 1) as readonly Level[];

/** What a district of that size gives: the first; the second, or its founder; the third, or whoever is present. */
export function worth(size: number): [number, number, number] {
  const second = Math.ceil(size / 2);
  return [size, second, Math.ceil(second / 2)];
}

const LARGEST = Math.max(...calpulli.sizes);

/** Whether it is more land than any token asks for: canals are still to divide it. */
export function isOpen({ token, size }: District): boolean {
  return !token && size > LARGEST;
}

/** The key of what a district is called in a heading. */
export function titleOf(district: District): string {
  return district.token ? 'mexica.district.founded' : isOpen(district) ? 'mexica.district.open' : 'mexica.district';
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
