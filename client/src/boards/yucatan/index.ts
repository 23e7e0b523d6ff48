// Yucatán on the page.

import type { GameUi } from '../../scene';
import Board from './Board.svelte';
import Controls from './Controls.svelte';
import FightCard from './FightCard.svelte';
import { focus } from './focus';
import { YucatanHand } from './hand.svelte';
import Player from './Player.svelte';
import Sign from './Sign.svelte';
import { SIGNS } from './signs';
import { lasts } from './animator.svelte';
import type { YucatanView } from './view';
import './yucatan.css';

/** What is done before there are warriors, for all to see. */
const OPENLY = ['first', 'large', 'small', 'neutral'];

export const ui: GameUi<YucatanView, YucatanHand> = {
  hand: (scene) => new YucatanHand(scene),
  Board,
  Overlay: FightCard,
  Controls,
  Player,
  focus,
  Sign,
  signs: SIGNS.map((name) => ({ name, about: `yucatan.sign.${name}` })),
  seatArt: (seat) => seat,
  secrets: ({ phase }) => !OPENLY.includes(phase),
  linger: lasts,
  score: ({ view }, seat) => view.levels[seat] ?? 0,
};
