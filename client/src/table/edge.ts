// On which edge of the board a card lies that is about some of its spaces: they must stay in sight.

export interface Span {
  top: number;
  bottom: number;
}

/** The edge at which a card of this height covers fewer of the spots; the lower one if it makes no difference. */
export function edgeFor(height: number, stage: Span, spots: readonly Span[]): 'top' | 'bottom' {
  const inSight = spots.filter(({ top, bottom }) => bottom > stage.top && top < stage.bottom);
  const above = inSight.filter(({ top }) => top < stage.top + height).length;
  const below = inSight.filter(({ bottom }) => bottom > stage.bottom - height).length;
  return above < below ? 'top' : 'bottom';
}
