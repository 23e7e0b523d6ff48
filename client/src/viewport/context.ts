// The viewport that a board is shown in, as the board knows it.

import { getContext, setContext } from 'svelte';
import type { Rect } from './camera';

export interface Viewport {
  /** How near the board is looked at: 1 is all of it. */
  readonly zoom: number;
  /** The part of the board that is in sight, in pixels of the whole board. */
  readonly seen: Rect;
  /** Brings these spaces into view until it is told otherwise; null: what the page asks for counts again. */
  focusOn(spaces: readonly string[] | null): void;
}

const KEY = Symbol('viewport');
const NONE: Viewport = { zoom: 1, seen: { left: 0, right: 0, top: 0, bottom: 0 }, focusOn: () => {} };

export const setViewport = (viewport: Viewport) => setContext(KEY, viewport);
/** For boards. Without a viewport, all of the board is seen. */
export const getViewport = (): Viewport => getContext<Viewport | undefined>(KEY) ?? NONE;
