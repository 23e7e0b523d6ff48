// The keyboard of a phone's screen. Some browsers make the page smaller while it is up (we ask them to, in index.html);
// others, such as Safari, lay it over the page: then only the visual viewport tells how much can still be seen.

class Keyboard {
  /** How many pixels of the page's height can be seen; null: all of it. */
  room = $state<number | null>(null);

  start(): void {
    const { visualViewport: seen } = window;
    if (!seen) return;
    seen.addEventListener('resize', () => {
      // less is a bar of the browser
      const covered = seen.scale === 1 && document.documentElement.clientHeight - seen.height > 100;
      this.room = covered ? seen.height : null;
      if (covered) scrollTo(0, 0); // the browser has pushed the page up to show the field, which now has room below
    });
  }
}

export const keyboard = new Keyboard();
