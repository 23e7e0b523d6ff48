// The server over HTTP. Whatever it refuses is thrown as `Refused`, with a code that the page has words for.

import { lang } from './i18n/language.svelte';
import type {
  Command,
  GameCard,
  Invitation,
  Lesson,
  Moment,
  Plans,
  Refusal,
  State,
  Status,
  Summary,
  TableCard,
} from './types';

export class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** A bot that is asked for a hint thinks for some seconds; who has not answered in this time will not. */
const PATIENCE = 30_000;
const UNREACHABLE: Refusal = { code: 'unreachable', message: 'the server does not answer' };

async function ask<T>(method: string, path: string, body?: unknown, query: Record<string, unknown> = {}): Promise<T> {
  const given = Object.entries({ ...query, lang: lang.now }).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(`/api/v1${path}?${search}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE),
    });
    text = await answer.text();
  } catch {
    throw new Refused(UNREACHABLE);
  }
  if (!answer.ok) {
    let refusal = UNREACHABLE;
    try {
      refusal = JSON.parse(text).refused ?? UNREACHABLE;
    } catch {
      // a proxy's page, not ours
    }
    throw new Refused(refusal);
  }
  const json = answer.headers.get('content-type')?.includes('json');
  return (json ? JSON.parse(text) : text) as T;
}

export interface SeatPlan {
  kind: 'me' | 'open' | 'bot';
  bot?: string;
  name?: string;
}

export interface NewTable {
  game: string;
  seats: SeatPlan[];
  options?: Record<string, unknown>;
  clock?: { days: number } | { minutes: number; increment: number } | null;
  public?: boolean;
  name?: string;
}

interface Opened {
  table: string;
  invitations: Invitation[];
  seats: number[];
  states: State[];
}

const table = (id: string) => `/tables/${encodeURIComponent(id)}`;

export const api = {
  games: () => ask<{ games: GameCard[] }>('GET', '/games'),
  words: (game: string, language: string) =>
    ask<Record<string, string>>('GET', `/games/${game}/text`, undefined, { lang: language }),
  rules: (game: string) => ask<string>('GET', `/games/${game}/rules`),
  lesson: (game: string) => ask<Lesson>('GET', `/games/${game}/lesson`),
  tables: (query: { mine?: boolean; status?: Status; before?: string }) =>
    ask<{ tables: TableCard[]; next: string | null }>('GET', '/tables', undefined, query),
  open: (plan: NewTable) => ask<Opened>('POST', '/tables', plan),
  study: (record: string) => ask<Opened>('POST', '/studies', { record }),
  table: (id: string) => ask<{ seats: number[]; states: State[] }>('GET', table(id)),
  invitations: (id: string) => ask<{ invitations: Invitation[] }>('GET', `${table(id)}/invitations`),
  command: (id: string, command: Command & { id: string }) =>
    ask<{ states: State[]; seats: number[] }>('POST', `${table(id)}/commands`, command),
  record: (id: string, seat: number | null) => ask<string>('GET', `${table(id)}/record`, undefined, { seat }),
  rematch: (id: string) => ask<{ table: string }>('POST', `${table(id)}/rematch`),
  remove: (id: string) => ask<void>('DELETE', table(id)),
  hint: (id: string, seat: number) =>
    ask<{ action: string; plan: string[]; hint: string }>('GET', `${table(id)}/hint`, undefined, { seat }),
  why: (id: string, seat: number, action: string) =>
    ask<{ legal: boolean; refused?: Refusal }>('GET', `${table(id)}/why`, undefined, { seat, action }),
  plans: (id: string, seat: number) => ask<Plans>('GET', `${table(id)}/plans`, undefined, { seat }),
  moments: (id: string, seat: number | null, from: number) =>
    ask<{ total: number; from: number; moments: Moment[] }>('GET', `${table(id)}/moments`, undefined, { seat, from }),
  summary: (id: string, seat: number | null) => ask<Summary>('GET', `${table(id)}/summary`, undefined, { seat }),
};
