// The values of a game's options in words.

import { t } from '../i18n/index.svelte';

export function valueWord(option: string, value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'home.yes' : 'home.no');
  if (value === 'random') return t('home.choice.random');
  return option === 'first' ? t('home.seat.n', { n: Number(value) + 1 }) : String(value);
}
