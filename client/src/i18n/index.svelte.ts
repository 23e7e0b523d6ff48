// The page's own words (`*.{en,fr}.json` in this folder, one pair for each part of the page), those of the bots, and
// those of the games, which the server has: the page never writes a sentence of its own.

import { api } from '../api';
import type { Values } from '../types';
import { lang, type Language } from './language.svelte';
import { fill } from './message';

export { lang, LANGUAGES, type Language } from './language.svelte';
export { signed } from './message';

const files = import.meta.glob<Record<string, string>>(['./*.json', '@bots/text.*.json'], {
  eager: true,
  import: 'default',
});
const own: Record<string, Record<string, string>> = {};
for (const [path, entries] of Object.entries(files)) {
  const language = path.split('.').at(-2) ?? 'en';
  own[language] = { ...own[language], ...entries };
}

function entry(catalogue: Record<string, string> | undefined, key: string): string {
  return catalogue?.[key] ?? key;
}

/** A sentence of the page, in the reader's language. */
export function t(key: string, values: Values = {}, names?: readonly string[]): string {
  const words = own[lang.now];
  return fill(entry(words, key), values, { language: lang.now, word: (other) => entry(words, other), names });
}

export function has(key: string): boolean {
  return key in (own[lang.now] ?? {});
}

/** The words of one game, in whatever language the page is in. */
export class GameWords {
  private catalogues = $state.raw<Record<string, Record<string, string>>>({});
  /** What is on its way, by language: who asks meanwhile waits for the same answer. */
  private pending = new Map<string, Promise<void>>();

  constructor(readonly game: string) {}

  /** Fetches the words of the current language, once. */
  async load(): Promise<void> {
    const language = lang.now;
    if (this.catalogues[language]) return;
    const loading = this.pending.get(language) ?? this.fetch(language);
    this.pending.set(language, loading);
    await loading.finally(() => this.pending.delete(language));
  }

  private async fetch(language: Language): Promise<void> {
    const words = await api.words(this.game, language);
    this.catalogues = { ...this.catalogues, [language]: words };
  }

  has(key: string): boolean {
    return key in this.now;
  }

  /** `you`: the seat of whoever is spoken to as “you”, where the sentence can. */
  say(key: string, values: Values = {}, names?: readonly string[], you: number | null = null): string {
    const words = this.now;
    return fill(entry(words, key), values, { language: lang.now, word: (other) => entry(words, other), names, you });
  }

  private get now(): Record<string, string> {
    // while another language is on its way, the one that is there
    return this.catalogues[lang.now] ?? Object.values(this.catalogues)[0] ?? {};
  }
}

const games = new Map<string, GameWords>();

export function wordsOf(game: string): GameWords {
  let words = games.get(game);
  if (!words) games.set(game, (words = new GameWords(game)));
  return words;
}

export function formatDate(unix: number): string {
  return new Intl.DateTimeFormat(lang.now, { dateStyle: 'medium', timeStyle: 'short' }).format(unix * 1000);
}
