// Something for the reader to take elsewhere.

import { notices } from './notice.svelte';

/** Puts a text on the clipboard. Where there is none it is shown, to be copied by hand: then this is false. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    notices.tell(text);
    return false;
  }
}
