// Who never gave a name is called "?" by the server: to readers that is no name at all.

import type { Seat } from './types';

/** The name that somebody gave; empty if there is none. */
export function givenName(seat: Pick<Seat, 'name'>): string {
  return seat.name === '?' ? '' : seat.name;
}
