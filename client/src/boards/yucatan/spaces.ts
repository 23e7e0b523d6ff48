// The spaces of the board that an event is about.

import type { GameEvent } from '../../types';
import { readIntent } from './choices';
import type { Land } from './land';

export function spacesOf({ key, seat, values }: GameEvent, land: Land): string[] {
  const named = typeof values.action === 'string' ? readIntent(values.action).spaces : [];
  const spaces = [...named, ...[values.space, values.start, values.end].map(String)];
  if (key === 'raise' || key === 'pyramid') spaces.push(land.cities[seat] ?? '');
  if (key === 'steal') spaces.push(land.cities[Number(values.owner)] ?? '');
  return [...new Set(spaces)].filter((label) => land.spaces.has(label));
}
