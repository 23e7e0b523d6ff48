// The moments of a game, a page at a time: what is looked at is fetched, and the page after it before it is wanted.

import type { Moment } from '../types';

/** As many as the server gives at once. */
export const PAGE = 100;
/** This near to the end of a page the next one is fetched. */
const SOON = 40;

export interface MomentPage {
  total: number;
  from: number;
  moments: Moment[];
}

export const pageOf = (n: number): number => Math.floor(n / PAGE);

/**
 * The pages to have when the reader is at moment `n`: its own first, then the neighbour that is likely to come next.
 */
export function pagesFor(n: number, total: number): number[] {
  const page = pageOf(n);
  const pages = [page];
  const last = pageOf(Math.max(0, total - 1));
  if (page < last && n % PAGE >= PAGE - SOON) pages.push(page + 1);
  if (page > 0 && n % PAGE < SOON) pages.push(page - 1);
  return pages;
}

/**
 * Where a turn begins. Forward: the first moment of the next one; back: of this one, or of the one before if we are
 * there already. `missing` is a moment that has to be fetched to tell.
 */
export function turnFrom(
  stepAt: (n: number) => number | undefined,
  from: number,
  total: number,
  forward: boolean,
): { at: number } | { missing: number } {
  const here = stepAt(from);
  if (here === undefined) return { missing: from };
  if (forward) {
    for (let n = from + 1; n < total; n++) {
      const step = stepAt(n);
      if (step === undefined) return { missing: n };
      if (step !== here) return { at: n };
    }
    return { at: Math.max(0, total - 1) };
  }
  let n = from - 1;
  if (n < 0) return { at: 0 };
  const before = stepAt(n);
  if (before === undefined) return { missing: n };
  for (; n > 0; n--) {
    const step = stepAt(n - 1);
    if (step === undefined) return { missing: n - 1 };
    if (step !== before) break;
  }
  return { at: Math.max(0, n) };
}

export class Moments {
  total = $state(0);
  private pages = $state.raw<Record<number, Moment[]>>({});
  private asked = new Map<number, Promise<void>>();

  constructor(private readonly fetch: (from: number) => Promise<MomentPage>) {}

  at(n: number): Moment | undefined {
    return this.pages[pageOf(n)]?.[n % PAGE];
  }

  /** The moments around `n` that are here, in one piece. */
  around(n: number): { from: number; moments: Moment[] } {
    const page = pageOf(n);
    let first = page;
    while (this.pages[first - 1]?.length === PAGE) first--;
    const moments: Moment[] = [];
    for (let p = first; this.pages[p]; p++) moments.push(...(this.pages[p] as Moment[]));
    return { from: first * PAGE, moments };
  }

  /** Fetches moment `n` if it is not here, and what is likely to be wanted after it without waiting for that. */
  async need(n: number): Promise<void> {
    const [page = 0] = pagesFor(n, this.total);
    if (!this.at(n)) await this.load(page); // a last page may have grown since it was fetched
    for (const other of pagesFor(n, this.total)) if (!this.pages[other]) this.load(other).catch(() => {});
  }

  /** Fetches the last page again: a game goes on while it is looked at. */
  async refresh(): Promise<void> {
    const before = pageOf(Math.max(0, this.total - 1));
    await this.load(before);
    const last = pageOf(Math.max(0, this.total - 1));
    if (last !== before) await this.load(last);
  }

  private load(page: number): Promise<void> {
    const asked = this.asked.get(page);
    if (asked) return asked;
    const coming = this.fetch(page * PAGE)
      .then(({ total, moments }) => {
        this.total = total;
        if (moments.length) this.pages = { ...this.pages, [page]: moments };
      })
      .finally(() => this.asked.delete(page));
    this.asked.set(page, coming);
    return coming;
  }
}
