// The tables that the first screen shows: one's own, and public ones. Asked for again when somebody looks, now and
// then.

import { api, Refused } from '../api';
import { keep, keptJson } from '../kept';
import type { TableCard } from '../types';

const EVERY = 15_000;

export interface Shelves {
  /** Running or waiting, those where it is the reader's turn first. */
  mine: TableCard[];
  /** Public tables with a free seat. */
  open: TableCard[];
  /** Public games that are being played by others. */
  running: TableCard[];
  /** Games to replay: one's own, then others'. */
  over: TableCard[];
}

export const NOTHING: Shelves = { mine: [], open: [], running: [], over: [] };

export function shelve(own: readonly TableCard[], everybodys: readonly TableCard[]): Shelves {
  const known = new Set(own.map((card) => card.table));
  const others = [...new Map(everybodys.map((card) => [card.table, card])).values()].filter(
    (card) => !known.has(card.table),
  );
  const rank = (card: TableCard) => (card.your_turn ? 0 : card.status === 'playing' ? 1 : 2);
  return {
    mine: own.filter((card) => card.status !== 'over').sort((a, b) => rank(a) - rank(b) || b.updated - a.updated),
    open: others.filter((card) => card.status === 'open' && card.seats.some((seat) => seat.kind === 'open')),
    running: others.filter((card) => card.status === 'playing'),
    over: [...own, ...others].filter((card) => card.status === 'over'),
  };
}

/** The finished games that the reader has put away from the list, in this browser; the newest last. */
const AWAY = 'put-away';
const MOST_AWAY = 1000;

function putAway(): string[] {
  const found = keptJson(AWAY);
  return Array.isArray(found) ? found.filter((table) => typeof table === 'string') : [];
}

/** The shelves without the finished games that are put away. */
export function without(shelves: Shelves, away: readonly string[]): Shelves {
  const gone = new Set(away);
  return { ...shelves, over: shelves.over.filter((card) => !card.yours.length || !gone.has(card.table)) };
}

export class Tables {
  shelves = $state.raw<Shelves>(NOTHING);
  /** Whether an answer has come at all. */
  known = $state(false);
  private all: Shelves = NOTHING;
  private timer: ReturnType<typeof setInterval> | undefined;

  /** Keeps asking until it is told to stop. */
  start(): () => void {
    const look = () => {
      if (document.visibilityState === 'visible') void this.ask();
    };
    look();
    this.timer = setInterval(look, EVERY);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(this.timer);
      document.removeEventListener('visibilitychange', look);
    };
  }

  /** Finished games leave the list; the games themselves stay, for whoever has their address. */
  putAway(cards: readonly TableCard[]): void {
    const away = [...new Set([...putAway(), ...cards.map((card) => card.table)])].slice(-MOST_AWAY);
    keep(AWAY, JSON.stringify(away));
    this.shelves = without(this.all, away);
  }

  private async ask(): Promise<void> {
    try {
      // one after the other: the first answer says who we are
      const own = await api.tables({ mine: true });
      const [open, all] = await Promise.all([api.tables({ status: 'open' }), api.tables({})]);
      this.all = shelve(own.tables, [...open.tables, ...all.tables]);
      this.shelves = without(this.all, putAway());
      this.known = true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error; // what was there stays; it is asked for again soon
    }
  }
}
