// Mexica on the page.

import type { GameUi, Scene } from '../../scene';
import Board from './Board.svelte';
import Controls from './Controls.svelte';
import { focus } from './focus';
import { MexicaHand } from './hand.svelte';
import './mexica.css';
import Player from './Player.svelte';
import type { MexicaView } from './view';

export const ui: GameUi<MexicaView, MexicaHand> = {
  hand: (scene: Scene<MexicaView>) => new MexicaHand(scene),
  Board,
  Controls,
  Player,
  focus,
  seatArt: (seat) => seat,
};
