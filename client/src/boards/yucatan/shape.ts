// The land as shapes to be drawn: the great river as one smooth body of water, small rivers as smooth ribbons, leaves
// and waves strewn so that a space always looks the same. All pure and made once for a board.

import { between, centre, corner, hexagon, point, R, type Point } from './hex';
import { TURNS, type Land, type River, type Space, type Terrain } from './land';

interface Edge {
  from: Point;
  to: Point;
  /** Nothing lies on the other side: the board ends here. */
  outer: boolean;
}

/** The border of some spaces, as closed ways of edges. */
function borders(land: Land, spaces: Space[]): Edge[][] {
  const labels = new Set(spaces.map(({ label }) => label));
  const starts = new Map<string, Edge>();
  for (const space of spaces) {
    const middle = centre(space);
    TURNS.forEach((_, n) => {
      const other = land.next(space, n);
      if (other && labels.has(other.label)) return;
      const from = corner(middle, n);
      starts.set(point(from), { from, to: corner(middle, n + 1), outer: !other });
    });
  }
  const ways: Edge[][] = [];
  while (starts.size) {
    const way: Edge[] = [];
    let edge = starts.values().next().value;
    while (edge) {
      starts.delete(point(edge.from));
      way.push(edge);
      edge = starts.get(point(edge.to));
    }
    ways.push(way);
  }
  return ways;
}

/** Softly round all spaces of a kind, but sharp where the board ends. */
function smoothed(ways: Edge[][]): string {
  return ways
    .map((way) => {
      const first = way[0] as Edge;
      let path = `M${point(between(first.from, first.to))}`;
      way.forEach((edge, n) => {
        const next = way[(n + 1) % way.length] as Edge;
        const middle = point(between(next.from, next.to));
        path += edge.outer || next.outer ? `L${point(edge.to)}L${middle}` : `Q${point(edge.to)} ${middle}`;
      });
      return `${path}Z`;
    })
    .join('');
}

export function greatRiver(land: Land): string {
  return smoothed(
    borders(
      land,
      [...land.spaces.values()].filter(({ terrain }) => terrain === 'water'),
    ),
  );
}

/** The corners that two neighbours share. */
function shared(land: Land, a: string, b: string): [Point, Point] {
  const [one, other] = [land.space(a), land.space(b)];
  const n = TURNS.findIndex(([i, j]) => one.q + i === other.q && one.r + j === other.r);
  if (n < 0) throw new Error(`${a} and ${b} are no neighbours`);
  const middle = centre(one);
  return [corner(middle, n), corner(middle, n + 1)];
}

/** The corners that a small river goes by, from end to end, once for each part of it. */
export function courses(land: Land, river: River): Point[][] {
  const points = new Map<string, Point>();
  const links = new Map<string, Set<string>>();
  for (const [a, b] of river.edges) {
    const ends = shared(land, a, b);
    const [one, other] = ends.map(point) as [string, string];
    ends.forEach((end) => points.set(point(end), end));
    links.set(one, (links.get(one) ?? new Set()).add(other));
    links.set(other, (links.get(other) ?? new Set()).add(one));
  }
  const found: Point[][] = [];
  const follow = (start: string) => {
    for (let next = links.get(start)?.values().next().value; next; next = links.get(start)?.values().next().value) {
      const course = [start];
      let at = start;
      while (next) {
        links.get(at)?.delete(next);
        links.get(next)?.delete(at);
        course.push(next);
        at = next;
        // a fork ends this part; the rest follows from there
        next = links.get(at)?.size === 1 ? links.get(at)?.values().next().value : undefined;
      }
      found.push(course.map((key) => points.get(key) as Point));
    }
  };
  for (const [key, others] of links) if (others.size === 1) follow(key);
  for (const [key, others] of links) if (others.size) follow(key);
  return found;
}

/**
 * Where a river goes on from its last corner: into its city, into the great river, over the edge of the board, or
 * nowhere.
 */
function mouth(land: Land, river: River, end: Point, before: Point): Point {
  const near = [...land.spaces.values()].filter((space) => {
    const { x, y } = centre(space);
    return Math.hypot(x - end.x, y - end.y) < R * 1.01;
  });
  const city = near.find((space) => space.city !== null && space.city === river.city);
  if (city) return centre(city);
  const water = near.find(({ terrain }) => terrain === 'water');
  if (water) return between(end, centre(water), 0.45);
  return near.length < 3 ? between(before, end, 1.6) : end;
}

export function ribbon(land: Land, river: River): string {
  return courses(land, river)
    .map((course) => {
      const [first, second] = course as [Point, Point];
      const [last, last2] = [course.at(-1) as Point, course.at(-2) as Point];
      const ends = [mouth(land, river, first, second), mouth(land, river, last, last2)] as const;
      const way = [...(ends[0] === first ? [] : [ends[0]]), ...course, ...(ends[1] === last ? [] : [ends[1]])];
      let path = `M${point(way[0] as Point)}`;
      for (let n = 1; n < way.length - 1; n++) {
        const here = way[n] as Point;
        const next = way[n + 1] as Point;
        path += `Q${point(here)} ${point(n === way.length - 2 ? next : between(here, next))}`;
      }
      return way.length === 2 ? `${path}L${point(way[1] as Point)}` : path;
    })
    .join('');
}

/** Numbers from 0 to 1 that a label stands for: the same for ever. */
export function dice(label: string): () => number {
  let state = [...label].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 2166136261);
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let n = Math.imul(state ^ (state >>> 15), 1 | state);
    n = (n + Math.imul(n ^ (n >>> 7), 61 | n)) ^ n;
    return ((n ^ (n >>> 14)) >>> 0) / 4294967296;
  };
}

function turned(middle: Point, angle: number, far: number): Point {
  return { x: middle.x + far * Math.cos(angle), y: middle.y + far * Math.sin(angle) };
}

/** A leaf with its stem at `foot`, pointing along `angle`. */
function leaf(foot: Point, angle: number, long: number): string {
  const tip = turned(foot, angle, long);
  const side = (by: number) => point(turned(between(foot, tip, 0.45), angle + Math.PI / 2, by * long));
  return `M${point(foot)}Q${side(0.42)} ${point(tip)}Q${side(-0.42)} ${point(foot)}Z`;
}

/** A few fans of leaves in a space, near its edges, so that pieces do not hide them. */
export function leaves(space: Space): string {
  const roll = dice(space.label);
  const middle = centre(space);
  const first = Math.floor(roll() * 6);
  return [0, 2, 3, 5]
    .slice(0, 2 + Math.floor(roll() * 3))
    .map((n) => {
      const towards = ((first + n) * Math.PI) / 3 + (roll() - 0.5) * 0.5;
      const foot = turned(middle, towards, R * (0.56 + roll() * 0.14));
      const up = -Math.PI / 2 + (roll() - 0.5) * 0.8;
      const long = R * (0.23 + roll() * 0.09);
      return [-0.75, 0, 0.75].map((by) => leaf(foot, up + by, by ? long * 0.85 : long)).join('');
    })
    .join('');
}

/** Lines of slow waves in a space of the great river. */
export function waves(space: Space): string {
  const roll = dice(space.label);
  const { x, y } = centre(space);
  return [-0.42, 0.02, 0.46]
    .map((by) => {
      const left = x + R * (-0.4 + (roll() - 0.5) * 0.5);
      const at = y + R * (by + (roll() - 0.5) * 0.1);
      const w = R * 0.17;
      return `M${point({ x: left, y: at })}q${w / 2} ${-w * 0.7} ${w} 0t${w} 0t${w} 0`;
    })
    .join('');
}

/** Grains of sand on a beach, on the side where the water is. */
export function grains(land: Land, space: Space): string {
  const roll = dice(space.label);
  const middle = centre(space);
  return TURNS.flatMap((_, n) => {
    if (land.next(space, n)?.terrain !== 'water') return [];
    const [from, to] = [corner(middle, n), corner(middle, n + 1)];
    return [0.2, 0.45, 0.7].map((part) => {
      const at = between(between(from, to, part + roll() * 0.15), middle, 0.2 + roll() * 0.14);
      return `M${point(at)}h0.1`;
    });
  }).join('');
}

/** The steps of a mountain: a broad one, and a lower one beside it. */
export function mountain(space: Space): { back: string; front: string; light: string } {
  const roll = dice(space.label);
  const { x, y } = centre(space);
  const side = roll() < 0.5 ? -1 : 1;
  const steps = (cx: number, foot: number, wide: number, high: number, n: number) => {
    const step = wide / (2 * n);
    const rise = high / n;
    let path = `M${point({ x: cx - wide / 2, y: foot })}`;
    for (let i = 0; i < n; i++) path += `v${-rise}h${i === n - 1 ? step * 2 : step}`;
    for (let i = 0; i < n; i++) path += `v${rise}${i === n - 1 ? '' : `h${step}`}`;
    return `${path}Z`;
  };
  const tops = (cx: number, foot: number, wide: number, high: number, n: number) =>
    Array.from({ length: n }, (_, i) => {
      const half = wide / 2 - (wide / (2 * n)) * i;
      return `M${point({ x: cx - half, y: foot - (high / n) * (i + 1) })}h${(half * 2).toFixed(1)}`;
    })
      .slice(-1)
      .join('');
  const main = [x - side * R * 0.13, y + R * 0.42, R * 1.05, R * (0.92 + roll() * 0.12), 4] as const;
  const small = [x + side * R * 0.36, y + R * 0.52, R * 0.66, R * 0.46, 3] as const;
  return { back: steps(...main), front: steps(...small), light: tops(...main) + tops(...small) };
}

export interface Label {
  readonly text: string;
  readonly x: number;
  /** The middle of the space. */
  readonly y: number;
  /** The line below what stands there. */
  readonly below: number;
  /** What it is printed on. */
  readonly on: Terrain;
}

/**
 * Where the label of each space is printed: in its middle, where nobody takes it for the neighbour's, or below what
 * stands there, a little higher where a river runs along.
 */
export function labelsOf(land: Land): Label[] {
  return [...land.spaces.values()].map((space) => {
    const below = [1, 2].some((n) => {
      const other = land.next(space, n)?.label;
      return land.rivers.some(({ edges }) =>
        edges.some(([a, b]) => (a === space.label && b === other) || (b === space.label && a === other)),
      );
    });
    const { x, y } = centre(space);
    const by = space.city !== null ? 27 : below ? 23 : 27;
    return { text: space.label, x: space.city === null ? x : x + 13, y, below: y + by, on: space.terrain };
  });
}

export interface Shapes {
  readonly all: string;
  readonly deep: string;
  readonly mid: string;
  readonly lush: string;
  readonly water: string;
  readonly waterHexes: string;
  readonly beaches: string;
  readonly stone: string;
  readonly city: string;
  readonly leaves: { deep: string; mid: string; lush: string };
  readonly waves: string;
  readonly grains: string;
  readonly mountains: { back: string; front: string; light: string }[];
  readonly ribbons: string[];
}

const shapes = new Map<number, Shapes>();

/** All that never changes of a board, as few paths. */
export function shapesOf(land: Land): Shapes {
  const made = shapes.get(land.seats);
  if (made) return made;
  const spaces = [...land.spaces.values()];
  // jungle beside small rivers is lush; the rest is of two greens, in patches
  const tone = (space: Space) =>
    space.rivers.length || space.terrain === 'beach' ? 'lush' : dice(`${space.label}!`)() < 0.5 ? 'deep' : 'mid';
  const green = (name: string) =>
    spaces.filter((space) => ['jungle', 'beach'].includes(space.terrain) && tone(space) === name);
  const of = (terrain: string) => spaces.filter((space) => space.terrain === terrain);
  const hexes = (some: Space[]) => some.map((space) => hexagon(centre(space))).join('');
  const strewn = (name: string) => green(name).map(leaves).join('');
  const found: Shapes = {
    all: hexes(spaces),
    deep: hexes(green('deep')),
    mid: hexes(green('mid')),
    lush: hexes(green('lush')),
    water: greatRiver(land),
    waterHexes: hexes(of('water')),
    beaches: hexes(of('beach')),
    stone: hexes(of('mountain')),
    city: hexes(of('city')),
    leaves: { deep: strewn('deep'), mid: strewn('mid'), lush: strewn('lush') },
    waves: of('water').map(waves).join(''),
    grains: of('beach')
      .map((space) => grains(land, space))
      .join(''),
    mountains: of('mountain').map(mountain),
    ribbons: land.rivers.map((river) => ribbon(land, river)),
  };
  shapes.set(land.seats, found);
  return found;
}
