// Mexica on the page.

import type { GameUi, Scene } from '../../scene';
import Board from './Board.svelte';
import Controls from './Controls.svelte';
import { focus } from './focus';
import { MexicaHand } from './hand.svelte';
import './mexica.css';
import Player from './Player.svelte';
import type { MexicaView } from './view';

/** One hand for a scene, however often it is asked for: a tool stays in it while states come and go. */
const hands = new WeakMap<Scene<MexicaView>, MexicaHand>();

export const ui: GameUi<MexicaView, MexicaHand> = {
  hand(scene: Scene<MexicaView>) {
    let hand = hands.get(scene);
    if (!hand) hands.set(scene, (hand = new MexicaHand(scene)));
    return hand;
  },
  Board,
  Controls,
  Player,
  focus,
  seatArt: (seat) => seat,
};
