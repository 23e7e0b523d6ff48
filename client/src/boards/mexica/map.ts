// The island of Tenochtitlan as it is printed, and where its spaces are on the drawing.

import { map as MAP } from '@games/mexica/data.json';

export { MAP };
export const ROWS = MAP.length;
export const COLUMNS = MAP[0]?.length ?? 0;
export const LETTERS = 'ABCDEFGHIJKLMNOPQRSTU';
/** The side of a space in units of the drawing. */
export const SIDE = 40;

export interface Cell {
  column: number;
  row: number;
}

export function nameOf(column: number, row: number): string {
  return `${LETTERS[column]}${row + 1}`;
}

export function cellOf(name: string): Cell {
  return { column: LETTERS.indexOf(name.charAt(0)), row: Number(name.slice(1)) - 1 };
}

function markOf(name: string): string {
  const { column, row } = cellOf(name);
  return MAP[row]?.[column] ?? '~';
}

/** All spaces, row by row. */
export const SPACES: readonly string[] = MAP.flatMap((line, row) => [...line].map((_, column) => nameOf(column, row)));
export const STARTS = SPACES.filter((name) => markOf(name) === 'S');
export const PALACE = SPACES.filter((name) => 'SP'.includes(markOf(name)));
export const EMBLEM = SPACES.find((name) => markOf(name) === 'P') as string;

export const isSpace = (name: unknown): name is string => typeof name === 'string' && /^[A-U]\d+$/.test(name);
export const isLake = (name: string): boolean => markOf(name) === '~';
export const isPalace = (name: string): boolean => 'SP'.includes(markOf(name));
export const isStart = (name: string): boolean => markOf(name) === 'S';

/** The four spaces that share an edge with this one, as far as they are on the map. */
export function neighbours(name: string): string[] {
  const { column, row } = cellOf(name);
  return [
    [column + 1, row],
    [column - 1, row],
    [column, row + 1],
    [column, row - 1],
  ].flatMap(([c = -1, r = -1]) => (c >= 0 && r >= 0 && c < COLUMNS && r < ROWS ? [nameOf(c, r)] : []));
}

/** The middle of a space on the drawing. */
export function middle(name: string): { x: number; y: number } {
  const { column, row } = cellOf(name);
  return { x: (column + 0.5) * SIDE, y: (row + 0.5) * SIDE };
}

/** Of these spaces the one nearest to a point, not further than about a space and a half. */
export function nearestOf(names: Iterable<string>, x: number, y: number): string | null {
  let best: string | null = null;
  let least = 62;
  for (const name of names) {
    const spot = middle(name);
    const far = Math.hypot(spot.x - x, spot.y - y);
    if (far < least) [best, least] = [name, far];
  }
  return best;
}

/** The names of the columns and rows at the edge. */
export const EDGE_COLUMNS = [...LETTERS].map((text, n) => ({ text, x: (n + 0.5) * SIDE }));
export const EDGE_ROWS = MAP.map((_, n) => ({ text: String(n + 1), y: (n + 0.5) * SIDE }));
