// What the reader likes, kept in this browser.

import { keep, keptJson } from './kept';

export type Theme = 'auto' | 'light' | 'dark';
/** How fast others' turns are shown. */
export type Speed = 'slow' | 'usual' | 'fast';
export const SPEEDS: Record<Speed, number> = { slow: 2.5, usual: 1, fast: 0.5 };
interface Liked {
  name: string;
  theme: Theme;
  sound: boolean;
  motion: boolean;
  notify: boolean;
  /** Single letters are shortcuts. */
  keys: boolean;
  speed: Speed;
  /** After each opponent's turn the reader says when to go on. */
  wait: boolean;
}

const KEPT = 'settings';
const USUAL: Liked = {
  name: '',
  theme: 'auto',
  sound: false,
  motion: true,
  notify: false,
  keys: true,
  speed: 'usual',
  wait: false,
};

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

  /** By how much longer than usual others' turns are shown. */
  get slowness(): number {
    return SPEEDS[this.now.speed] ?? 1;
  }

  set<K extends keyof Liked>(key: K, value: Liked[K]): void {
    this.now[key] = value;
    keep(KEPT, JSON.stringify(this.now));
  }
}

export const settings = new Settings();
