// The language of the page: what the reader chose, else the first of the browser's that we speak.

import { keep, kept } from '../kept';

export type Language = 'en' | 'fr';
export const LANGUAGES: readonly Language[] = ['en', 'fr'];
const KEPT = 'lang';

export function detect(chosen: string | null, wanted: readonly string[]): Language {
  for (const name of [chosen ?? '', ...wanted]) {
    const found = LANGUAGES.find((known) => known === name.slice(0, 2).toLowerCase());
    if (found) return found;
  }
  return 'en';
}

class Chosen {
  now = $state<Language>('en');

  constructor() {
    if (typeof document !== 'undefined') this.now = detect(kept(KEPT), navigator.languages);
  }

  choose(language: Language): void {
    this.now = language;
    keep(KEPT, language);
  }
}

export const lang = new Chosen();
