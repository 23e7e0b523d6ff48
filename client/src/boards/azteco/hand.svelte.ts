// What the player is about to do: jewels picked for a claim, a token held over somebody, an artefact or its effect half
// chosen.

import { untrack } from 'svelte';
import { t } from '../../i18n/index.svelte';
import { notices } from '../../notice.svelte';
import type { Hand, Scene } from '../../scene';
import { Playback } from './playback.svelte';
import { COLOURS, isAtOnce, MOST_JEWELS, sorted, type AztecoView, type Colour, type Face } from './view';

/** Everything that can be half chosen. Only what the phase asks for is used. */
export interface Draft {
  /** Jewels of a claim, or to be taken. */
  jewels: string;
  /** Jewels that go back in a swap. */
  back: string;
  seat: number | null;
  face: Face | null;
  /** Which of the artefacts, or how many stones. */
  number: number | null;
  /** The colour of a jewel to steal, or of the curse that stones come from. */
  from: Colour | null;
  /** The curse that stones go to. */
  to: Colour | null;
  /** Nothing is to be swapped or shifted. */
  none: boolean;
}

const NOTHING: Draft = {
  jewels: '',
  back: '',
  seat: null,
  face: null,
  number: null,
  from: null,
  to: null,
  none: false,
};

/** The action that a draft amounts to, if it is whole. `asked` is the kind of choice that is awaited. */
export function actionOf(asked: string, draft: Draft): string | null {
  const { jewels, back, seat, face, number, from, to, none } = draft;
  switch (asked) {
    case 'claim':
    case 'take':
      return jewels ? `${asked} ${sorted(jewels)}` : null;
    case 'vote':
      return face && seat !== null ? `${face} ${seat}` : null;
    case 'keep':
    case 'discard':
      return number === null ? null : `${asked} ${number}`;
    case 'give':
      return seat === null ? null : `give ${seat}`;
    case 'steal':
      return seat === null || !from ? null : `steal ${seat} ${from}`;
    case 'swap':
      if (none) return 'swap none';
      return back && back.length === jewels.length ? `swap ${sorted(back)} ${sorted(jewels)}` : null;
    case 'shift':
      if (none) return 'shift none';
      return from && to && number ? `shift ${from} ${to} ${number}` : null;
    default:
      return null;
  }
}

/** The draft that would be played by an action: what a hint or a lesson points out. */
export function draftOf(action: string): Partial<Draft> {
  const [kind = '', one = '', two = '', three = ''] = action.split(' ');
  switch (kind) {
    case 'claim':
    case 'take':
      return { jewels: one };
    case 'believe':
    case 'accuse':
      return { face: kind, seat: Number(one) };
    case 'keep':
    case 'discard':
      return { number: Number(one) };
    case 'give':
      return { seat: Number(one) };
    case 'steal':
      return { seat: Number(one), from: two as Colour };
    case 'swap':
      return one === 'none' ? { none: true } : { back: one, jewels: two };
    case 'shift':
      return one === 'none' ? { none: true } : { from: one as Colour, to: two as Colour, number: Number(three) };
    default:
      return {};
  }
}

const hands = new WeakMap<object, AztecoHand>();

/** How many rows the count at the end has, and how long each is looked at. */
const ROWS = 6;
const ROW = 450;

/**
 * What lies in the chamber, for what is shown outside the board: it must not show the end before the cards are
 * turned, and no artefact before it is counted.
 */
export function openly(scene: Scene<AztecoView>): Pick<AztecoView, 'jewels' | 'stones' | 'kept'> {
  const hand = hands.get(scene);
  const now = hand?.playback.stage ?? scene.view;
  if (!hand?.counting) return now;
  // one's own are no secret to oneself: the points beside one's name go on from where they were
  return { ...now, kept: now.kept.map((own, seat) => (seat === scene.view.seat ? own : own.map(() => '?'))) };
}

export class AztecoHand implements Hand {
  readonly playback = new Playback();
  private kept = $state.raw<{ at: string; draft: Draft }>({ at: '', draft: NOTHING });
  private readonly scene: Scene<AztecoView>;

  constructor(scene: Scene<AztecoView>) {
    this.scene = scene;
    hands.set(scene, this);
  }

  /** How many rows of the count at the end are shown. */
  rows = $state(0);

  /** Whether the game has just ended and is still being counted: nothing beside the board may tell who wins. */
  get counting(): boolean {
    const { view, events, motion } = this.scene;
    return view.phase === 'over' && motion && events.length > 0 && this.rows < ROWS;
  }

  /** Counts row after row, so that it can be followed. Returns what stops it. */
  count(): () => void {
    this.rows = 0;
    if (!this.counting) this.rows = ROWS;
    const timer = setInterval(() => {
      if (this.rows >= ROWS) clearInterval(timer);
      else this.rows++;
    }, ROW);
    return () => clearInterval(timer);
  }

  /** All rows of the count at once. */
  countAll = (): void => {
    this.rows = ROWS;
  };

  /** Which choice is awaited; a draft for another one is forgotten. */
  private get at(): string {
    const { view } = this.scene;
    return `${view.seat} ${view.round} ${view.phase} ${view.shown} ${view.winners.length} ${view.effect}`;
  }

  get draft(): Draft {
    return this.kept.at === this.at ? this.kept.draft : NOTHING;
  }

  set(change: Partial<Draft>): void {
    notices.clearRefusal(); // what was refused before is not what is tried now
    this.kept = { at: this.at, draft: { ...this.draft, none: false, ...change } };
  }

  /** Nothing is to be swapped or shifted, whatever was half chosen. */
  decline(): void {
    this.set({ ...NOTHING, none: true });
  }

  /** Whether something is half chosen, or chosen. */
  get begun(): boolean {
    return Object.values(this.draft).some((value) => value !== null && value !== '' && value !== false);
  }

  /** Whether it is for this player to choose, and the playback is over. */
  get mine(): boolean {
    return this.scene.actions.length > 0 && !this.playback.playing;
  }

  /**
   * The kind of choice: `claim`, `vote`, `keep`, or what the artefact being played asks for. Empty when there is none.
   */
  get asked(): string {
    if (!this.mine) return '';
    const { phase } = this.scene.view;
    return phase === 'effect' ? (this.scene.actions[0]?.split(' ')[0] ?? '') : phase;
  }

  get action(): string | null {
    return actionOf(this.asked, this.draft);
  }

  get legal(): boolean {
    return this.action !== null && this.scene.actions.includes(this.action);
  }

  /** How many jewels may be picked up. */
  get room(): number {
    const { asked } = this;
    if (asked === 'claim') return MOST_JEWELS;
    if (asked === 'take') return Math.max(...this.scene.actions.map((action) => action.length - 'take '.length));
    return asked === 'swap' ? 2 : 0;
  }

  /** Whether this colour may be picked up as well: whether some action goes on from what is held. */
  canPick(colour: Colour): boolean {
    const held = sorted(this.draft.jewels + colour);
    if (this.asked === 'swap') return held.length <= this.room;
    if (this.asked !== 'claim' && this.asked !== 'take') return false;
    return this.scene.actions.some((action) => includes(action.split(' ')[1] ?? '', held));
  }

  pick(colour: Colour): void {
    if (this.canPick(colour)) this.set({ jewels: sorted(this.draft.jewels + colour) });
    else if (this.asked === 'claim') this.scene.why('claim', sorted(this.draft.jewels + colour));
  }

  drop(colour: Colour): void {
    this.set({ jewels: this.draft.jewels.replace(colour, '') });
  }

  canGiveBack(colour: Colour): boolean {
    const held = sorted(this.draft.back + colour);
    return this.scene.actions.some((action) => includes(action.split(' ')[1] ?? '', held));
  }

  giveBack(colour: Colour): void {
    if (this.canGiveBack(colour)) this.set({ back: sorted(this.draft.back + colour) });
  }

  keepBack(colour: Colour): void {
    this.set({ back: this.draft.back.replace(colour, '') });
  }

  /** Takes the same jewels as on the card. */
  tellTruth(): void {
    this.set({ jewels: this.card });
  }

  get card(): string {
    const { view } = this.scene;
    return view.seat === null ? '' : (view.cards[view.seat] ?? '');
  }

  /** A place is tapped: whom to judge, to give a stone to, to steal from. */
  aim(seat: number): void {
    if (!this.canAim(seat)) {
      if (this.asked === 'vote') this.scene.why('believe', String(seat));
      return;
    }
    this.set({ seat, from: this.asked === 'steal' && seat !== this.draft.seat ? null : this.draft.from });
  }

  canAim(seat: number): boolean {
    if (!['vote', 'give', 'steal'].includes(this.asked)) return false;
    return this.scene.actions.some((action) => action.split(' ')[1] === String(seat));
  }

  async play(action: string | null = this.action): Promise<void> {
    if (action === null) return;
    if (!this.scene.actions.includes(action)) {
      const [kind = '', ...words] = action.split(' ');
      return this.scene.why(kind, words.join(' '));
    }
    if (await this.scene.act(action)) this.kept = { at: '', draft: NOTHING };
  }

  // --- Hand ---

  get prompt(): string {
    const { scene, draft, asked } = this;
    const { view, names } = scene;
    const me = view.seat;
    const say = (key: string, values = {}) => t(`azteco.prompt.${key}`, values, names);
    if (this.playback.playing) return say(this.playback.revealed === null ? 'watch.all' : 'watch');
    if (view.phase === 'over') return scene.say('phase.over');
    switch (asked) {
      case 'claim':
        return this.legal ? say(draft.jewels === this.card ? 'claim.truth' : 'claim.bluff') : say('claim');
      case 'vote':
        if (draft.seat === null) return say('vote');
        return draft.face ? say('vote.lay') : say('vote.face', { target: draft.seat });
      case 'keep': {
        const chosen = draft.number === null ? undefined : view.hand[draft.number];
        if (!chosen) return say('keep');
        return say(isAtOnce(chosen) ? 'keep.play' : 'keep.keep', { artefact: scene.say(`artefact.${chosen}`) });
      }
      case '':
        break;
      default:
        return this.legal ? this.effectInWords() : say(asked);
    }
    if (me !== null && (view.phase === 'claim' || view.phase === 'vote') && !view.waiting.includes(me))
      return say('sealed', { others: view.waiting.map((seat) => names[seat] ?? '') });
    return say('others', { others: view.waiting.filter((seat) => seat >= 0).map((seat) => names[seat] ?? '') });
  }

  /** What the artefact being played is about to do. */
  private effectInWords(): string {
    const { scene, asked, draft } = this;
    const word = (kind: string, letters: string | null) => (letters ? scene.say(`${kind}.${letters}`) : '');
    const values = {
      seat: draft.seat ?? -1,
      stones: draft.number ?? 0,
      colour: word('colour', draft.from),
      target: word('colour', draft.to),
      jewels: word('jewels', draft.jewels),
      back: word('jewels', draft.back),
    };
    const what = t(`azteco.effect.${asked}${draft.none ? '.none' : ''}`, values, scene.names);
    return t('azteco.prompt.effect', { what });
  }

  get telling(): boolean {
    const { view, events, motion } = this.scene;
    return this.playback.playing || this.playback.tells(view, events, motion) || this.counting;
  }

  /** A46: a sealed choice is not undone. It stands until another takes its place. */
  get undoing() {
    const { phase } = this.scene.view;
    if (phase !== 'claim' && phase !== 'vote') return undefined;
    return { word: t('azteco.change'), about: t('azteco.change.about') };
  }

  get suspense(): boolean {
    return this.telling;
  }

  /**
   * Only one kind of thing can be done at a time here: whoever asks for it puts down what is half done. A token shows
   * its face.
   */
  begin(kind: string): void {
    if (this.playback.playing) this.playback.skip();
    this.cancel();
    if (kind !== 'believe' && kind !== 'accuse') return;
    const targets = this.scene.actions.filter((action) => action.startsWith(`${kind} `));
    const only = targets.length === 1 ? Number(targets[0]?.split(' ')[1]) : null;
    this.set({ face: kind, seat: only });
  }

  /** Nothing here is tracked: an effect that calls this must not run again with every change of a draft. */
  cancel(): boolean {
    return untrack(() => {
      notices.clearRefusal();
      if (this.playback.playing || this.counting) {
        if (this.playback.playing) this.playback.skip();
        else this.countAll();
        return true;
      }
      const held = this.begun;
      if (held) this.kept = { at: '', draft: NOTHING };
      return held;
    });
  }

  confirm(): boolean {
    if (this.playback.playing) {
      this.playback.next();
      return true;
    }
    if (!this.legal) return false;
    void this.play();
    return true;
  }
}

/** Whether all the jewels of `part` are among those of `whole`. */
export function includes(whole: string, part: string): boolean {
  return COLOURS.every((colour) => part.split(colour).length <= whole.split(colour).length);
}
