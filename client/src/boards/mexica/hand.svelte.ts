// What the player is about to do: a tool, the first space of a canal, an aim that waits for a second tap, a small menu.
// It reads what may be done from the scene and plays it there; it knows no rules.

import { notices } from '../../notice.svelte';
import type { Hand, Scene } from '../../scene';
import { choicesAt, firstSpaces, secondSpaces, shiftTargets, waysAt, type Choice } from './choices';
import { byTarget, FINAL, intentsOf, type Intent, type Kind } from './intents';
import { nearestOf } from './map';
import { promptOf } from './prompt';
import { Scoring } from './scoring.svelte';
import { Sending } from './sending';
import { kindOf, levelOf, toolFor, tried, type Tool } from './tools';
import { LEVELS, districtAt, type MexicaView } from './view';

/** What is picked up, and for which legal actions: when those change, it is put down. */
interface Held {
  aimed: Intent | null;
  menu: { at: string; choices: Choice[] } | null;
  legal: string;
}

type Pointer = 'mouse' | 'touch' | 'key';
const NONE: Intent[] = [];
const NOTHING: Held = { aimed: null, menu: null, legal: '' };
/** A second click sooner than this is part of a double click. */
const DOUBLE = 350;

/** One hand for a scene, however often it is asked for: a tool stays in it while states come and go. */
const hands = new WeakMap<Scene<MexicaView>, MexicaHand>();

export function handOf(scene: Scene<MexicaView>): MexicaHand {
  let hand = hands.get(scene);
  if (!hand) hands.set(scene, (hand = new MexicaHand(scene)));
  return hand;
}

export class MexicaHand implements Hand {
  readonly scoring = new Scoring();
  private chosen = $state<Tool>('move');
  private once = false;
  private held = $state.raw<Held>(NOTHING);
  private aimedAt = 0;
  private picked = $state<string | null>(null);
  hover = $state<string | null>(null);
  /** Where the keys are. */
  cursor = $state('H7');
  keys = $state(false);
  /** A district that is pointed at in the list, or on the display by its size. */
  pointed = $state.raw<readonly string[]>([]);
  /** Whether the list of districts is open. */
  listed = $state(false);
  private readonly sending: Sending;
  /** Where a finger was last in this turn, and which hint was given then. */
  private tapped = $state.raw<{ at: string; hint: unknown } | null>(null);

  constructor(readonly scene: Scene<MexicaView>) {
    this.sending = new Sending(scene);
  }

  private readonly legal = $derived.by(() => this.scene.actions.join());
  private readonly kept = $derived.by(() => (this.held.legal === this.legal ? this.held : NOTHING));

  /** The first space of a canal, or the bridge that is moved; as long as something can follow. */
  get first(): string | null {
    const { picked } = this;
    if (!picked) return null;
    const goes =
      this.tool === 'shift' ? this.of('shift').some(({ spaces }) => spaces[0] === picked) : this.digs(picked);
    return goes ? picked : null;
  }
  set first(first: string | null) {
    this.picked = first;
  }

  private digs(space: string): boolean {
    return this.tool === 'canal' && this.firstSpaces.has(space);
  }

  /** What waits to be confirmed. */
  get aimed(): Intent | null {
    return this.kept.aimed;
  }

  get menu(): Held['menu'] {
    return this.kept.menu;
  }

  private hold(more: Partial<Held>): void {
    this.held = { ...this.kept, ...more, legal: this.legal };
  }

  readonly intents = $derived.by(() => intentsOf(this.scene.offers));
  readonly moves = $derived.by(() => byTarget([...this.of('walk'), ...this.of('boat')]));

  of(kind: Kind): Intent[] {
    return this.intents.get(kind) ?? NONE;
  }

  intentsWith(tool: Tool): Intent[] {
    if (tool === 'move') return [...this.moves.values()];
    const level = levelOf(tool);
    return this.of(kindOf(tool)).filter(({ number }) => level === null || number === level);
  }

  /** Puts a tool down for good that has nothing left to do: it is not in hand again after an undo. */
  settle(): void {
    if (this.tool === 'move') this.chosen = 'move';
  }

  /** The tool in hand; one that has nothing left to do is put down. */
  get tool(): Tool {
    return this.chosen !== 'move' && !this.intentsWith(this.chosen).length ? 'move' : this.chosen;
  }

  /** The end of a period is told district by district: what comes of it is not told beforehand. */
  get telling(): boolean {
    return this.scoring.now !== null || this.scoring.due(this.scene.events, this.scene.view);
  }

  /** What is scored is what stood when the period ended. */
  get holds(): boolean {
    return this.telling;
  }

  release(): void {
    this.scoring.skip();
  }

  /** The prestige of a seat, as far as the scoring is told. */
  score(seat: number): number {
    return (this.scene.view.score[seat] ?? 0) - this.scoring.rest(seat);
  }

  get active(): boolean {
    return this.scene.actions.length > 0;
  }

  /** The seat that is played: the one whose view this is. */
  get me(): number | null {
    return this.scene.me ?? this.scene.view.seat;
  }

  /** The hint that is shown: all of its plan, or the one action of a lesson. */
  private get hint(): unknown {
    return this.scene.plan?.length ? this.scene.plan : this.scene.hint;
  }

  /** Whoever is given a hint sees the whole board first, as its steps may lie anywhere. */
  private readonly busyAt = $derived.by(() => {
    const { hint } = this;
    return this.active && this.tapped && (hint === null || hint === this.tapped.hint) ? this.tapped.at : null;
  });
  /** Fingers are broad: where spaces are small, the board is looked at from nearer from the first tap of a turn on. */
  readonly near: readonly string[] | null = $derived.by(() => (this.busyAt ? [this.busyAt] : null));

  get pawn(): string | null {
    const { me } = this;
    return me === null ? null : (this.scene.view.pawns[me] ?? null);
  }

  /** What can be pointed at now, and what that would do. */
  readonly targets = $derived.by((): Map<string, Intent> => {
    const { phase } = this.scene.view;
    if (!this.active || phase === 'vote') return new Map();
    if (phase === 'start') return byTarget(this.of('start'));
    const { tool, first } = this;
    switch (tool) {
      case 'move':
        return this.moves;
      case 'canal':
        return first ? secondSpaces(this.of('canal'), first) : this.firstSpaces;
      case 'shift':
        return shiftTargets(this.of('shift'), first);
      case 'propose':
        return new Map();
      default:
        return byTarget(this.intentsWith(tool));
    }
  });

  private readonly firstSpaces = $derived.by(() => firstSpaces(this.of('canal')));

  /** What is drawn as if it were done already. */
  readonly preview = $derived.by((): Intent | null => {
    if (this.aimed) return this.aimed;
    const at = this.hover ?? (this.keys ? this.cursor : null);
    return (at && !this.menu && this.targets.get(at)) || null;
  });

  choose(tool: Tool): void {
    const again = tool === this.tool;
    this.cancel();
    if (tool !== 'move' && !this.intentsWith(tool).length) {
      this.chosen = 'move';
      // fingers are faster than answers: what cannot be done yet may be possible after what was done just now
      if (this.sending.now) return void this.sending.now.then((done) => done && this.choose(tool));
      return this.scene.why(...tried(tool));
    }
    this.chosen = again ? 'move' : tool;
    this.once = false;
  }

  /** The next level of temple that can be built. */
  nextTemple(): void {
    const able = LEVELS.filter((level) => this.intentsWith(`temple${level}`).length);
    const now = able.findIndex((level) => this.tool === `temple${level}`);
    const next = able[(now + 1) % able.length];
    if (next === undefined) this.scene.why('temple');
    else if (this.tool !== `temple${next}`) this.choose(`temple${next}`);
  }

  cancel(): boolean {
    notices.clear();
    if (this.scoring.skip()) return true;
    if (this.menu || this.aimed || this.first) {
      this.held = NOTHING;
      this.picked = null;
      if (this.once) this.chosen = 'move';
      this.once = false;
      return true;
    }
    const held = this.chosen !== 'move';
    this.chosen = 'move';
    return held;
  }

  /** Plays what waits to be confirmed. */
  confirm(): boolean {
    const { aimed } = this;
    if (aimed) void this.commit(aimed);
    return aimed !== null;
  }

  /** Takes up the tool for this kind of action. */
  begin(kind: string): void {
    if (kind === 'temple') {
      this.cancel();
      this.nextTemple();
    } else if (['take', 'spend', 'end', 'agree', 'refuse'].includes(kind)) {
      // a button of its own: whether to press it is for the player to say
      document.querySelector<HTMLElement>(`[data-action="${kind}"]`)?.focus();
    } else {
      while (this.cancel());
      const tool = toolFor(kind);
      if (tool) this.choose(tool);
    }
  }

  /** A click, a key press or a tap on a space. */
  press(space: string, pointer: Pointer): void {
    notices.clear(); // what was refused before is not what is tried now
    if (!this.active || this.scene.view.phase === 'vote') return this.look(space);
    if (pointer === 'touch') this.tapped = { at: space, hint: this.hint };
    this.pointed = [];
    this.scoring.skip();
    if (this.menu && pointer !== 'touch') {
      const open = this.menu.at;
      this.hold({ menu: null });
      if (open === space) return;
    }
    const intent = this.targets.get(space);
    const { tool } = this;
    if (this.aimed?.at === space || (this.aimed?.kind === 'canal' && intent && same(intent, this.aimed))) {
      if (performance.now() - this.aimedAt > DOUBLE) void this.commit(this.aimed);
      return;
    }
    this.hold({ aimed: null });
    if (tool === 'move' && this.scene.view.phase === 'turn') return this.pressFree(space, intent ?? null, pointer);
    if (tool === 'canal') return this.pressCanal(space, intent ?? null, pointer);
    if (tool === 'shift' && !this.first && intent) {
      this.first = space;
      return;
    }
    if (!intent) {
      if (tool === 'shift' && this.first === space) this.first = null;
      else this.why(space);
      return;
    }
    const ways = waysAt(tool, space, this.first, (kind) => this.of(kind));
    if (ways.length > 1) this.hold({ menu: { at: space, choices: ways } });
    else this.run(intent, pointer);
  }

  /** Whoever has nothing to do may still look: what a district gives. */
  private look(space: string): void {
    const spaces = districtAt(this.scene.view, space)?.spaces ?? [];
    this.pointed = spaces[0] === this.pointed[0] ? [] : spaces;
  }

  /** Nothing in hand: walk there; or, where nobody can walk, what else may be done there. */
  private pressFree(space: string, intent: Intent | null, pointer: Pointer): void {
    if (intent && pointer !== 'touch') return this.run(intent, pointer);
    if (this.menu?.at === space) {
      this.hold({ menu: null });
      return;
    }
    this.hold({ menu: null });
    // what would be the only choice is asked for by aiming
    if (!intent || this.choicesAt(space).length > 1) this.open(space);
    if (intent) this.aim(intent);
    if (!this.menu && !intent) this.why(space);
  }

  private pressCanal(space: string, intent: Intent | null, pointer: Pointer): void {
    if (this.first) {
      if (intent) return this.run(intent, pointer);
      if (!this.firstSpaces.has(space)) return this.why(space);
      this.first = space; // begin again there
      return;
    }
    if (!intent) return this.why(space);
    const all = secondSpaces(this.of('canal'), space);
    const [only] = all.values();
    if (all.size === 1 && only?.spaces.length === 1) return this.run(only, pointer);
    this.first = space;
  }

  /** A canal of two spaces in one stroke. */
  drag(from: string, to: string): boolean {
    if (this.tool !== 'canal') return false;
    const intent = secondSpaces(this.of('canal'), from).get(to);
    if (!intent || intent.spaces.length !== 2) return false;
    this.run(intent, 'mouse');
    return true;
  }

  /** Opens the menu of all that may be done at a space. */
  open(space: string): void {
    const choices = this.choicesAt(space);
    if (choices.length) this.hold({ menu: { at: space, choices } });
  }

  choicesAt(space: string): Choice[] {
    return this.active && this.scene.view.phase === 'turn' ? choicesAt(space, (kind) => this.of(kind)) : [];
  }

  pick(picked: Choice): void {
    const at = this.menu?.at ?? null;
    this.hold({ menu: null });
    this.hold({ aimed: null });
    if (picked.intent) return this.run(picked.intent, 'mouse');
    this.chosen = toolFor(picked.kind) ?? 'move';
    this.once = true;
    this.first = at;
  }

  /** Does it, or asks first: a tap only aims, tokens are not spent unasked, and what is final is confirmed. */
  run(intent: Intent, pointer: Pointer): void {
    const unasked = intent.tokens > 0 && intent.kind !== 'spend';
    if (unasked || pointer === 'touch' || this.isFinal(intent)) this.aim(intent);
    else void this.commit(intent);
  }

  private aim(intent: Intent): void {
    this.hold({ aimed: intent });
    this.aimedAt = performance.now();
  }

  async commit(intent: Intent): Promise<void> {
    this.held = NOTHING;
    this.picked = null;
    // one digs on and on; whatever else is done, the next thing is another
    if (this.once || intent.kind !== 'canal') this.chosen = 'move';
    if (intent.kind === 'end' || intent.kind === 'start') this.tapped = null; // what others do next lies anywhere
    this.once = false;
    await this.sending.send(intent.actions);
  }

  /** One of the actions that need no space: take, spend, end, agree, refuse, propose. */
  plain(action: string): void {
    const [kind = '', ...words] = action.split(' ');
    const intent = this.of(kind as Kind).find(({ actions }) => actions.length === 1 && actions[0] === action);
    if (intent) this.run(intent, 'mouse');
    else this.scene.why(kind, words.join(' '));
  }

  /**
   * Whether it must be confirmed because no undo brings it back: others go on from it. The button that ends a turn with
   * nothing left is itself the last word about all that was done in it.
   */
  private isFinal({ kind }: Intent): boolean {
    return kind === 'end' ? this.scene.view.ap > 0 : FINAL.has(kind);
  }

  /** The target nearest to a point of the drawing. */
  nearest(x: number, y: number): string | null {
    return nearestOf(this.targets.keys(), x, y);
  }

  /** Asks which rule forbids what was tried. */
  private why(space: string): void {
    if (this.scene.view.phase === 'start') this.scene.why('start', space);
    else this.scene.why(...tried(this.tool, this.first, space));
  }

  get holding(): boolean {
    return this.tool !== 'move' || this.aimed !== null || this.menu !== null;
  }

  get reading(): boolean {
    return this.listed;
  }

  get prompt(): string {
    return promptOf(this);
  }
}

function same(one: Intent, other: Intent): boolean {
  return one.actions.join() === other.actions.join();
}
