// Keeps the end of what scrolls in sight while it grows, unless the reader has scrolled back.

const NEAR = 40;

/**
 * An attachment for an element that scrolls. The end is shown as soon as the content has changed, not a frame later:
 * browsers move what is shown when something above it is taken away, which arrives as a scroll that nobody made.
 */
export function followEnd(element: HTMLElement): () => void {
  let follows = true;
  const show = () => {
    if (follows) element.scrollTop = element.scrollHeight;
  };
  const scrolled = () => {
    follows = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
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
