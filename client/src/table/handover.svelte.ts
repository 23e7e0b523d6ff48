// Several players at one screen: it looks through the eyes of whoever is to act. Where there are secrets, a curtain falls first.

import type { TableScene } from './scene.svelte';

/** So many things one sees at a glance; after more (a fight, a round that is revealed) everybody looks for as long as they like. */
const GLANCE = 2;
const PAUSE = 1100;

/** Hands the screen on as the game goes. To be called while a component is made. */
export function handOver(scene: TableScene): void {
  $effect(() => {
    const { next } = scene;
    if (next === null) return;
    if (!scene.secrets || scene.covered) return scene.look(next);
    if (scene.events.length > GLANCE) return;
    const timer = setTimeout(() => scene.look(next), scene.events.length && scene.motion ? PAUSE : 0);
    return () => clearTimeout(timer);
  });
}
