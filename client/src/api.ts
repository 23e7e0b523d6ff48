// The server over HTTP. Whatever it refuses is thrown as `Refused`, with a code that the page has words for.

import type { Command, paths } from './generated';
import { lang } from './i18n/language.svelte';
import type { NewTable, Refusal, Status, View } from './types';

export class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Milliseconds after which a request fails: longer than a bot may take for a hint. */
const TIMEOUT_MS = 30_000;
const UNREACHABLE: Refusal = { code: 'unreachable', message: 'the server does not answer' };

type Method = 'get' | 'post' | 'delete';
type PathWith<M extends Method> = { [P in keyof paths]: paths[P][M] extends object ? P : never }[keyof paths];
type Part<Operation, Name extends string> = Operation extends { parameters: Record<Name, infer Found> } ? Found : never;
/** The JSON or the text of a successful answer; nothing where it has no content. */
type Content<Operation> = Operation extends { responses: infer Responses }
  ? ContentOf<Responses[keyof Responses]>
  : never;
type ContentOf<Response> = Response extends { content: infer Content } ? Content[keyof Content] : void;

interface Request<Operation> {
  path?: Part<Operation, 'path'>;
  query?: Operation extends { parameters: { query?: infer Query } } ? Query : never;
  body?: Operation extends { requestBody: { content: { 'application/json': infer Body } } } ? Body : never;
}

/** Asks the server. Paths, parameters, bodies and answers are those of its OpenAPI document. */
async function ask<M extends Method, P extends PathWith<M>>(
  method: M,
  path: P,
  request: Request<paths[P][M]> = {},
): Promise<Content<paths[P][M]>> {
  const { body } = request;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((request.path as Record<string, string>)[name] as string),
  );
  const given = Object.entries({ lang: lang.now, ...(request.query as object) }).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(`/api/v1${filled}?${search}`, {
      method: method.toUpperCase(),
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    text = await answer.text();
  } catch {
    throw new Refused(UNREACHABLE);
  }
  if (!answer.ok) {
    let refusal = UNREACHABLE;
    try {
      refusal = (JSON.parse(text) as { refused?: Refusal }).refused ?? UNREACHABLE;
    } catch {
      // a proxy's page, not ours
    }
    throw new Refused(refusal);
  }
  const json = answer.headers.get('content-type')?.includes('json');
  return (json ? JSON.parse(text) : text) as Content<paths[P][M]>;
}

const at = (id: string) => ({ table_id: id });

export const api = {
  games: () => ask('get', '/games'),
  words: (game: string, lang: string) => ask('get', '/games/{game}/text', { path: { game }, query: { lang } }),
  rules: (game: string) => ask('get', '/games/{game}/rules', { path: { game } }),
  picture: (game: string, view: View) => ask('post', '/games/{game}/picture', { path: { game }, body: { view } }),
  lesson: (game: string) => ask('get', '/games/{game}/lesson', { path: { game } }),
  dailyPuzzle: (day: string) => ask('get', '/puzzles/daily', { query: { day } }),
  puzzles: (game: string) => ask('get', '/games/{game}/puzzles', { path: { game } }),
  lookAtPuzzle: (game: string, puzzle: string, actions: string[], shown: number) =>
    ask('post', '/games/{game}/puzzles/{puzzle}/look', { path: { game, puzzle }, body: { actions, shown } }),
  puzzleWhy: (game: string, puzzle: string, actions: string[], kind: string, place?: string) =>
    ask('post', '/games/{game}/puzzles/{puzzle}/why', {
      path: { game, puzzle },
      body: { actions, do: kind, at: place ?? '' },
    }),
  answerPuzzle: (game: string, puzzle: string, actions: string[]) =>
    ask('post', '/games/{game}/puzzles/{puzzle}/answer', { path: { game, puzzle }, body: { actions } }),
  tables: (query: { mine?: boolean; status?: Status; before?: string }) => ask('get', '/tables', { query }),
  myGames: () => ask('get', '/me/games'),
  open: (plan: NewTable) => ask('post', '/tables', { body: plan }),
  lookAt: (game: string, position: Record<string, unknown>) =>
    ask('post', '/games/{game}/position', { path: { game }, body: { position } }),
  position: (id: string, moment: number) =>
    ask('get', '/tables/{table_id}/position', { path: at(id), query: { moment } }),
  study: (record: string) => ask('post', '/studies', { body: { record } }),
  table: (id: string) => ask('get', '/tables/{table_id}', { path: at(id) }),
  invitations: (id: string) => ask('get', '/tables/{table_id}/invitations', { path: at(id) }),
  command: (id: string, command: Command) =>
    ask('post', '/tables/{table_id}/commands', { path: at(id), body: command }),
  record: (id: string, seat: number | null) =>
    ask('get', '/tables/{table_id}/record', { path: at(id), query: { seat } }),
  log: (id: string, seat: number | null, before: number) =>
    ask('get', '/tables/{table_id}/log', { path: at(id), query: { seat, before } }),
  rematch: (id: string) => ask('post', '/tables/{table_id}/rematch', { path: at(id) }),
  remove: (id: string) => ask('delete', '/tables/{table_id}', { path: at(id) }),
  hint: (id: string, seat: number) => ask('get', '/tables/{table_id}/hint', { path: at(id), query: { seat } }),
  why: (id: string, seat: number, kind: string, place?: string) =>
    ask('get', '/tables/{table_id}/why', { path: at(id), query: { seat, do: kind, at: place || undefined } }),
  moments: (id: string, seat: number | null, from: number) =>
    ask('get', '/tables/{table_id}/moments', { path: at(id), query: { seat, from } }),
  analysis: (id: string, from: number) => ask('get', '/tables/{table_id}/analysis', { path: at(id), query: { from } }),
  tryTurn: (id: string, turn: number, actions: string[]) =>
    ask('post', '/tables/{table_id}/analysis/try', { path: at(id), body: { turn, actions } }),
  summary: (id: string, seat: number | null) =>
    ask('get', '/tables/{table_id}/summary', { path: at(id), query: { seat } }),
};
