// How far apart colours are, for those who see them otherwise too. Used by the tests that hold the page's colours to
// it.

type Triple = [number, number, number];

/**
 * What somebody sees who lacks one of three kinds of cones (Machado, Oliveira and Fernandes, 2009), on linear light.
 */
export const VISION: Record<string, [Triple, Triple, Triple]> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function linear(hex: string): Triple {
  const at = (n: number) => {
    const c = parseInt(hex.slice(n, n + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return [at(1), at(3), at(5)];
}

function luminance([r, g, b]: Triple): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG's ratio, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [one, two] = [luminance(linear(a)), luminance(linear(b))];
  return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
}

function lab([r, g, b]: Triple): Triple {
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** The distance in CIELAB for this kind of colour vision: about 2 is just noticed, 15 is plain. */
export function distance(a: string, b: string, vision: string): number {
  const seen = (hex: string): Triple => {
    const light = linear(hex);
    const rows = VISION[vision] ?? [];
    return lab(
      rows.map((row) =>
        Math.min(
          1,
          Math.max(
            0,
            row.reduce((sum, x, n) => sum + x * (light[n] ?? 0), 0),
          ),
        ),
      ) as Triple,
    );
  };
  const [one, two] = [seen(a), seen(b)];
  return Math.hypot(...one.map((x, n) => x - (two[n] ?? 0)));
}
