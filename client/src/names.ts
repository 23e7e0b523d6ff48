// Players by name.

import type { Seat } from './types';

/** The name that a player gave; empty for who gave none, whom the server calls `?` and the page calls by the colour. */
export function givenName({ name }: Pick<Seat, 'name'>): string {
  return name === '?' ? '' : name;
}
