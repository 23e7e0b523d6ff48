// Which game is drawn by what. Each board is loaded when a table needs it; a game that has none here is played with plain buttons.

import type { GameUi } from '../scene';

const DRAWN: Record<string, () => Promise<{ ui: GameUi }>> = {
<<<<<<< HEAD
  // mexica: () => import('./mexica'),
  // yucatan: () => import('./yucatan'),
  azteco: () => import('./azteco'),
=======
  mexica: () => import('./mexica'),
  yucatan: () => import('./yucatan'),
  // azteco: () => import('./azteco'),
>>>>>>> a564f820ea756fb1e7c2f721b40f386478bdc672
};

export async function uiOf(game: string): Promise<GameUi> {
  const { ui } = await (DRAWN[game] ?? (() => import('./plain')))();
  return ui;
}
