// Where a card over the map hides least.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Something that the card may hide, and how much it would be missed. */
export interface Seen {
  box: Box;
  weight: number;
}

export const CORNERS = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const;
export type Corner = (typeof CORNERS)[number];

/** The card in a corner of the stage. */
export function boxIn(corner: Corner, stage: Box, card: { width: number; height: number }): Box {
  const left = corner.endsWith('left') ? stage.left : stage.right - card.width;
  const top = corner.startsWith('top') ? stage.top : stage.bottom - card.height;
  return { left, top, right: left + card.width, bottom: top + card.height };
}

/** How much of a box is under another, from 0 to 1. */
function covered(box: Box, by: Box): number {
  const width = Math.min(box.right, by.right) - Math.max(box.left, by.left);
  const height = Math.min(box.bottom, by.bottom) - Math.max(box.top, by.top);
  return (Math.max(0, width) * Math.max(0, height)) / ((box.right - box.left) * (box.bottom - box.top) || 1);
}

/** The corner in which the card hides least of what is seen. */
export function cornerThatHidesLeast(
  stage: Box,
  card: { width: number; height: number },
  seen: readonly Seen[],
): Corner {
  const hidden = (corner: Corner) => {
    const at = boxIn(corner, stage, card);
    return seen.reduce((sum, { box, weight }) => sum + covered(box, at) * weight, 0);
  };
  return CORNERS.reduce((best, corner) => (hidden(corner) < hidden(best) ? corner : best));
}
