// What may be played now, read from the texts of the actions: which spaces each kind of action names, and which ways
// warriors may march.

import type { Guild } from './view';

export type Kind =
  | 'village'
  | 'neutral'
  | 'warrior'
  | 'settle'
  | 'grow'
  | 'deploy'
  | 'march'
  | 'raise'
  | 'steal'
  | 'dismiss'
  | 'pass'
  | 'first';

/** The five actions of a turn, in the order of the rules. */
export const TURN_KINDS = ['settle', 'grow', 'deploy', 'march', 'raise'] as const satisfies Kind[];
export type TurnKind = (typeof TURN_KINDS)[number];

export interface Intent {
  readonly text: string;
  readonly kind: Kind;
  /** The spaces it names: of a march its whole way. */
  readonly spaces: readonly string[];
  readonly guild: Guild | null;
  /** How many prisoners are stolen. */
  readonly n: number;
}

export function readIntent(text: string): Intent {
  const [kind = '', ...rest] = text.split(' ');
  const guilded = kind === 'deploy' || kind === 'warrior';
  return {
    text,
    kind: kind as Kind,
    spaces: rest.filter((word) => /^[A-Z]\d+$/.test(word)),
    guild: guilded && rest[1] && rest[1] !== '?' ? (rest[1] as Guild) : null,
    n: kind === 'steal' || kind === 'first' ? Number(rest[0]) : 0,
  };
}

/** The space that an action is about: where a march ends, where something is built. */
export function aimOf(intent: Intent): string | null {
  return intent.spaces.at(-1) ?? null;
}

export class Choices {
  readonly intents: readonly Intent[];
  readonly kinds: ReadonlySet<Kind>;

  constructor(actions: readonly string[]) {
    this.intents = actions.map(readIntent);
    this.kinds = new Set(this.intents.map(({ kind }) => kind));
  }

  of(kind: Kind): Intent[] {
    return this.intents.filter((intent) => intent.kind === kind);
  }

  has(text: string): boolean {
    return this.intents.some((intent) => intent.text === text);
  }

  /** What a tool lights up: where to build; for marches, who may march. */
  targets(kind: Kind): Set<string> {
    return new Set(this.of(kind).flatMap(({ spaces }) => (kind === 'march' ? spaces[0] : spaces.at(-1)) ?? []));
  }

  /** Everything that may be done with a space itself. */
  at(space: string): Kind[] {
    return [...this.kinds].filter((kind) => kind !== 'first' && this.targets(kind).has(space));
  }

  guilds(kind: Kind, space: string | null): Guild[] {
    const found = this.of(kind).filter(({ spaces }) => space === null || spaces[0] === space);
    return [...new Set(found.flatMap(({ guild }) => guild ?? []))];
  }

  marches(from: string): Intent[] {
    return this.of('march').filter(({ spaces }) => spaces[0] === from);
  }

  /** Where a warrior may go. */
  ends(from: string): Set<string> {
    return new Set(this.marches(from).map((intent) => aimOf(intent) as string));
  }

  /** The ways to a space, the shortest first, then those by way of `via`. */
  ways(from: string, to: string, via: string | null = null): Intent[] {
    const off = (intent: Intent) => intent.spaces.length * 2 - (via !== null && intent.spaces[1] === via ? 1 : 0);
    return this.marches(from)
      .filter((intent) => aimOf(intent) === to)
      .sort((a, b) => off(a) - off(b));
  }
}
