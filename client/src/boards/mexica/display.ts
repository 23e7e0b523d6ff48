// Where the tokens that the Emperor asks for lie, those of the second period, and the supply: in the lakes of the map
// or, where a phone has lake left below it, there, so large that their numbers can be read and the room is used.

/** How many units of lake below the map a row of tokens, those of the second period, and the supply too want. */
const ROOM = { tokens: 140, later: 215, supply: 285, large: 400, twoRows: 560 };
/** Where the map ends on a phone. */
const BOTTOM = 585;
const MIDDLE = 420;

export interface Place {
  x: number;
  y: number;
  radius: number;
}

/** What lies below the map: the middle of each row, and how large it is; null: there is no room for it. */
export interface Below {
  title: number;
  tokens: { y: number; radius: number; columns: number; step: number };
  /** `label`: where it is said what they are; null: to the left of them. */
  later: { y: number; radius: number; step: number; label: number | null } | null;
  supply: { y: number; scale: number } | null;
}

/** Lays out what lies below the map where `room` units of lake are left, `all` tokens among it; null: nothing does. */
export function below(room: number, all: number): Below | null {
  if (room < ROOM.tokens) return null;
  const [large, twoRows] = [room >= ROOM.large, room >= ROOM.twoRows && all > 4];
  const columns = twoRows ? 4 : Math.max(all, 1);
  const radius = twoRows ? 74 : 46;
  const laterRadius = large ? 42 : 31;
  const scale = large ? 2.2 : 1.7;
  const heights = {
    title: 46,
    tokens: twoRows ? 4 * radius + 16 : 2 * radius,
    label: large ? 38 : 0,
    later: room >= ROOM.later ? 2 * laterRadius : 0,
    supply: room >= ROOM.supply ? 26 * scale : 0,
  };
  const used = Object.values(heights).reduce((sum, height) => sum + height, 0);
  const gaps = 2 + Number(heights.later > 0) + Number(heights.supply > 0);
  const gap = Math.min(Math.max((room - used) / gaps, 0), 48);
  const tokens = BOTTOM + heights.title + gap / 2;
  const label = tokens + heights.tokens + gap;
  const later = label + heights.label;
  return {
    title: BOTTOM + 34,
    tokens: { y: tokens + radius, radius, columns, step: twoRows ? 205 : Math.min(106, 860 / columns) },
    later: heights.later
      ? { y: later + laterRadius, radius: laterRadius, step: large ? 98 : 72, label: large ? label + 26 : null }
      : null,
    supply: heights.supply ? { y: later + heights.later + gap + heights.supply / 2, scale } : null,
  };
}

/** Where the token number `n` of `all` lies. */
export function displayed(n: number, all: number, room: number): Place {
  const tokens = below(room, all)?.tokens;
  if (!tokens) return { x: 601 + (n % 4) * 67, y: 57 + Math.floor(n / 4) * 68, radius: 29 };
  const { y, radius, columns, step } = tokens;
  const row = Math.floor(n / columns);
  const inRow = Math.min(columns, all - row * columns);
  return {
    x: MIDDLE + ((n % columns) - (inRow - 1) / 2) * step,
    y: y + row * (2 * radius + 16),
    radius,
  };
}
