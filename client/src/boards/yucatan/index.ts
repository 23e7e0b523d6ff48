// Yucatán on the page.

import type { GameUi } from '../../scene';
import Board from './Board.svelte';
import Controls from './Controls.svelte';
import { focus } from './focus';
import { YucatanHand } from './hand.svelte';
import Player from './Player.svelte';
import { lasts } from './theatre.svelte';
import type { YucatanView } from './view';

/** What is done before there are warriors, for all to see. */
const OPENLY = ['first', 'large', 'small', 'neutral'];

export const ui: GameUi<YucatanView, YucatanHand> = {
  hand: (scene) => new YucatanHand(scene),
  Board,
  Controls,
  Player,
  focus,
  seatArt: (seat) => seat,
  secrets: ({ phase }) => !OPENLY.includes(phase),
  linger: lasts,
  score: ({ view }, seat) => view.levels[seat] ?? 0,
};
