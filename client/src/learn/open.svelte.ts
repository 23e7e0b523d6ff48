// A rule that the reader wants to see without leaving the board, e.g. the one by which a move was refused.

export interface Place {
  game: string;
  rule: string;
}

class Rulebook {
  now = $state.raw<Place | null>(null);

  open(game: string, rule: string): void {
    this.now = { game, rule };
  }

  close = (): void => {
    this.now = null;
  };
}

export const rulebook = new Rulebook();

const GAMES: Record<string, string> = { M: 'mexica', Y: 'yucatan', A: 'azteco' };

/** Which game a ruling is of: its first letter says so. */
export function gameOf(rule: string): string | null {
  return GAMES[rule.charAt(0)] ?? null;
}
