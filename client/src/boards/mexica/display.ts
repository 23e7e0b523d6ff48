// Where the tokens that the Emperor asks for lie: in the lake in the north-east, or, where a phone has lake left below
// the map, there in a row, so large that their numbers can be read.

/** How many units of lake below the map a row of tokens, those of the second period, and the supply too want. */
export const ROOM = { tokens: 140, later: 215, supply: 285 };

export interface Place {
  x: number;
  y: number;
  radius: number;
}

export function displayed(n: number, all: number, room: number): Place {
  if (room < ROOM.tokens) return { x: 601 + (n % 4) * 67, y: 57 + Math.floor(n / 4) * 68, radius: 29 };
  const step = Math.min(106, 860 / Math.max(all, 1));
  return { x: 420 + (n - (all - 1) / 2) * step, y: 672, radius: 46 };
}
