// Mexica on the page.

import type { GameUi } from '../../scene';
import Board from './Board.svelte';
import Controls from './Controls.svelte';
import { focus } from './focus';
import { handOf, type MexicaHand } from './hand.svelte';
import './mexica.css';
import Player from './Player.svelte';
import Sign from './Sign.svelte';
import { SIGNS } from './signs';
import type { MexicaView } from './view';

export const ui: GameUi<MexicaView, MexicaHand> = {
  hand: handOf,
  Board,
  Controls,
  Player,
  focus,
  Sign,
  signs: SIGNS.map((name) => ({ name, about: `mexica.sign.${name}` })),
  seatArt: (seat) => seat,
  score: (scene, seat) => handOf(scene).score(seat),
};
