// What lies in the chamber at one moment of a reveal. The server's views go from choice to choice; in between,
// `applyEvent` carries out the events one by one, so that they can be shown one after another.

import type { GameEvent } from '../../types';
import { caseOf, COLOURS, count, type AztecoView, type Case } from './view';

export interface Stage {
  round: number;
  first: number | null;
  jewels: number[][];
  stones: number[];
  curses: number[];
  /** Each seat's card: its jewels, `?` if face down, null if there is none. */
  cards: (string | null)[];
  claims: (string | null)[];
  votes: (string | null)[];
  /** What came out, for cards that are turned up. */
  cases: (Case | null)[];
  kept: string[][];
  /** How many artefacts lie in the deck. */
  deck: number;
  /** Who looks at artefacts, and at which. */
  looking: number | null;
  hand: string[];
  effect: string | null;
}

export function stageOf(view: AztecoView): Stage {
  const { seats, first } = view;
  const seatsNow = Array.from({ length: seats }, (_, seat) => seat);
  const isUp = (seat: number) => first !== null && (seat - first + seats) % seats < view.shown;
  return {
    round: view.round,
    first,
    jewels: view.jewels.map((own) => [...own]),
    stones: [...view.stones],
    curses: [...view.curses],
    cards: seatsNow.map((seat) => view.cards[seat] ?? null),
    claims: [...view.claims],
    votes: [...view.votes],
    cases: seatsNow.map((seat) =>
      isUp(seat) ? caseOf(view.cards[seat] ?? '', view.claims[seat] ?? null, view.votes, seat) : null,
    ),
    kept: view.kept.map((own) => [...own]),
    deck: view.deck.fresh + view.deck.under.reduce((sum, group) => sum + group.length, 0),
    looking: view.winners[0] ?? null,
    hand: [...view.hand],
    effect: view.effect,
  };
}

type Told = Record<string, never>;

/** The chamber after one more event. */
export function applyEvent(before: Stage, { key, seat, values }: GameEvent): Stage {
  const stage = structuredClone(before);
  const said = values as Told;
  const add = (who: number, jewels: number[], sign: 1 | -1 = 1) => {
    stage.jewels[who] = (stage.jewels[who] ?? [0, 0, 0]).map((n, colour) => n + sign * (jewels[colour] ?? 0));
  };
  const stone = (who: number, n: number) => (stage.stones[who] = (stage.stones[who] ?? 0) + n);
  const curse = (colour: string, n: number) => {
    const at = COLOURS.indexOf(colour as never);
    stage.curses[at] = (stage.curses[at] ?? 0) + n;
  };

  switch (key) {
    case 'first':
      stage.first = said.first ?? null;
      break;
    case 'card':
      stage.cards[said.to ?? -1] = said.jewels ?? null;
      break;
    case 'claim':
    case 'claimed':
      stage.claims[seat] = said.jewels ?? null;
      break;
    case 'vote':
    case 'voted':
      stage.votes[seat] = said.vote === '?' ? '?' : `${said.vote} ${said.target}`;
      break;
    case 'reveal':
      stage.cards[seat] = said.jewels ?? null;
      stage.cases[seat] = said.case ?? null;
      break;
    case 'receive':
    case 'take':
      add(seat, count(String(said.jewels)));
      if (key === 'take') stage.effect = null;
      break;
    case 'stone':
      if (said.source === 'own') stone(seat, -1);
      stone(said.to ?? -1, 1);
      break;
    case 'burdened':
      stone(seat, 1);
      break;
    case 'relieved':
      stone(seat, -1);
      break;
    case 'win':
      stage.looking = seat;
      stage.hand = [];
      break;
    case 'artefact':
      stage.hand.push(String(said.artefact));
      stage.deck--;
      break;
    case 'keep':
      stage.deck += stage.hand.length - 1;
      stage.hand = [];
      stage.looking = null;
      stage.kept[seat]?.push(String(said.artefact));
      break;
    case 'play': // it was not to be kept after all
      stage.kept[seat]?.pop();
      stage.effect = String(said.artefact);
      stage.looking = seat;
      break;
    case 'nothing':
    case 'give':
      stage.effect = null;
      break;
    case 'discard':
      stone(seat, -Number(said.stones));
      stage.effect = null;
      break;
    case 'steal':
      add(said.target ?? -1, count(String(said.jewels)), -1);
      add(seat, count(String(said.jewels)));
      stage.effect = null;
      break;
    case 'swap':
      add(seat, count(String(said.jewels)), -1);
      stage.effect = null;
      break;
    case 'shift':
      curse(String(said.colour), -Number(said.stones));
      curse(String(said.target), Number(said.stones));
      stage.effect = null;
      break;
    case 'cursed':
      stone(seat, Number(said.stones));
      curse(String(said.colour), -Number(said.stones));
      break;
    case 'round':
      stage.round = Number(said.round);
      stage.first = seat;
      stage.curses = [Number(said.blue), Number(said.yellow), Number(said.red)];
      stage.cards = stage.cards.map(() => null);
      stage.claims = stage.claims.map(() => null);
      stage.votes = stage.votes.map(() => null);
      stage.cases = stage.cases.map(() => null);
      stage.looking = null;
      break;
  }
  if (before.effect && !stage.effect) stage.deck++; // what was played lies under the deck now
  return stage;
}
