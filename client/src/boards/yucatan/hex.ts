// Where hexagons lie on the page, and where the arrow keys lead. Pointed tops; `R` is from the middle to a corner.

import type { Land, Space } from './land';

export const R = 40;
const W = (Math.sqrt(3) / 2) * R;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export function centre({ q, r }: { q: number; r: number }): Point {
  return { x: 2 * W * (q + r / 2), y: 1.5 * R * r };
}

/** Corner `n`, clockwise from the upper right; `scale` 1 is the hexagon itself. */
export function corner(middle: Point, n: number, scale = 1): Point {
  const angle = (Math.PI / 3) * n - Math.PI / 6;
  return { x: middle.x + R * scale * Math.cos(angle), y: middle.y + R * scale * Math.sin(angle) };
}

export function round(n: number): number {
  return Math.round(n * 10) / 10;
}

export function point({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

export function between(a: Point, b: Point, part = 0.5): Point {
  return { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part };
}

export function hexagon(middle: Point, scale = 1): string {
  return `M${[0, 1, 2, 3, 4, 5].map((n) => point(corner(middle, n, scale))).join('L')}Z`;
}

export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What the whole land covers, with a margin. */
export function frame(land: Land, margin: number): Frame {
  const middles = [...land.spaces.values()].map(centre);
  const left = Math.min(...middles.map(({ x }) => x)) - W - margin;
  const top = Math.min(...middles.map(({ y }) => y)) - R - margin;
  const right = Math.max(...middles.map(({ x }) => x)) + W + margin;
  const bottom = Math.max(...middles.map(({ y }) => y)) + R + margin;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** How far a space is along its row, in half hexagons. */
export function column({ q, r }: Space): number {
  return 2 * q + r;
}

/** Where an arrow key leads from a space. Up and down keep to the column where the way up or down began. */
export function arrow(land: Land, from: Space, key: string, along: number): Space | undefined {
  const row = (r: number) => [...land.spaces.values()].filter((space) => space.r === r);
  switch (key) {
    case 'ArrowLeft':
      return land.next(from, 3) ?? row(from.r).findLast((space) => space.q < from.q);
    case 'ArrowRight':
      return land.next(from, 0) ?? row(from.r).find((space) => space.q > from.q);
    case 'ArrowUp':
    case 'ArrowDown': {
      const found = row(from.r + (key === 'ArrowUp' ? -1 : 1));
      const off = (space: Space) => Math.abs(column(space) - along);
      return found.length ? found.reduce((best, space) => (off(space) < off(best) ? space : best)) : undefined;
    }
    case 'Home':
      return row(from.r)[0];
    case 'End':
      return row(from.r).at(-1);
    default:
      return undefined;
  }
}
