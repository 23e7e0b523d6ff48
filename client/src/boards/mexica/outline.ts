// The outline of a set of squares as one path with round corners: the shore of land among lake and canals, or a
// district.

import { SIDE, cellOf, nameOf } from './map';

type Corner = { x: number; y: number; sharp: boolean };

/** The ways that an edge can run, with the squares at its right: east, south, west, north. */
const RUNS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

/** The corners of every closed line round these spaces, clockwise round land and the other way round holes. */
export function contours(spaces: Iterable<string>): Corner[][] {
  const inside = new Set(spaces);
  const has = (column: number, row: number) => inside.has(nameOf(column, row));
  // from each corner, the directions in which an edge leaves it
  const edges = new Map<string, number[]>();
  const add = (x: number, y: number, run: number) => {
    const key = `${x} ${y}`;
    edges.set(key, [...(edges.get(key) ?? []), run]);
  };
  for (const name of inside) {
    const { column, row } = cellOf(name);
    if (!has(column, row - 1)) add(column, row, 0);
    if (!has(column + 1, row)) add(column + 1, row, 1);
    if (!has(column, row + 1)) add(column + 1, row + 1, 2);
    if (!has(column - 1, row)) add(column, row + 1, 3);
  }
  const crossings = new Set([...edges].filter(([, runs]) => runs.length > 1).map(([at]) => at));
  const found: Corner[][] = [];
  while (edges.size) {
    let [key] = edges.keys() as unknown as [string];
    const line: Corner[] = [];
    let before = -1;
    for (;;) {
      const runs = edges.get(key);
      // Where two squares meet at a corner only, stay with the same square: turn right.
      const run = crossings.has(key) && before >= 0 ? (before + 1) % 4 : runs?.[0];
      if (run === undefined || !runs?.includes(run)) break;
      const rest = runs.filter((other) => other !== run);
      if (rest.length) edges.set(key, rest);
      else edges.delete(key);
      const [x = 0, y = 0] = key.split(' ').map(Number);
      if (run !== before) line.push({ x, y, sharp: crossings.has(key) });
      const [dx, dy] = RUNS[run] as readonly [number, number];
      key = `${x + dx} ${y + dy}`;
      before = run;
    }
    // the first corner may lie in the middle of an edge
    const [first, second] = line;
    const last = line.at(-1);
    if (first && second && last && line.length > 3) {
      const straight = (last.x === first.x && first.x === second.x) || (last.y === first.y && first.y === second.y);
      if (straight) line.shift();
    }
    found.push(line);
  }
  return found;
}

/**
 * As an SVG path. Corners where two squares only touch stay sharp: nothing passes there, neither on foot nor by boat.
 */
export function outline(spaces: Iterable<string>, radius: number, inset = 0): string {
  return contours(spaces)
    .map((line) => rounded(inset ? pulledIn(line, inset / SIDE) : line, radius / SIDE))
    .join('');
}

/** The same line, a little inside the squares. */
function pulledIn(line: Corner[], by: number): Corner[] {
  return line.map((corner, n) => {
    const before = line.at(n - 1) as Corner;
    const after = line[(n + 1) % line.length] as Corner;
    // the inside is at the right of each edge
    const [ix, iy] = right(before, corner);
    const [ox, oy] = right(corner, after);
    return { ...corner, x: corner.x + (ix + ox) * by, y: corner.y + (iy + oy) * by };
  });
}

function right(from: Corner, to: Corner): [number, number] {
  return [-Math.sign(to.y - from.y), Math.sign(to.x - from.x)];
}

function rounded(line: Corner[], radius: number): string {
  const parts = line.map((corner, n) => {
    const before = line.at(n - 1) as Corner;
    const after = line[(n + 1) % line.length] as Corner;
    if (corner.sharp) return `${n ? 'L' : 'M'}${at(corner)}`;
    const [start, end] = [towards(corner, before, radius), towards(corner, after, radius)];
    return `${n ? 'L' : 'M'}${at(start)}Q${at(corner)} ${at(end)}`;
  });
  return `${parts.join('')}Z`;
}

function towards(from: Corner, to: Corner, by: number): Corner {
  return { x: from.x + Math.sign(to.x - from.x) * by, y: from.y + Math.sign(to.y - from.y) * by, sharp: false };
}

function at({ x, y }: Corner): string {
  return `${+(x * SIDE).toFixed(1)} ${+(y * SIDE).toFixed(1)}`;
}
