// Arrow keys go from button to button within a group; Tab still goes through all of them.

export function arrows(node: HTMLElement): { destroy(): void } {
  const onkey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const buttons = [...node.querySelectorAll<HTMLElement>('button:not(:disabled)')];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    event.preventDefault();
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  node.addEventListener('keydown', onkey);
  return { destroy: () => node.removeEventListener('keydown', onkey) };
}
