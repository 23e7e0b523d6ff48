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

// Bold, so that they can be told apart at 16 px.
const GLYPHS = [
  'M2 21v-6h5V9h3V3h4v6h3v6h5v6z', // steps
  // dots
  'M12 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 1 1 0-9M6 12.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 1 1 0-9M18 12.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 1 1 0-9',
  'M2 2l10 7 10-7v6l-10 7L2 8zM2 12l10 7 10-7v6l-10 7-10-7z', // chevrons
  'M2.5 3H7v18H2.5zM9.75 1h4.5v22h-4.5zM17 3h4.5v18H17z', // bars
  'M1 6q5.5-7 11 0t11 0v5q-5.5 7-11 0T1 11zM1 16q5.5-7 11 0t11 0v5q-5.5 7-11 0T1 21z', // waves
  'M12 0c9 6 9 17 0 24C3 17 3 6 12 0zM11 8v16h2V8z', // leaf: its vein runs the other way round, so that it is a gap
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
