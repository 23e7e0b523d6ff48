// A game that nobody has drawn a board for yet: what may be played is a list of buttons, and the log tells the rest.

import type { GameUi, Scene } from '../../scene';
import Board from './Board.svelte';
import Controls from './Controls.svelte';
import Player from './Player.svelte';

export const ui: GameUi = {
  hand: (scene: Scene) => ({
    get prompt() {
      const key = `phase.${scene.view.phase}`;
      const said = scene.say(key);
      return said === key ? '' : said; // a game need not name its phases
    },
    cancel: () => false,
  }),
  Board,
  Controls,
  Player,
  focus: () => [],
  seatArt: (seat) => seat,
  secrets: () => true, // nobody knows what this game hides
};
