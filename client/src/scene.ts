// What a board is given, and what it gives back: a view goes in, an intent comes out. A board knows no network; a table, a
// replay and a lesson are all scenes to it.

import type { Component } from 'svelte';
import type { GameEvent, Plan, Values, View } from './types';

export interface Scene<V extends View = View> {
  readonly game: string;
  /** What the viewer may know of the position. */
  readonly view: V;
  /** The seat whose eyes we look through; null: a spectator's. */
  readonly me: number | null;
  /** Several players look at this screen, one after another: what all of them have watched must not end in what one may see. */
  readonly shared?: boolean;
  /** What this seat may play now; empty when it is not to act. */
  readonly actions: readonly string[];
  /** Several actions that one click may mean, e.g. a walk further than one space, or spending a token first. */
  readonly plans: readonly Plan[];
  /** What kinds of actions cost, where a game has such a thing. */
  readonly prices: Readonly<Record<string, number>>;
  /** What led from the view before to this one, for animation. */
  readonly events: readonly GameEvent[];
  /** The event of a log line that the reader points at: to be shown on the board. */
  readonly lit: GameEvent | null;
  /** An action that a hint or a lesson points out. */
  readonly hint: string | null;
  /** Spaces that a lesson points out. */
  readonly light: readonly string[];
  readonly names: readonly string[];
  /** Whether pieces may move about (not with reduced motion, not in a hurry). */
  readonly motion: boolean;
  /** Plays these actions, one after the other, until one is refused. Resolves when all is answered. */
  act(...actions: string[]): Promise<boolean>;
  /** Asks which rule forbids this; the answer is shown to the reader. */
  why(action: string): void;
  /** A sentence of the game in the reader's language. */
  say(key: string, values?: Values): string;
}

/** What a game brings to the page. `H` is its `Hand`: what the player is about to do (a tool, a piece, a preview). */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface GameUi<V extends View = any, H extends Hand = any> {
  /** Made once for a scene; reads the scene's fields as they change. */
  hand(scene: Scene<V>): H;
  Board: Component<{ scene: Scene<V>; hand: H }>;
  /** The buttons under the sentence that says what to do next. */
  Controls: Component<{ scene: Scene<V>; hand: H }>;
  /** What a player has, in that player's panel. */
  Player: Component<{ scene: Scene<V>; seat: number }>;
  /** The ids of the rulings that matter now, the first above all. */
  focus(scene: Scene<V>, hand: H): string[];
  /** How many player colours the game has, and which art each seat has: an index of art/seats. */
  seatArt(seat: number): number;
  /** The board is a page that scrolls by itself: it is not zoomed and dragged about. */
  scrolls?: true;
  /** Whether seats know by now what others must not see: on a shared screen a curtain falls between them. */
  secrets?(view: V): boolean;
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
  /** Plays what is previewed, if anything is: for the key Enter. */
  confirm?(): unknown;
  /** The board is still showing what happened: nothing beside it may tell the end. */
  readonly telling?: boolean;
  /** What the board shows is exciting as long as nobody tells the end: the coach of a lesson waits too. */
  readonly suspense?: boolean;
  /** Everybody at a shared screen looks on: nothing beside the board may show what one of them alone knows. */
  readonly veiled?: boolean;
  /** Spaces that the player is busy with: where they are too small for eyes and fingers, they are looked at from nearer. */
  readonly near?: readonly string[] | null;
  /** Takes up this kind of action (the first word of a notation), as if its button had been pressed. */
  begin?(kind: string): void;
}
