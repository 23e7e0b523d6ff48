// The language of the page: what the reader chose, else the first of the browser's that we speak.

export type Language = 'en' | 'fr';
export const LANGUAGES: readonly Language[] = ['en', 'fr'];
const KEPT = 'texcoco.lang';

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
    if (typeof localStorage !== 'undefined') this.now = detect(localStorage.getItem(KEPT), navigator.languages);
  }

  choose(language: Language): void {
    this.now = language;
    localStorage.setItem(KEPT, language);
  }
}

export const lang = new Chosen();
