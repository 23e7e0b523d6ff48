// A position by itself, as a scene: nothing has happened, and nothing is to be done.

import { wordsOf } from '../i18n/index.svelte';
import type { Scene } from '../scene';
import type { Values, View } from '../types';

export class PositionScene implements Scene {
  readonly me = null;
  readonly actions: readonly string[] = [];
  readonly offers = [];
  readonly events = [];
  readonly pointed = null;
  readonly hint = null;
  readonly light: readonly string[] = [];
  readonly motion = false;

  constructor(
    readonly game: string,
    readonly view: View,
  ) {}

  get names(): readonly string[] {
    return Array.from({ length: this.view.seats }, (_, seat) => wordsOf(this.game).say(`seat.${seat}`));
  }

  say(key: string, values: Values = {}): string {
    return wordsOf(this.game).say(key, values, this.names);
  }

  async act(): Promise<boolean> {
    return false;
  }

  why(): void {}
}
