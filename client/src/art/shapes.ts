// Small shapes that several pictures are made of, as path data.

/** A stepped pyramid that stands on `base`, `tiers` steps high, as wide at the top as `top`. */
export function pyramid(cx: number, base: number, width: number, top: number, height: number, tiers: number): string {
  const rise = round(height / tiers);
  const inset = round((width - top) / 2 / Math.max(1, tiers - 1));
  const up = Array(tiers).fill(`v${-rise}`).join(`h${inset}`);
  const down = Array(tiers).fill(`v${rise}`).join(`h${inset}`);
  return `M${round(cx - width / 2)} ${round(base)}${up}h${round(top)}${down}z`;
}

/** A hexagon with a flat top. */
export function hexagon(cx: number, cy: number, r: number): string {
  const h = (r * Math.sqrt(3)) / 2;
  const points = [
    [cx - r, cy],
    [cx - r / 2, cy - h],
    [cx + r / 2, cy - h],
    [cx + r, cy],
    [cx + r / 2, cy + h],
    [cx - r / 2, cy + h],
  ];
  return `M${points.map(([x = 0, y = 0]) => `${round(x)} ${round(y)}`).join('L')}z`;
}

/** Rays of a sun, all in one path: `n` triangles between the circles of `inner` and `outer`. */
export function rays(cx: number, cy: number, inner: number, outer: number, n: number): string {
  const at = (r: number, turn: number) =>
    `${round(cx + r * Math.sin(2 * Math.PI * turn))} ${round(cy - r * Math.cos(2 * Math.PI * turn))}`;
  const width = 0.3 / n;
  return Array.from(
    { length: n },
    (_, k) => `M${at(inner, k / n - width)}L${at(outer, k / n)}L${at(inner, k / n + width)}z`,
  ).join('');
}

/** Codex waves: a row of curls from `x` to `end`. */
export function waves(x: number, y: number, end: number, length = 20, height = 4): string {
  const n = Math.ceil((end - x) / length);
  return `M${round(x)} ${round(y)}` + `q${length / 4} ${-height * 2} ${length / 2} 0t${length / 2} 0`.repeat(n);
}

function round(x: number): number {
  return Math.round(x * 100) / 100;
}
