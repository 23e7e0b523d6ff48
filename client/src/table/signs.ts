// What a sign is: on a desk the browser shows its title, a finger has to ask.

const PRESSED = 'button, a, input, select, textarea, summary, [role="gridcell"], [role="menuitem"]';

/** The words of the sign that was tapped; null if nothing there has words, or if it can be pressed. */
export function signAt(target: Element): string | null {
  if (target.closest(PRESSED)) return null;
  for (let at: Element | null = target; at; at = at.parentElement) {
    const words = at.getAttribute('title') ?? [...at.children].find(({ tagName }) => tagName === 'title')?.textContent;
    if (words) return words;
  }
  return null;
}
