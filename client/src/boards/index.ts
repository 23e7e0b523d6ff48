// Which game is drawn by what. Each board is loaded when a table needs it; a game that has none here is played with
// plain buttons.

import type { GameUi } from '../scene';

const DRAWN: Record<string, () => Promise<{ ui: GameUi }>> = {
  mexica: () => import('./mexica'),
  yucatan: () => import('./yucatan'),
  azteco: () => import('./azteco'),
};

export async function uiOf(game: string): Promise<GameUi> {
  const { ui } = await (DRAWN[game] ?? (() => import('./plain')))();
  return ui;
}

/**
 * Fetches the boards before they are wanted, and after each what else its game needs. What does not arrive is asked for
 * again when it is.
 */
export function fetchBoards(more: (game: string) => Promise<unknown>): void {
  for (const [game, load] of Object.entries(DRAWN))
    load()
      .then(() => more(game))
      .catch(() => {});
}
