import { tick, untrack } from 'svelte';

/**
 * What the reader looks at stays where it is on the screen when lines are put before it. `first` is the number of the
 * first line that is shown. (Not every browser does this, and none at the very top.)
 */
export function keepPlace(element: () => HTMLElement | undefined, first: () => number): void {
  let known = 0;
  $effect.pre(() => {
    const now = first();
    const place = untrack(element);
    if (place && now < known) {
      const below = place.scrollHeight - place.scrollTop;
      void tick().then(() => place.scrollTo(0, place.scrollHeight - below));
    }
    known = now;
  });
}
