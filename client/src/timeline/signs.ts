// The shapes of marks, within a box of 24: a disc, a square on its corner, an octagon; and what chess players write.

import type { BadMark } from './turns';

export { type BadMark } from './turns';

export const SIGNS: Record<BadMark, { shape: string; sign: string }> = {
  inaccuracy: { shape: 'M12 1a11 11 0 1 0 0 22 11 11 0 1 0 0-22z', sign: '?!' },
  mistake: { shape: 'M12 0l12 12-12 12L0 12z', sign: '?' },
  blunder: { shape: 'M7.5 1h9L23 7.5v9L16.500 23h-9L1 16.500v-9z', sign: '??' },
};
