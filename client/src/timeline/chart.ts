// The arithmetic of the charts: scales, stepped lines, labels that do not cover each other, and who led when.

/** Round numbers that cover everything from `least` to `most`, about `count` of them. */
export function ticks(least: number, most: number, count = 4): number[] {
  const span = Math.max(1, most - least);
  const raw = span / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= raw) ?? raw);
  const found: number[] = [];
  for (let n = Math.floor(least / step); n * step < most + step; n++) found.push(n * step);
  return found.length > 1 ? found : [found[0] ?? 0, (found[0] ?? 0) + step];
}

export function scale(from: [number, number], to: [number, number]): (n: number) => number {
  const width = from[1] - from[0] || 1;
  return (n) => to[0] + ((n - from[0]) / width) * (to[1] - to[0]);
}

/** Points jump, they do not glide: a line that holds its height until the moment `at` which it changes. */
export function stairs(
  values: readonly number[],
  at: readonly number[],
  x: (n: number) => number,
  y: (n: number) => number,
): string {
  let [height = 0] = values;
  let path = `M${round(x(at[0] ?? 0))} ${round(y(height))}`;
  values.forEach((value, n) => {
    if (value === height) return;
    path += `H${round(x(at[n] ?? n))}V${round(y(value))}`;
    height = value;
  });
  return `${path}H${round(x(at.at(-1) ?? 0))}`;
}

const round = (n: number): number => Math.round(n * 10) / 10;

/**
 * Moves labels apart so that each has `gap` to the next, as little as possible, within `top` and `bottom`; in the order
 * given.
 */
export function spread(wanted: readonly number[], gap: number, top: number, bottom: number): number[] {
  const order = wanted.map((_, n) => n).sort((a, b) => (wanted[a] as number) - (wanted[b] as number));
  const placed = order.map((n) => wanted[n] as number);
  for (let n = 0; n < placed.length; n++)
    placed[n] = Math.max(placed[n] as number, n ? (placed[n - 1] as number) + gap : top);
  for (let n = placed.length - 1; n >= 0; n--)
    placed[n] = Math.min(placed[n] as number, n < placed.length - 1 ? (placed[n + 1] as number) - gap : bottom);
  const result = wanted.map(() => 0);
  order.forEach((seat, n) => (result[seat] = placed[n] as number));
  return result;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** Who is ahead of everybody else; null when two share the lead. */
export function leader(standing: readonly number[]): number | null {
  const most = Math.max(...standing);
  const first = standing.indexOf(most);
  return first === standing.lastIndexOf(most) && first >= 0 ? first : null;
}

/** How often somebody took the lead from somebody else. */
export function leadChanges(lead: readonly (readonly number[])[]): number {
  let changes = 0;
  let ahead: number | null = null;
  for (const standing of lead) {
    const now = leader(standing);
    if (now === null) continue;
    if (ahead !== null && now !== ahead) changes++;
    ahead = now;
  }
  return changes;
}

/** At most `count` indices of a list of `length`, evenly spaced, with both ends. */
export function sample(length: number, count: number): number[] {
  if (length <= count) return Array.from({ length }, (_, n) => n);
  return Array.from({ length: count }, (_, n) => Math.round((n * (length - 1)) / (count - 1)));
}

/** With a minus that is as wide as a plus. */

export interface Part {
  source: number;
  value: number;
  from: number;
  to: number;
}

/** What a player gained from each source, one beside the other: gains to the right of nought, losses to its left. */
export function stack(values: readonly number[]): Part[] {
  let right = 0;
  let left = 0;
  return values.flatMap((value, source) => {
    if (!value) return [];
    if (value > 0) return [{ source, value, from: right, to: (right += value) }];
    return [{ source, value, to: left, from: (left += value) }];
  });
}
