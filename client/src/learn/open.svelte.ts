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
