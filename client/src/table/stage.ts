// Where one looks at a board: how near, and which part of it. Numbers only; Stage.svelte hears the fingers.

import { getContext, setContext } from 'svelte';

export interface Eye {
  /** 1: all of the board. */
  readonly zoom: number;
  /** Where the board's left upper corner is, in pixels. */
  readonly x: number;
  readonly y: number;
}

export interface Box {
  width: number;
  height: number;
}

export const ALL: Eye = { zoom: 1, x: 0, y: 0 };
export const NEAREST = 5;
/** Spaces that are smaller than this (in pixels) are hard to read, and easily missed by a finger… */
const SMALL = 30;
/** …who wants them so large. */
const LARGE = 44;

const between = (least: number, n: number, most: number) => Math.min(Math.max(n, least), most);

/** The nearest eye to this one that looks at nothing but the board. */
export function within({ zoom, x, y }: Eye, { width, height }: Box): Eye {
  const near = between(1, zoom, NEAREST);
  return near < 1.02
    ? ALL
    : { zoom: near, x: between(width * (1 - near), x, 0), y: between(height * (1 - near), y, 0) };
}

/** Nearer by `factor`; what is at (`x`, `y`) stays there. */
export function nearer(eye: Eye, factor: number, x: number, y: number, box: Box): Eye {
  const zoom = between(1, eye.zoom * factor, NEAREST);
  const by = zoom / eye.zoom;
  return within({ zoom, x: x - (x - eye.x) * by, y: y - (y - eye.y) * by }, box);
}

export function moved(eye: Eye, dx: number, dy: number, box: Box): Eye {
  return within({ ...eye, x: eye.x + dx, y: eye.y + dy }, box);
}

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Looks at these spaces (as they lie while all of the board is seen) from so near that they can be read and tapped, with what lies
 * next to them. All of the board is seen where they are large enough anyway, or when there is nothing to look at.
 */
export function lookingAt(spaces: readonly Rect[], box: Box): Eye {
  const size = Math.min(...spaces.map(({ left, right }) => right - left));
  if (!spaces.length || size >= SMALL) return ALL;
  const left = Math.min(...spaces.map((space) => space.left)) - size;
  const right = Math.max(...spaces.map((space) => space.right)) + size;
  const top = Math.min(...spaces.map((space) => space.top)) - size;
  const bottom = Math.max(...spaces.map((space) => space.bottom)) + size;
  const zoom = Math.min(LARGE / size, box.width / (right - left), box.height / (bottom - top));
  return within({ zoom, x: (box.width - (left + right) * zoom) / 2, y: (box.height - (top + bottom) * zoom) / 2 }, box);
}

/** Whether these spaces can be read and tapped as it is, and not only just at the edge. */
export function inSight({ zoom, x, y }: Eye, spaces: readonly Rect[], { width, height }: Box): boolean {
  return spaces.every(({ left, right, top, bottom }) => {
    const air = (right - left) * zoom;
    return (
      air >= SMALL &&
      left * zoom + x >= air &&
      right * zoom + x <= width - air &&
      top * zoom + y >= air &&
      bottom * zoom + y <= height - air
    );
  });
}

/** Moves as little as needed for a rectangle (in pixels of the box) to be seen, with some air. */
export function showing(eye: Eye, rect: Rect, box: Box, air = 24): Eye {
  const shift = (from: number, to: number, size: number) =>
    from < air ? air - from : to > size - air ? Math.max(size - air - to, air - from) : 0;
  return moved(eye, shift(rect.left, rect.right, box.width), shift(rect.top, rect.bottom, box.height), box);
}

export interface StageView {
  /** How near the board is looked at: 1 is all of it. */
  readonly zoom: number;
  /** Shows all of the board again. */
  all(): void;
  /** For a while these spaces matter more than anything else; null: no longer. */
  look(spaces: readonly string[] | null): void;
}

const KEY = Symbol('stage');
const WHOLE: StageView = { zoom: 1, all: () => {}, look: () => {} };

export const setStage = (stage: StageView) => setContext(KEY, stage);
/** For boards: the stage they are on. Without one, all of the board is seen. */
export const getStage = (): StageView => getContext<StageView | undefined>(KEY) ?? WHOLE;
