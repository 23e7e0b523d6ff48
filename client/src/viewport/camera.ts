// How a board is looked at: how near, and which part of it. Pure functions; gestures.ts and Viewport.svelte use them.

export interface Camera {
  /** 1: the whole board is seen. */
  readonly zoom: number;
  /** Where the board's left upper corner is, in pixels of the viewport. */
  readonly x: number;
  readonly y: number;
}

export interface Box {
  width: number;
  height: number;
}

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const WHOLE: Camera = { zoom: 1, x: 0, y: 0 };
export const MAX_ZOOM = 5;
/** Spaces that are smaller than this (in pixels) are hard to read, and a finger easily misses them. */
const TOO_SMALL = 30;
/** The size of a space that a finger hits well. */
const LARGE_ENOUGH = 44;

const clampNumber = (least: number, n: number, most: number) => Math.min(Math.max(n, least), most);

/** The nearest camera to this one that shows nothing beside the board. */
export function clamp({ zoom, x, y }: Camera, { width, height }: Box): Camera {
  const near = clampNumber(1, zoom, MAX_ZOOM);
  return near < 1.02
    ? WHOLE
    : { zoom: near, x: clampNumber(width * (1 - near), x, 0), y: clampNumber(height * (1 - near), y, 0) };
}

/** Nearer by `factor`; what is at (`x`, `y`) stays there. */
export function zoomBy(camera: Camera, factor: number, x: number, y: number, box: Box): Camera {
  const zoom = clampNumber(1, camera.zoom * factor, MAX_ZOOM);
  const by = zoom / camera.zoom;
  return clamp({ zoom, x: x - (x - camera.x) * by, y: y - (y - camera.y) * by }, box);
}

export function panBy(camera: Camera, dx: number, dy: number, box: Box): Camera {
  return clamp({ ...camera, x: camera.x + dx, y: camera.y + dy }, box);
}

/**
 * A camera that shows these spaces (given as they lie while the whole board is seen) so large that they can be read and
 * tapped, with what lies next to them. It shows the whole board where they are large enough anyway, or when there are
 * none.
 */
export function fit(spaces: readonly Rect[], box: Box): Camera {
  const size = Math.min(...spaces.map(({ left, right }) => right - left));
  if (!spaces.length || size >= TOO_SMALL) return WHOLE;
  const left = Math.min(...spaces.map((space) => space.left)) - size;
  const right = Math.max(...spaces.map((space) => space.right)) + size;
  const top = Math.min(...spaces.map((space) => space.top)) - size;
  const bottom = Math.max(...spaces.map((space) => space.bottom)) + size;
  const zoom = Math.min(LARGE_ENOUGH / size, box.width / (right - left), box.height / (bottom - top));
  return clamp({ zoom, x: (box.width - (left + right) * zoom) / 2, y: (box.height - (top + bottom) * zoom) / 2 }, box);
}

/** Whether these spaces can be read and tapped as it is, and do not lie at the very edge. */
export function inView({ zoom, x, y }: Camera, spaces: readonly Rect[], { width, height }: Box): boolean {
  return spaces.every(({ left, right, top, bottom }) => {
    const margin = (right - left) * zoom;
    return (
      margin >= TOO_SMALL &&
      left * zoom + x >= margin &&
      right * zoom + x <= width - margin &&
      top * zoom + y >= margin &&
      bottom * zoom + y <= height - margin
    );
  });
}

/** Pans as little as needed for a rectangle (in pixels of the viewport) to be seen, with a margin. */
export function bringIntoView(camera: Camera, rect: Rect, box: Box, margin = 24): Camera {
  const shift = (from: number, to: number, size: number) =>
    from < margin ? margin - from : to > size - margin ? Math.max(size - margin - to, margin - from) : 0;
  return panBy(camera, shift(rect.left, rect.right, box.width), shift(rect.top, rect.bottom, box.height), box);
}
