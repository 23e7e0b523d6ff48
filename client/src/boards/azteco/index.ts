// Azteco: a torch-lit chamber, where everybody takes jewels and not everybody tells the truth.

import type { GameUi, Scene } from '../../scene';
import './azteco.css';
import Board from './Board.svelte';
import Controls from './Controls.svelte';
import { focus } from './focus';
import { AztecoHand, openly } from './hand.svelte';
import Player from './Player.svelte';
import { knownPoints, type AztecoView } from './view';

export const ui: GameUi<AztecoView, AztecoHand> = {
  hand: (scene: Scene<AztecoView>) => new AztecoHand(scene),
  Board,
  Controls,
  Player,
  focus,
  seatArt: (seat) => seat,
  scrolls: true,
  secrets: () => true,
  score: (scene, seat) => knownPoints(scene.view, openly(scene), seat),
};
