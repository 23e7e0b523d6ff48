import { t } from '../../i18n/index.svelte';
import { worth } from './view';

/** What a district of this size gives to the first, the second and the third, in words. */
export function prizesOf(size: number): string {
  const [first, second, third] = worth(size);
  return t('mexica.district.prizes', { first, second, third });
}
