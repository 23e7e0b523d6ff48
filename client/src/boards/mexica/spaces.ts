// The spaces of the map that an event is about.

import type { GameEvent } from '../../types';
import { isSpace } from './map';

/** Events in which a noble goes somewhere. */
export const WAYS: ReadonlySet<string> = new Set(['walk', 'boat', 'fly']);

export function spacesOf({ values }: GameEvent): string[] {
  return [values.at, values.to, values.spaces].flat().filter(isSpace);
}
