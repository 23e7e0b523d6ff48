// The messages of the server, as far as the page reads them. docs/api.md describes them.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
/** What a viewer may know of a position. Each board knows more of its own game's. */
export type View = { game: string; seat: number | null; seats: number; phase: string };
export type Values = Record<string, unknown>;

export interface GameEvent {
  key: string;
  seat: number;
  values: Values;
}

export interface Line {
  event?: GameEvent;
  undone?: boolean;
  note?: string;
  seat?: number | null;
  at?: number;
  text?: string;
  name?: string;
  bot?: string;
  table?: string;
}

export interface Seat {
  kind: 'open' | 'person' | 'bot';
  name: string;
  bot: string | null;
  away?: boolean;
  resigned?: boolean;
}

export interface ClockFace {
  kind: 'days' | 'live';
  left: number[];
  since: Record<string, number>;
}

export interface Result {
  how?: string;
  winners?: number[];
  ranks?: number[];
  scores?: number[];
  by_bots: number[];
  resigned: number[];
}

export type Status = 'open' | 'playing' | 'over';

/** All that a seat (null: a spectator) is shown of a table. */
export interface State {
  table: string;
  number: number;
  seat: number | null;
  status: Status;
  game: string;
  options: Record<string, Json>;
  public: boolean;
  seats: Seat[];
  clock: ClockFace | null;
  rematch: string | null;
  lines: number;
  firm: number;
  log: Line[];
  step?: number;
  actors?: number[];
  view?: View;
  result?: Result | null;
  actions?: string[];
  undo?: boolean;
}

export interface Refusal {
  code: string;
  message: string;
  rule?: string;
  key?: string;
  values?: Values;
}

export interface Command {
  do: 'sit' | 'stand' | 'start' | 'play' | 'undo' | 'chat' | 'leave' | 'back' | 'replace' | 'resign';
  seat?: number;
  step?: number;
  action?: string;
  text?: string;
  name?: string;
  token?: string;
}

export interface Presence {
  seats: number[];
  watching: number;
}

/** Several actions that one click may mean, and what they cost together. */
export interface Plan {
  actions: string[];
  cost: number;
  tokens: number;
}

export interface Plans {
  number: number;
  step: number;
  prices: Record<string, number>;
  plans: Plan[];
}

export interface OptionForm {
  name: string;
  default: Json;
  label: string;
  help: string;
  choices?: Json[];
  least?: number;
  most?: number;
}

export interface GameCard {
  name: string;
  title: string;
  tagline: string;
  least: number;
  most: number;
  rules: number;
  options: OptionForm[];
  bots: string[];
}

export interface TableCard {
  table: string;
  game: string;
  status: Status;
  public: boolean;
  created: number;
  updated: number;
  seats: Seat[];
  actors: number[];
  result: Result | null;
  yours: number[];
  your_turn: boolean;
}

export interface Invitation {
  seat: number;
  token: string;
  link: string;
  free: boolean;
}

export interface Moment {
  seat: number | null;
  action: string | null;
  step: number;
  events: GameEvent[];
  view: View;
  standing: number[];
}

export interface Summary {
  sources: { key: string; values: number[] }[];
  /** The standing at the start and at the end of each step… */
  lead: number[][];
  /** …and the moments at which that was. */
  at: number[];
}

export interface LessonStep {
  say: string;
  title: string | null;
  light: string[];
  expect: string[] | null;
  view: View;
  actions: string[];
  plans: Plan[];
  prices: Record<string, number>;
  events: GameEvent[];
  rules: string[];
}

export interface Lesson {
  seat: number;
  steps: LessonStep[];
}
