// Keeps the end of what scrolls in sight while it grows, unless the reader has scrolled back.

const NEAR = 40;

/**
 * An attachment for an element that scrolls. The end is shown as soon as the content has changed, not a frame later:
 * browsers move what is shown when something above it is taken away, which arrives as a scroll that nobody made.
 */
export function followEnd(element: HTMLElement): () => void {
  let follows = true;
  /** As it was last seen: by this a scroll of the reader is told from one that a change of size or content brought. */
  let known = { top: 0, height: 0 };
  const look = () => (known = { top: element.scrollTop, height: element.scrollHeight });
  const show = () => {
    if (follows) element.scrollTop = element.scrollHeight;
    look();
  };
  const scrolled = () => {
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    const back = element.scrollTop < known.top && element.scrollHeight === known.height;
    // a hint or a line below may have taken room since the end was shown: the reader did not leave the end then
    if (below < NEAR) follows = true;
    else if (back) follows = false;
    look();
  };
  show();
  const grows = new MutationObserver(show);
  grows.observe(element, { childList: true, characterData: true, subtree: true });
  const resizes = new ResizeObserver(show); // the result of a game takes room that the log had
  resizes.observe(element);
  element.addEventListener('scroll', scrolled, { passive: true });
  return () => {
    grows.disconnect();
    resizes.disconnect();
    element.removeEventListener('scroll', scrolled);
  };
}
