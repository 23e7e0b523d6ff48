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

/** Moves as little as needed for a rectangle (in pixels of the box) to be seen, with some air. */
export function showing(
  eye: Eye,
  rect: { left: number; top: number; right: number; bottom: number },
  box: Box,
  air = 24,
): Eye {
  const shift = (from: number, to: number, size: number) =>
    from < air ? air - from : to > size - air ? Math.max(size - air - to, air - from) : 0;
  return moved(eye, shift(rect.left, rect.right, box.width), shift(rect.top, rect.bottom, box.height), box);
}

export interface StageView {
  /** How near the board is looked at: 1 is all of it. */
  readonly zoom: number;
  /** Shows all of the board again. */
  all(): void;
}

const KEY = Symbol('stage');
const WHOLE: StageView = { zoom: 1, all: () => {} };

export const setStage = (stage: StageView) => setContext(KEY, stage);
/** For boards: the stage they are on. Without one, all of the board is seen. */
export const getStage = (): StageView => getContext<StageView | undefined>(KEY) ?? WHOLE;
