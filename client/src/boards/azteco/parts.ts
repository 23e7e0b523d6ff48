// What one move brought about, cut into the parts that are looked back at one by one: the claims, the votes, each card
// that is turned, what comes of it, the curses. The server's views go from choice to choice; in between a view is made
// of what was told.

import type { GameEvent } from '../../types';
import { applyEvent, stageOf, type Stage } from './stage';
import type { AztecoView } from './view';

export interface Part {
  events: GameEvent[];
  view: AztecoView;
}

type Kind = 'claims' | 'votes' | 'reveal' | 'gains' | 'believers' | 'artefact' | 'curses' | 'round';

const KINDS: Record<string, Kind> = {
  claim: 'claims',
  claimed: 'claims',
  short: 'claims',
  vote: 'votes',
  voted: 'votes',
  reveal: 'reveal',
  receive: 'gains',
  stone: 'gains',
  no_stone: 'gains',
  win: 'gains',
  artefact: 'gains',
  no_artefact: 'gains',
  burdened: 'believers',
  relieved: 'believers',
  cursed: 'curses',
  spared: 'curses',
  round: 'round',
  card: 'round',
};
/** While these are told, the card that was turned last lies in the middle. */
const OF_A_CARD: ReadonlySet<Kind> = new Set(['reveal', 'gains', 'believers', 'artefact']);

const kindOf = ({ key }: GameEvent): Kind => KINDS[key] ?? 'artefact';

/** The events in their order, cut where something else is told. Every card is turned by itself. */
function cut(events: readonly GameEvent[]): GameEvent[][] {
  const found: GameEvent[][] = [];
  for (const event of events) {
    const last = found.at(-1);
    if (last?.[0] && event.key !== 'reveal' && kindOf(last[0]) === kindOf(event)) last.push(event);
    else found.push([event]);
  }
  return found;
}

/** The parts of what led from one view to another; the last ends with that other view. */
export function partsOf(before: AztecoView, events: readonly GameEvent[], after: AztecoView): Part[] {
  const groups = cut(events);
  let stage = stageOf(before);
  let turned = before.turn;
  return groups.map((group, n) => {
    stage = group.reduce(applyEvent, stage);
    turned = group.find(({ key }) => key === 'reveal')?.seat ?? turned;
    if (n === groups.length - 1) return { events: group, view: after };
    const [first] = group;
    return { events: group, view: viewOf(before, stage, first && OF_A_CARD.has(kindOf(first)) ? turned : null) };
  });
}

/** A view that shows what lies in the chamber at a moment between two choices, the card of `turned` in the middle. */
function viewOf(view: AztecoView, stage: Stage, turned: number | null): AztecoView {
  const { under } = view.deck;
  const { round, first, jewels, stones, curses, claims, votes, kept, hand, effect } = stage;
  return {
    ...view,
    ...{ round, first, jewels, stones, curses, claims, votes, kept, hand, effect },
    cards: stage.cards.filter((card) => card !== null), // all seats have one, or none
    deck: { ...view.deck, fresh: stage.deck - under.reduce((sum, group) => sum + group.length, 0) },
    shown: stage.cases.filter((each) => each !== null).length,
    winners: stage.looking === null ? [] : [stage.looking],
    waiting: [],
    turn: turned,
    phase: turned === null ? 'vote' : 'artefact',
  };
}
