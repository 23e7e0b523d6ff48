// How the players look, everywhere: a colour and a pattern and a glyph, so that nobody needs to tell colours apart.
// The colours are CSS variables (app.css), the patterns are in Patterns.svelte.

export interface SeatArt {
  /** CSS colour of the pieces. */
  colour: string;
  /** Fill with the pattern over the colour. */
  fill: string;
  /** A dark or light line that is seen on the colour. */
  ink: string;
  /** A glyph within a box of 24, to be stroked or filled. */
  glyph: string;
}

const GLYPHS = [
  'M3 20h18v-4h-4v-4h-4V8h-2v4H7v4H3z', // steps
  'M12 4a4 4 0 1 1 0 8 4 4 0 1 1 0-8M6 13a3 3 0 1 1 0 6 3 3 0 1 1 0-6M18 13a3 3 0 1 1 0 6 3 3 0 1 1 0-6', // dots
  'M4 6l8 6 8-6v4l-8 6-8-6zM4 13l8 6 8-6v4l-8 6-8-6z', // chevrons
  'M5 4h3v16H5zM10.5 4h3v16h-3zM16 4h3v16h-3z', // bars
  'M2 9q3-5 6 0t6 0 6 0v4q-3 5-6 0t-6 0-6 0zM2 17q3-4 6 0t6 0 6 0v3H2z', // waves
  'M12 2c7 6 7 14 0 20C5 16 5 8 12 2zm0 4v14', // leaf
];

export const SEATS: readonly SeatArt[] = GLYPHS.map((glyph, n) => ({
  colour: `var(--seat-${n})`,
  fill: `url(#seat-${n})`,
  ink: `var(--seat-ink-${n})`,
  glyph,
}));

export function seatArt(n: number): SeatArt {
  return SEATS[n % SEATS.length] as SeatArt;
}
