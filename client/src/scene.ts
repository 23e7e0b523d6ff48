// What a board is given, and what it gives back: a view goes in, an intent comes out. A board knows no network; a
// table, a replay and a lesson are all scenes to it.

import type { Component } from 'svelte';
import type { Offer } from './offers';
import type { GameEvent, Values, View } from './types';

export interface Scene<V extends View = View> {
  readonly game: string;
  /** What the viewer may know of the position. */
  readonly view: V;
  /** The viewer: the seat that this is shown to; null: a spectator. */
  readonly me: number | null;
  /** What this seat may play now; empty when it is not to act. */
  readonly actions: readonly string[];
  /**
   * What one click may do, and what it costs: each of the actions, and plans of several, e.g. a walk further than one
   * space.
   */
  readonly offers: readonly Offer[];
  /** What led from the view before to this one, for animation. */
  readonly events: readonly GameEvent[];
  /** What others have done since the viewer last acted: to be marked on the board. */
  readonly changed?: readonly GameEvent[];
  /** The event of a log line that the reader points at: to be shown on the board. */
  readonly pointed: GameEvent | null;
  /** An action that a hint or a lesson points out. */
  readonly hint: string | null;
  /** Whose action it is, if not the viewer's own. */
  readonly hintFor?: number | null;
  /** All that a hint plans, from the first action on: what is not done yet is shown on the board. */
  readonly plan?: readonly string[];
  /** How many actions of the plan are done: then `hint` is the next of them. */
  readonly done?: number;
  /** Spaces that a lesson points out. */
  readonly light: readonly string[];
  readonly names: readonly string[];
  /** Whether pieces may move about (not with reduced motion, not in a hurry). */
  readonly motion: boolean;
  /** Plays these actions, all of them or none. Resolves when the server has answered. */
  act(...actions: string[]): Promise<boolean>;
  /** Asks which rule forbids this kind of action at a place, or anywhere; the answer is shown to the reader. */
  why(kind: string, place?: string): void;
  /** A sentence of the game in the reader's language. */
  say(key: string, values?: Values): string;
}

/** What a game brings to the page. `H` is its `Hand`: what the player is about to do (a tool, a piece, a preview). */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface GameUi<V extends View = any, H extends Hand = any> {
  /** Made once for a scene; reads the scene's fields as they change. */
  hand(scene: Scene<V>): H;
  Board: Component<{ scene: Scene<V>; hand: H }>;
  /** What lies over the board and is not zoomed with it. */
  Overlay?: Component<{ scene: Scene<V>; hand: H }>;
  /** The buttons under the sentence that says what to do next. */
  Controls: Component<{ scene: Scene<V>; hand: H }>;
  /** What a player has, in that player's panel. */
  Player: Component<{ scene: Scene<V>; seat: number }>;
  /** The signs of the game that the help explains: `Sign` draws one, `about` is the key of what it means. */
  signs?: readonly { name: string; about: string }[];
  Sign?: Component<{ name: string; seat: number }>;
  /** The ids of the rulings that matter now, the first above all. */
  focus(scene: Scene<V>, hand: H): string[];
  /** How many player colours the game has, and which art each seat has: an index of art/seats. */
  seatArt(seat: number): number;
  /**
   * How high the buttons are at most, as a length of CSS: at a desk this room is kept, and the last row stays in place.
   */
  room?(view: V): string;
  /** The board is a page that scrolls by itself: it is not zoomed and dragged about. */
  scrolls?: true;
  /**
   * Whether seats know by now what others must not see: then a shared screen shows a spectator's view until one says to
   * look alone.
   */
  secrets?(view: V): boolean;
  /** Whether an event is somebody's doing, where that is more than their actions: a claim that is turned up. */
  isMove?(event: GameEvent): boolean;
  /**
   * What led from one view to another in parts that are looked back at one by one, where one move brings about much.
   * The last part ends with `after`.
   */
  parts?(before: V, events: readonly GameEvent[], after: V): { events: readonly GameEvent[]; view: V }[];
  /** How many milliseconds it takes to see what happened, where that may be more than a moment. */
  linger?(events: readonly GameEvent[]): number;
  /** What a player has so far, for the narrow strip of a phone. */
  score?(scene: Scene<V>, seat: number): number;
}

export interface Hand {
  /** What to do next, in one sentence. */
  readonly prompt: string;
  /** Puts down whatever was picked up. Returns whether there was something. */
  cancel(): boolean;
  /** Something is in hand, and spaces for it are lit: nothing may lie on them. */
  readonly holding?: boolean;
  /** A card over the board is to be read and put away first: where it is narrow, nothing else lies over the board. */
  readonly reading?: boolean;
  /** A list is open below the buttons: the room that it takes is not kept when it is closed. */
  readonly listed?: boolean;
  /** Plays what is previewed, if anything is: for the key Enter. */
  confirm?(): unknown;
  /** An animation is still running: nothing beside the board may give its result away. */
  readonly telling?: boolean;
  /** Others' next moves wait until what the board tells is over, as they would change what it tells about. */
  readonly holds?: boolean;
  /** Ends what holds others' moves, for whoever skips them. */
  release?(): void;
  /** The animation has an open result: the text of a lesson is delayed until it ends, too. */
  readonly suspense?: boolean;
  /**
   * Spaces that the player is acting on: where they are too small to read or tap, the viewport zooms in on them.
   */
  readonly near?: readonly string[] | null;
  /** The label and description of the undo button, where it does more than undo. */
  readonly undoing?: { word: string; about: string } | undefined;
  /** Takes up this kind of action (the first word of a notation), as if its button had been pressed. */
  begin?(kind: string): void;
}
