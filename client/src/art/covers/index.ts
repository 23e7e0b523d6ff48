// The picture of each game. A game that has none is shown with a band of frets.

import type { Component } from 'svelte';
import AztecoCover from './AztecoCover.svelte';
import MexicaCover from './MexicaCover.svelte';
import YucatanCover from './YucatanCover.svelte';

const COVERS: Record<string, Component> = { mexica: MexicaCover, yucatan: YucatanCover, azteco: AztecoCover };

export function coverOf(game: string): Component | null {
  return COVERS[game] ?? null;
}
