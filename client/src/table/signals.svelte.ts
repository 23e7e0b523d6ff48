// It is your turn: the title says so, the icon has a dot, a drum sounds, and who looks elsewhere is told by the browser.

import { t } from '../i18n/index.svelte';
import { settings } from '../settings.svelte';
import type { TableScene } from './scene.svelte';
import { drum, tick } from './sound';

const DOT =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M3 27h26v-6h-6v-6h-5V9h-4v6H9v6H3z" fill="#4a2f1d"/><circle cx="24" cy="8" r="8" fill="#b3262e"/></svg>',
  );

/** Whether one of our seats is to act. */
export function isOurTurn(scene: TableScene): boolean {
  const { states } = scene.connection;
  return scene.own.some((seat) => Boolean(states[String(seat)]?.actions?.length));
}

export function titleOf(scene: TableScene): string {
  const game = scene.game ? scene.say('title') : '';
  if (!game) return 'Texcoco';
  return isOurTurn(scene) ? t('table.title.turn', { game }) : t('table.title', { game });
}

/** To be called while a component is made. */
export function signal(scene: TableScene): void {
  let turn = $derived(isOurTurn(scene));

  $effect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!turn || !icon) return;
    const usual = icon.href;
    icon.href = DOT;
    return () => (icon.href = usual);
  });

  $effect(() => {
    if (!turn || !document.hidden || !settings.now.notify) return;
    try {
      const note = new Notification(t('table.notify.turn'), { body: scene.say('title'), tag: scene.table });
      note.onclick = () => {
        window.focus();
        note.close();
      };
      return () => note.close();
    } catch {
      return; // some phones have no such thing for pages
    }
  });

  // the drum when the board shows it, not while it still shows what the others do
  let due = $derived(turn && !scene.pace.behind);
  let first = true;
  $effect(() => {
    const play = due && !first;
    first = false;
    if (play && settings.now.sound) drum();
  });
  $effect(() => {
    const { events } = scene;
    if (settings.now.sound && events.some(({ seat }) => seat >= 0 && !scene.own.includes(seat))) tick();
  });
}
