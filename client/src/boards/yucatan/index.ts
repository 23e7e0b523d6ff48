// Yucatán on the page.

import type { GameUi } from '../../scene';
import Board from './Board.svelte';
import Controls from './Controls.svelte';
import { focus } from './focus';
import { YucatanHand } from './hand.svelte';
import Player from './Player.svelte';
import { lasts } from './theatre.svelte';
import type { YucatanView } from './view';

export const ui: GameUi<YucatanView, YucatanHand> = {
  hand: (scene) => new YucatanHand(scene),
  Board,
  Controls,
  Player,
  focus,
  seatArt: (seat) => seat,
  secrets: true,
  linger: lasts,
  score: ({ view }, seat) => view.levels[seat] ?? 0,
};
