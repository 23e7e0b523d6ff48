// Where a boat goes, so that it can be seen going there, and how many bridges it reaches. Whether it may is for the
// server to say.

import { COLUMNS, ROWS, SIDE, cellOf, isLake, nameOf, type Cell } from './map';
import type { MexicaView } from './view';

export interface Point {
  x: number;
  y: number;
}

export interface Trip {
  /** How many bridges are reached, the last included: what it costs. */
  bridges: number;
  /** Points on the drawing, the first and the last included. */
  way: Point[];
}

interface Reached extends Cell {
  from: Reached | null;
}

const STEPS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

/** The cheapest trip from one bridge to another, or null. All that is outside the map is lake. */
export function trip(view: Pick<MexicaView, 'canals' | 'bridges'>, from: string, to: string): Trip | null {
  const canals = new Set(view.canals.flat());
  const bridges = new Set(view.bridges.map(({ at }) => at));
  const seen = new Set<string>();
  const open = (column: number, row: number): boolean => {
    if (column < -1 || row < -1 || column > COLUMNS || row > ROWS || seen.has(`${column} ${row}`)) return false;
    if (column < 0 || row < 0 || column >= COLUMNS || row >= ROWS) return true;
    const name = nameOf(column, row);
    return isLake(name) || canals.has(name);
  };
  // What is reached at one price after another; water without a bridge costs nothing more.
  let now: Reached[] = [{ ...cellOf(from), from: null }];
  for (let price = 1; now.length; price++) {
    const dearer: Reached[] = [];
    for (const here of now) seen.add(`${here.column} ${here.row}`);
    for (const here of now) {
      for (const [dx, dy] of STEPS) {
        const next = { column: here.column + dx, row: here.row + dy, from: here };
        if (!open(next.column, next.row)) continue;
        seen.add(`${next.column} ${next.row}`);
        const name = nameOf(next.column, next.row);
        if (name === to) return { bridges: price, way: wayTo(next) };
        (bridges.has(name) ? dearer : now).push(next);
      }
    }
    now = dearer;
  }
  return null;
}

function wayTo(end: Reached): Point[] {
  const way: Point[] = [];
  for (let here: Reached | null = end; here; here = here.from)
    way.unshift({ x: (here.column + 0.5) * SIDE, y: (here.row + 0.5) * SIDE });
  return way;
}
