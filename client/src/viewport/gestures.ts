// Fingers, mouse and wheel on a board: drags pan, two fingers and the wheel zoom, two taps come nearer or go back.
// Clicks and taps go to the board; only the click that ends a drag does not.

import { panBy, WHOLE, zoomBy, type Box, type Camera } from './camera';

export interface Target {
  readonly element: HTMLElement | undefined;
  readonly box: Box;
  /** The board scrolls by itself: nothing is zoomed or dragged. */
  readonly scrolls: boolean;
  readonly camera: Camera;
  dragging: boolean;
  /** The reader looks from there from now on. */
  choose(camera: Camera): void;
}

interface Point {
  x: number;
  y: number;
}

/** A pointer that moves by more pixels than this is dragged. */
const DRAG = 6;
/** Two taps within this time and distance are a double tap. */
const DOUBLE_TAP = { ms: 320, px: 28 };
const DOUBLE_TAP_ZOOM = 2.2;
const ACTIVE = 'button, a, input, [role="button"], [role="gridcell"], [tabindex]';

export class Gestures {
  /** Where each pointer is that is down. */
  private pointers = new Map<number, Point>();
  private start: Point = { x: 0, y: 0 };
  /** The next click ends a drag, and is not for the board. */
  private dragged = false;
  private touch = false;
  private lastTap = { at: 0, x: 0, y: 0 };

  constructor(private target: Target) {}

  down = (event: PointerEvent): void => {
    if (this.target.scrolls || (event.pointerType === 'mouse' && event.button > 1)) return;
    this.touch = event.pointerType !== 'mouse';
    if (!this.pointers.size) {
      this.start = this.pointOf(event);
      this.dragged = false;
    }
    this.pointers.set(event.pointerId, this.pointOf(event));
  };

  move = (event: PointerEvent): void => {
    const { target } = this;
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = this.pointOf(event);
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    if (this.pointers.size === 1) {
      if (!target.dragging && Math.hypot(now.x - this.start.x, now.y - this.start.y) <= DRAG) return;
      this.dragged = true;
      // the board drags what has [data-drag] itself
      if (target.camera.zoom === 1 || (event.target as Element).closest('[data-drag]')) return;
      this.capture(event.pointerId);
      target.choose(panBy(target.camera, dx, dy, target.box));
    } else {
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
      if (!other) return;
      this.capture(event.pointerId);
      const gap = Math.hypot(before.x - other.x, before.y - other.y);
      const factor = gap > 8 ? Math.hypot(now.x - other.x, now.y - other.y) / gap : 1;
      // the middle between two fingers moves half as far as the one that moves
      const panned = panBy(target.camera, dx / 2, dy / 2, target.box);
      target.choose(zoomBy(panned, factor, (now.x + other.x) / 2, (now.y + other.y) / 2, target.box));
    }
    this.pointers.set(event.pointerId, now);
  };

  up = (event: PointerEvent): void => {
    if (!this.pointers.delete(event.pointerId) || this.pointers.size) return;
    this.target.dragging = false;
    if (!this.dragged && event.type === 'pointerup' && event.pointerType !== 'mouse') this.tap(event);
  };

  doubleClick = (event: MouseEvent): void => {
    // the board has had both taps of a double tap as clicks
    if (!this.target.scrolls && !this.touch && this.isIdle(event)) this.toggleZoom(this.pointOf(event));
  };

  /** Listens to what needs listeners that may prevent the default, or that come before the board's. */
  attach = (node: HTMLElement): (() => void) => {
    const keepUnscrolled = () => !this.target.scrolls && node.scrollTo(0, 0);
    node.addEventListener('wheel', this.wheel, { passive: false });
    node.addEventListener('click', this.click, { capture: true });
    node.addEventListener('scroll', keepUnscrolled);
    return () => {
      node.removeEventListener('wheel', this.wheel);
      node.removeEventListener('click', this.click, { capture: true });
      node.removeEventListener('scroll', keepUnscrolled);
    };
  };

  private wheel = (event: WheelEvent): void => {
    const { target } = this;
    if (target.scrolls) return;
    event.preventDefault();
    const { x, y } = this.pointOf(event);
    const lines = event.deltaMode === 1 ? 18 : 1;
    const speed = event.ctrlKey ? 0.01 : 0.002; // a pinch of a touchpad comes as a wheel with Ctrl, in small steps
    target.choose(zoomBy(target.camera, Math.exp(-event.deltaY * lines * speed), x, y, target.box));
  };

  private click = (event: MouseEvent): void => {
    if (!this.dragged || event.detail === 0) return; // a click of the keyboard ends no drag
    this.dragged = false;
    event.stopPropagation();
    event.preventDefault();
  };

  /** Two taps on something that does nothing: nearer, or back. On anything else the second tap is for the board. */
  private tap(event: PointerEvent): void {
    const at = this.pointOf(event);
    const { lastTap } = this;
    const again =
      event.timeStamp - lastTap.at < DOUBLE_TAP.ms && Math.hypot(at.x - lastTap.x, at.y - lastTap.y) < DOUBLE_TAP.px;
    this.lastTap = again ? { at: 0, x: 0, y: 0 } : { at: event.timeStamp, ...at };
    if (again && this.isIdle(event)) this.toggleZoom(at);
  }

  private toggleZoom({ x, y }: Point): void {
    const { camera, box } = this.target;
    this.target.choose(camera.zoom > 1 ? WHOLE : zoomBy(camera, DOUBLE_TAP_ZOOM, x, y, box));
  }

  /** Whether nothing can be done with what the event happened on. */
  private isIdle(event: Event): boolean {
    const active = (event.target as Element).closest(ACTIVE);
    const { element } = this.target;
    return !active || !element || active.contains(element);
  }

  /** From here on it is a drag: the click that ends it is not for the board. */
  private capture(pointer: number): void {
    const { element } = this.target;
    this.target.dragging = this.dragged = true;
    if (element && !element.hasPointerCapture(pointer)) element.setPointerCapture(pointer);
  }

  private pointOf(event: MouseEvent): Point {
    const rect = this.target.element?.getBoundingClientRect();
    return { x: event.clientX - (rect?.left ?? 0), y: event.clientY - (rect?.top ?? 0) };
  }
}
