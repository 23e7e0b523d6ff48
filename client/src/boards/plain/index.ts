// A game that nobody has drawn a board for yet: what may be played is a list of buttons, and the log tells the rest.

import type { GameUi, Scene } from '../../scene';
import Board from './Board.svelte';
import Controls from './Controls.svelte';
import Player from './Player.svelte';

export const ui: GameUi = {
  hand: (scene: Scene) => ({
    get prompt() {
      return scene.say(`phase.${scene.view.phase}`);
    },
    cancel: () => false,
  }),
  Board,
  Controls,
  Player,
  focus: () => [],
  seatArt: (seat) => seat,
};
