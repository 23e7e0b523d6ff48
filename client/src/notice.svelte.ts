// What the page has to tell the reader about something that did not work: one at a time, until it is read.

import { Refused } from './api';
import { has, t } from './i18n/index.svelte';
import type { Refusal } from './types';

export interface Notice {
  text: string;
  /** The ruling that forbids it, if a rule does. */
  rule?: string;
  /** Loading the page again may help. */
  reload?: boolean;
  /** It is true only while there is no connection. */
  offline?: boolean;
  /** It says why something that was tried is not possible. */
  refusal?: boolean;
}

class Notices {
  now = $state.raw<Notice | null>(null);
  /** The game on the screen, of which a ruling that is named is. */
  game = $state<string | null>(null);

  /**
   * Says why something was refused. Sentences of games come from the server, those of tables from our own catalogue.
   */
  refuse(refusal: Refusal): void {
    const key = `refused.${refusal.code}`;
    const text = !refusal.rule && has(key) ? t(key) : refusal.message;
    this.now = { text, rule: refusal.rule, refusal: true };
  }

  tell(text: string, offline = false): void {
    this.now = { text, offline };
  }

  /** There is a connection again. */
  online(): void {
    if (this.now?.offline) this.clear();
  }

  /**
   * A part of the page that is loaded when it is wanted did not arrive: no connection, or the server has a newer page.
   */
  broken = (): void => {
    this.now = { text: t('broken.title'), reload: true };
  };

  clear = (): void => {
    this.now = null;
  };

  /** Something else is tried, or nothing any more: what was said of the last try goes, other notices stay. */
  clearRefusal(): void {
    if (this.now?.refusal) this.clear();
  }

  /** Runs something that the server may refuse, and says so if it does. */
  async attempt<T>(doing: () => Promise<T>): Promise<T | undefined> {
    try {
      return await doing();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refuse(error.refusal);
      return undefined;
    }
  }
}

export const notices = new Notices();
