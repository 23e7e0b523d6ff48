// The boards for two, three and four players: spaces with their labels, terrain, rivers and neighbours. What is printed
// on them is in the game's data file, which the rules read too.

import { boards } from '@games/yucatan/data.json';

/** `.` jungle, `b` jungle with a beach, `^` mountain, `~` great river, or a digit: the city of that seat. */
export type Mark = string;
export type Terrain = 'jungle' | 'beach' | 'mountain' | 'water' | 'city';

export interface Space {
  readonly label: string;
  /** Axial coordinates, pointed tops. */
  readonly q: number;
  readonly r: number;
  readonly terrain: Terrain;
  /** Whose city it is. */
  readonly city: number | null;
  /** The small rivers it lies beside, as numbers. */
  readonly rivers: readonly number[];
}

export interface River {
  readonly city: number | null;
  /** The pairs of spaces it runs between. */
  readonly edges: readonly (readonly [string, string])[];
  readonly beside: ReadonlySet<string>;
}

/** The six directions, from the right clockwise: direction `i` is over the edge from corner `i` to corner `i + 1`. */
export const TURNS = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
] as const;

const TERRAIN: Record<Mark, Terrain> = { '.': 'jungle', b: 'beach', '^': 'mountain', '~': 'water' };

interface Printed {
  rows: string[];
  rivers: { city: number | null; edges: string[] }[];
}

export class Land {
  readonly spaces: ReadonlyMap<string, Space>;
  readonly rivers: readonly River[];
  /** The city of each seat. */
  readonly cities: readonly string[];
  private readonly at = new Map<string, string>();

  constructor(readonly seats: number) {
    const { rows, rivers } = (boards as Record<string, Printed>)[seats] as Printed;
    const cities: string[] = [];
    const found: Omit<Space, 'rivers'>[] = [];
    rows.forEach((row, r) => {
      let n = 0;
      [...row].forEach((mark, x) => {
        if (mark === ' ') return;
        const label = `${String.fromCharCode(65 + r)}${++n}`;
        const q = Math.floor((x - r) / 2);
        const city = TERRAIN[mark] ? null : Number(mark);
        if (city !== null) cities[city] = label;
        found.push({ label, q, r, terrain: TERRAIN[mark] ?? 'city', city });
        this.at.set(`${q},${r}`, label);
      });
    });
    this.cities = cities;
    this.rivers = rivers.map(({ city, edges }) => {
      const pairs = edges.map((edge) => edge.split(' ') as [string, string]);
      const beside = new Set(pairs.flat());
      if (city !== null) beside.add(cities[city] as string);
      return { city, edges: pairs, beside };
    });
    this.spaces = new Map(
      found.map((space) => [
        space.label,
        { ...space, rivers: this.rivers.flatMap(({ beside }, n) => (beside.has(space.label) ? [n] : [])) },
      ]),
    );
  }

  space(label: string): Space {
    const found = this.spaces.get(label);
    if (!found) throw new Error(`there is no space ${label}`);
    return found;
  }

  /** The neighbour in a direction. */
  next({ q, r }: { q: number; r: number }, direction: number): Space | undefined {
    const [i, j] = TURNS[direction] as (typeof TURNS)[number];
    const label = this.at.get(`${q + i},${r + j}`);
    return label === undefined ? undefined : this.spaces.get(label);
  }

  around(label: string): Space[] {
    const space = this.space(label);
    return TURNS.flatMap((_, n) => this.next(space, n) ?? []);
  }

  /**
   * The number of the small rivers that run along or through a seat's villages and city, and whether the great river
   * does.
   */
  reach(seat: number, villages: Iterable<string>): { rivers: ReadonlySet<number>; great: boolean } {
    const own = [this.cities[seat] as string, ...villages].map((label) => this.space(label));
    return {
      rivers: new Set(own.flatMap(({ rivers }) => rivers)),
      great: own.some(({ terrain }) => terrain === 'beach'),
    };
  }
}

const made = new Map<number, Land>();

export function landOf(seats: number): Land {
  let land = made.get(seats);
  if (!land) made.set(seats, (land = new Land(seats)));
  return land;
}
