// The messages of the server, under the names that the page uses. Their types are generated from the server's schemas.

import type * as server from './generated';

export type {
  Analysis,
  ClientMessage,
  ClockFace,
  GameCard,
  Invitation,
  Lesson,
  LessonStep,
  Line,
  LogPage,
  Moment,
  NewTable,
  OptionForm,
  Plans,
  PuzzleCard,
  PuzzleState,
  PuzzleVerdict,
  Refusal,
  Result,
  Seat,
  SeatPlan,
  ServerMessage,
  Summary,
  TurnReport,
  View,
  YourGames,
} from './generated';

export type GameEvent = server.Event;
export type Values = GameEvent['values'];
export type Presence = server.Present;
export type Status = server.State['status'];
/** A table in the lobby. */
export type TableCard = server.Card;
/** A command; the connection gives it its id. */
export type Command = WithoutId<server.Command>;
type WithoutId<C> = C extends unknown ? Omit<C, 'id'> : never;

/**
 * A state, with what the connection adds: the number of the first line of `log`, which may have lines of earlier
 * states.
 */
export interface State extends server.State {
  first: number;
}
