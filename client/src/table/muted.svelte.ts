// Whose chat the reader does not want to see: remembered in this browser, for each table, and told to nobody.

import { keep, keptJson } from '../kept';

const KEPT = 'muted';
/** How many tables are remembered. */
const MOST = 100;

function read(): [string, number[]][] {
  const tables = keptJson(KEPT);
  if (!Array.isArray(tables)) return [];
  return tables.filter((each): each is [string, number[]] => Array.isArray(each) && Array.isArray(each[1]));
}

export class Muted {
  private seats = $state.raw<readonly number[]>([]);

  constructor(private readonly table: string) {
    this.seats = read().find(([name]) => name === table)?.[1] ?? [];
  }

  has(seat: number | null): boolean {
    return seat !== null && this.seats.includes(seat);
  }

  toggle(seat: number): void {
    this.seats = this.has(seat) ? this.seats.filter((each) => each !== seat) : [...this.seats, seat];
    const others = read().filter(([name]) => name !== this.table);
    const all = this.seats.length ? [...others, [this.table, this.seats]] : others;
    keep(KEPT, all.length ? JSON.stringify(all.slice(-MOST)) : null);
  }
}
