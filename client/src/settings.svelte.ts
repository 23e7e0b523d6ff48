// What the reader likes, kept in this browser.

import { keep, keptJson } from './kept';

export type Theme = 'auto' | 'light' | 'dark';
interface Liked {
  name: string;
  theme: Theme;
  sound: boolean;
  motion: boolean;
  notify: boolean;
  /** Single letters are shortcuts. */
  keys: boolean;
}

const KEPT = 'settings';
const USUAL: Liked = { name: '', theme: 'auto', sound: false, motion: true, notify: false, keys: true };

class Settings {
  now = $state<Liked>({ ...USUAL });
  private calm = $state(false);

  constructor() {
    Object.assign(this.now, keptJson(KEPT));
    if (typeof matchMedia === 'undefined') return; // a test
    const asks = matchMedia('(prefers-reduced-motion: reduce)');
    this.calm = asks.matches;
    asks.addEventListener('change', () => (this.calm = asks.matches));
  }

  /** Whether things may move. */
  get motion(): boolean {
    return this.now.motion && !this.calm;
  }

  set<K extends keyof Liked>(key: K, value: Liked[K]): void {
    this.now[key] = value;
    keep(KEPT, JSON.stringify(this.now));
  }
}

export const settings = new Settings();
