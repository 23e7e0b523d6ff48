// What a view of Azteco holds (docs/azteco-position.md), and small facts about its pieces for showing them.

import { artefacts, characters, claim, colours, scoring, setup } from '@games/azteco/data.json';
import type { AztecoRound, AztecoView, AztecoWorth } from '../../generated';

export type { AztecoView };
export type Worth = AztecoWorth;
/** A round that is over. */
export type Past = AztecoRound;

export type Colour = 'B' | 'Y' | 'R';
export const COLOURS = colours.map(({ id }) => id) as readonly Colour[];
export const ROUNDS = setup.rounds;
/** A card, and so a claim, shows at most so many jewels. */
export const MOST_JEWELS = claim.most_jewels;

/** Truth; a lie that nobody accused; a lie that somebody did. */
export type Case = 'truth' | 'unseen' | 'caught';
export type Face = 'believe' | 'accuse';

/** `BBR` as two blue, no yellow, one red. */
export function count(letters: string): number[] {
  return COLOURS.map((colour) => letters.split(colour).length - 1);
}

/** Jewels as letters, in the order of the notation. */
export function letters(counts: readonly number[]): string {
  return COLOURS.map((colour, n) => colour.repeat(Math.max(0, counts[n] ?? 0))).join('');
}

export function sorted(jewels: string): string {
  return letters(count(jewels));
}

/** The jewels of a text that may also be `none` or `?`. */
export function jewelsIn(text: unknown): Colour[] {
  return [...String(text)].filter((letter): letter is Colour => COLOURS.includes(letter as Colour));
}

export function readVote(vote: string | null | undefined): { face: Face; target: number } | null {
  const [face, target] = (vote ?? '').split(' ');
  return face === 'believe' || face === 'accuse' ? { face, target: Number(target) } : null;
}

/** Who played a token with this face on a seat. */
export function votersFor(votes: readonly (string | null)[], target: number, face: Face): number[] {
  return votes.flatMap((vote, seat) => (vote === `${face} ${target}` ? [seat] : []));
}

export function caseOf(card: string, claim: string | null, votes: readonly (string | null)[], seat: number): Case {
  if (card === claim) return 'truth';
  return votersFor(votes, seat, 'accuse').length ? 'caught' : 'unseen';
}

export function duoOf(character: string | undefined): Colour[] {
  return jewelsIn(characters.find(({ id }) => id === character)?.duo ?? '');
}

export function isAtOnce(artefact: string): boolean {
  return artefacts.find(({ id }) => id === artefact)?.timing === 'now';
}

/** What so many cursed stones cost. */
export function stonePoints(stones: number): number {
  const track = scoring.stone_track;
  const last = track.length - 1;
  return (track[Math.min(stones, last)] ?? 0) + Math.max(0, stones - last) * scoring.stone_beyond;
}

export const TRACK = scoring.stone_track;

/** What jewels are worth to a character with these artefacts, stones left aside. */
export function jewelPoints(jewels: readonly number[], character: string | undefined, kept: readonly string[]): number {
  const [B = 0, Y = 0, R = 0] = jewels;
  const own: Record<string, number> = { B, Y, R };
  const duo = duoOf(character);
  const sets = kept.map((name) => {
    const found = artefacts.find(({ id }) => id === name);
    const need = found?.need ?? '';
    if (!need) return found?.points ?? 0;
    const full = [...new Set(need)].map((colour) => Math.floor((own[colour] ?? 0) / (need.split(colour).length - 1)));
    return (found?.points ?? 0) * Math.min(...full);
  });
  const duos = duo.length ? Math.min(...duo.map((colour) => own[colour] ?? 0)) : 0;
  return scoring.duo * duos + scoring.trio * Math.min(B, Y, R) + sets.reduce((a, b) => a + b, 0);
}

/** What one more jewel of each colour would add for a seat that has picked some, and gives some back. */
export function worthOfOneMore(view: AztecoView, seat: number, picked: string, back = ''): number[] {
  const [sheet, kept] = [view.sheets[seat], view.kept[seat] ?? []];
  const [more, less] = [count(picked), count(back)];
  const own = COLOURS.map((_, n) => (view.jewels[seat]?.[n] ?? 0) + (more[n] ?? 0) - (less[n] ?? 0));
  const now = jewelPoints(own, sheet, kept);
  return COLOURS.map((_, n) => jewelPoints(own.with(n, (own[n] ?? 0) + 1), sheet, kept) - now);
}

/** The seat that alone has the most jewels of a colour and would be struck by its curse; null: nobody. */
export function hoarder(jewels: readonly number[][], colour: number): number | null {
  const owned = jewels.map((own) => own[colour] ?? 0);
  const most = Math.max(...owned);
  return owned.filter((n) => n === most).length === 1 ? owned.indexOf(most) : null;
}

/**
 * The seat whose reveal is not done with, because somebody chooses an artefact or what it does; null: there is none.
 */
export function revealing({ phase, turn }: Pick<AztecoView, 'phase' | 'turn'>): number | null {
  return ['artefact', 'keep', 'effect'].includes(phase) ? turn : null;
}

/** Whether an artefact's points depend on the jewels that its owner has. */
export function isForJewels(artefact: string): boolean {
  return Boolean(artefacts.find(({ id }) => id === artefact)?.need);
}

/** Who has won when the game is over: who has the most points, among them who has the fewest stones. */
export function winnersOf({ worth, stones }: Pick<AztecoView, 'worth' | 'stones'>): number[] {
  const most = Math.max(...worth.map(({ total }) => total));
  const level = worth.flatMap(({ total }, seat) => (total === most ? [seat] : []));
  const fewest = Math.min(...level.map((seat) => stones[seat] ?? 0));
  return level.filter((seat) => stones[seat] === fewest);
}

/** The others as they sit round the chamber, from the viewer's left; all of them for a spectator. */
export function around(seats: number, me: number | null): number[] {
  return me === null
    ? Array.from({ length: seats }, (_, n) => n)
    : Array.from({ length: seats - 1 }, (_, n) => (me + 1 + n) % seats);
}

/** A seat's points as far as they are known: artefacts face down count for nothing. */
export function knownPoints(
  view: AztecoView,
  now: Pick<AztecoView, 'jewels' | 'stones' | 'kept'>,
  seat: number,
): number {
  return (
    jewelPoints(now.jewels[seat] ?? [], view.sheets[seat], now.kept[seat] ?? []) + stonePoints(now.stones[seat] ?? 0)
  );
}
