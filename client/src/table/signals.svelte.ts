// It is your turn: the title says so, the icon has a dot, a drum sounds, and who looks elsewhere is told by the
// browser.

import { t } from '../i18n/index.svelte';
import { notify } from '../notify';
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
    const shown = notify(t('table.notify.turn'), scene.say('title'), scene.table, `/t/${scene.table}`);
    shown.catch(() => settings.set('notify', false)); // the browser refuses: the switch does not claim otherwise
    return () => void shown.then((close) => close()).catch(() => {});
  });

  // somebody wants to play again: whoever still looks at the old game, or elsewhere, is told
  let again = $derived(scene.own.length ? (scene.newest?.rematch ?? null) : null);
  let known: string | null | undefined;
  $effect(() => {
    const news = again !== null && known === null;
    known = scene.newest ? again : undefined;
    if (!news || !again) return;
    if (settings.now.sound) drum();
    if (document.hidden && settings.now.notify)
      void notify(t('table.rematch.open'), scene.say('title'), again, `/t/${again}`).catch(() => {});
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
