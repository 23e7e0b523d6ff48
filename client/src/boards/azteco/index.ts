// Azteco on the page.

import type { GameUi, Scene } from '../../scene';
import './azteco.css';
import Board from './Board.svelte';
import Controls from './Controls.svelte';
import { focus } from './focus';
import { AztecoHand, openly } from './hand.svelte';
import { partsOf } from './parts';
import Player from './Player.svelte';
import Sign from './Sign.svelte';
import { SIGNS } from './signs';
import { knownPoints, type AztecoView } from './view';

/** What somebody does for all to see. What is sealed is nobody's business before it is turned up. */
const MOVES = new Set([
  ...['claimed', 'voted', 'reveal', 'burdened', 'relieved', 'win', 'play'],
  ...['discard', 'give', 'take', 'steal', 'swap', 'shift', 'cursed'],
]);

export const ui: GameUi<AztecoView, AztecoHand> = {
  hand: (scene: Scene<AztecoView>) => new AztecoHand(scene),
  Board,
  Controls,
  Player,
  focus,
  Sign,
  signs: SIGNS.map((name) => ({ name, about: `azteco.sign.${name}` })),
  seatArt: (seat) => seat,
  scrolls: true,
  room: ({ seats }) => (seats > 4 ? '21rem' : '20.5rem'), // a vote with what comes of it, or three artefacts
  secrets: () => true,
  isMove: ({ key }) => MOVES.has(key),
  parts: partsOf,
  score: (scene, seat) => knownPoints(scene.view, openly(scene), seat),
};
