// What the player is about to do: a tool, the first space of a canal, an aim that waits for a second tap, a small menu.
// It reads what may be done from the scene and plays it there; it knows no rules.

import { t } from '../../i18n/index.svelte';
import { notices } from '../../notice.svelte';
import type { Hand, Scene } from '../../scene';
import { byTarget, deedsOf, somewhere, type Deed, type Kind } from './deeds';
import { middle } from './map';
import { Scoring } from './scoring.svelte';
import { LEVELS, districtAt, worth, type MexicaView } from './view';

export type Tool =
  'move' | 'canal' | 'bridge' | 'shift' | 'temple1' | 'temple2' | 'temple3' | 'temple4' | 'found' | 'fly' | 'propose';

/** Something that may be done at a space. Without a deed it only begins: more is asked for. */
export interface Choice {
  id: string;
  kind: Kind;
  number: number | null;
  way: 'h' | 'v' | null;
  cost: number;
  tokens: number;
  deed: Deed | null;
}

/** What is picked up, and for which legal actions: when those change, it is put down. */
interface Held {
  aimed: Deed | null;
  menu: { at: string; choices: Choice[] } | null;
  legal: string;
}

const TOOLS: ReadonlySet<string> = new Set(['canal', 'bridge', 'shift', 'found', 'fly', 'propose']);
type Pointer = 'mouse' | 'touch' | 'key';
const NONE: Deed[] = [];
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
  private sent = '';

  constructor(readonly scene: Scene<MexicaView>) {}

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
  get aimed(): Deed | null {
    return this.kept.aimed;
  }

  get menu(): Held['menu'] {
    return this.kept.menu;
  }

  private hold(more: Partial<Held>): void {
    this.held = { ...this.kept, ...more, legal: this.legal };
  }

  readonly deeds = $derived.by(() => {
    const { actions, plans, view, prices } = this.scene;
    return deedsOf(actions, plans, { view, me: this.me, prices });
  });
  readonly moves = $derived.by(() => byTarget([...this.of('walk'), ...this.of('boat')]));

  of(kind: Kind): Deed[] {
    return this.deeds.get(kind) ?? NONE;
  }

  deedsWith(tool: Tool): Deed[] {
    if (tool === 'move') return [...this.moves.values()];
    if (tool.startsWith('temple')) return this.of('temple').filter(({ number }) => number === Number(tool.at(-1)));
    return this.of(tool as Kind);
  }

  /** The tool in hand; one that has nothing left to do is put down. */
  get tool(): Tool {
    return this.chosen !== 'move' && !this.deedsWith(this.chosen).length ? 'move' : this.chosen;
  }

  /** The end of a period is told district by district: what comes of it is not told beforehand. */
  get telling(): boolean {
    return this.scoring.now !== null || this.scoring.due(this.scene.events, this.scene.view);
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

  get pawn(): string | null {
    const { me } = this;
    return me === null ? null : (this.scene.view.pawns[me] ?? null);
  }

  /** What can be pointed at now, and what that would do. */
  readonly targets = $derived.by((): Map<string, Deed> => {
    const { phase } = this.scene.view;
    if (!this.active || phase === 'vote') return new Map();
    if (phase === 'start') return byTarget(this.of('start'));
    const { tool, first } = this;
    switch (tool) {
      case 'move':
        return this.moves;
      case 'canal':
        return first ? this.secondSpaces(first) : this.firstSpaces;
      case 'shift':
        return new Map(
          this.of('shift').flatMap((deed) => {
            const [from = '', to = ''] = deed.spaces;
            return first ? (from === first ? [[to, deed]] : []) : [[from, deed]];
          }),
        );
      case 'propose':
        return new Map();
      default:
        return byTarget(this.deedsWith(tool));
    }
  });

  private readonly firstSpaces = $derived.by(() => {
    const found = new Map<string, Deed>();
    for (const deed of this.of('canal'))
      for (const space of deed.spaces) {
        const known = found.get(space);
        if (!known || deed.tokens < known.tokens || (deed.tokens === known.tokens && deed.spaces.length === 1))
          found.set(space, deed);
      }
    return found;
  });

  secondSpaces(first: string): Map<string, Deed> {
    const found = new Map<string, Deed>();
    for (const deed of this.of('canal'))
      if (deed.spaces.includes(first)) found.set(deed.spaces.find((space) => space !== first) ?? first, deed);
    return found;
  }

  /** What is drawn as if it were done already. */
  readonly preview = $derived.by((): Deed | null => {
    if (this.aimed) return this.aimed;
    const at = this.hover ?? (this.keys ? this.cursor : null);
    return (at && !this.menu && this.targets.get(at)) || null;
  });

  choose(tool: Tool): void {
    const again = tool === this.tool;
    this.cancel();
    if (tool !== 'move' && !this.deedsWith(tool).length) {
      this.chosen = 'move';
      return this.reason(tool);
    }
    this.chosen = again ? 'move' : tool;
    this.once = false;
  }

  /** The next level of temple that can be built. */
  nextTemple(): void {
    const able = LEVELS.filter((level) => this.deedsWith(`temple${level}`).length);
    const now = able.findIndex((level) => this.tool === `temple${level}`);
    const next = able[(now + 1) % able.length];
    if (next === undefined) this.reason('temple1');
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
      if (TOOLS.has(kind)) this.choose(kind as Tool);
    }
  }

  /** A click, a key press or a tap on a space. */
  press(space: string, pointer: Pointer): void {
    notices.clear(); // what was refused before is not what is tried now
    if (!this.active || this.scene.view.phase === 'vote') return this.look(space);
    this.pointed = [];
    this.scoring.skip();
    if (this.menu && pointer !== 'touch') {
      const open = this.menu.at;
      this.hold({ menu: null });
      if (open === space) return;
    }
    const deed = this.targets.get(space);
    const { tool } = this;
    if (this.aimed?.at === space || (this.aimed?.kind === 'canal' && deed && same(deed, this.aimed))) {
      if (performance.now() - this.aimedAt > DOUBLE) void this.commit(this.aimed);
      return;
    }
    this.hold({ aimed: null });
    if (tool === 'move' && this.scene.view.phase === 'turn') return this.pressFree(space, deed ?? null, pointer);
    if (tool === 'canal') return this.pressCanal(space, deed ?? null, pointer);
    if (tool === 'shift' && !this.first && deed) {
      this.first = space;
      return;
    }
    if (!deed) {
      if (tool === 'shift' && this.first === space) this.first = null;
      else this.why(space);
      return;
    }
    const ways = this.waysAt(space);
    if (ways.length > 1) this.hold({ menu: { at: space, choices: ways } });
    else this.run(deed, pointer);
  }

  /** Whoever has nothing to do may still look: what a district gives. */
  private look(space: string): void {
    const spaces = districtAt(this.scene.view, space)?.spaces ?? [];
    this.pointed = spaces[0] === this.pointed[0] ? [] : spaces;
  }

  /** Nothing in hand: walk there; or, where nobody can walk, what else may be done there. */
  private pressFree(space: string, deed: Deed | null, pointer: Pointer): void {
    if (deed && pointer !== 'touch') return this.run(deed, pointer);
    if (this.menu?.at === space) {
      this.hold({ menu: null });
      return;
    }
    this.hold({ menu: null });
    // what would be the only choice is asked for by aiming
    if (!deed || this.choicesAt(space).length > 1) this.open(space);
    if (deed) this.aim(deed);
    if (!this.menu && !deed) this.why(space);
  }

  private pressCanal(space: string, deed: Deed | null, pointer: Pointer): void {
    if (this.first) {
      if (deed) return this.run(deed, pointer);
      if (!this.firstSpaces.has(space)) return this.why(space);
      this.first = space; // begin again there
      return;
    }
    if (!deed) return this.why(space);
    const all = this.secondSpaces(space);
    const [only] = all.values();
    if (all.size === 1 && only?.spaces.length === 1) return this.run(only, pointer);
    this.first = space;
  }

  /** A canal of two spaces in one stroke. */
  drag(from: string, to: string): boolean {
    if (this.tool !== 'canal') return false;
    const deed = this.secondSpaces(from).get(to);
    if (!deed || deed.spaces.length !== 2) return false;
    this.run(deed, 'mouse');
    return true;
  }

  /** Opens the menu of all that may be done at a space. */
  open(space: string): void {
    const choices = this.choicesAt(space);
    if (choices.length) this.hold({ menu: { at: space, choices } });
  }

  private waysAt(space: string): Choice[] {
    if (this.tool === 'bridge')
      return this.of('bridge')
        .filter(({ at }) => at === space)
        .map(choice);
    if (this.tool === 'shift')
      return this.of('shift')
        .filter(({ spaces }) => spaces[0] === this.first && spaces[1] === space)
        .map(choice);
    return [];
  }

  choicesAt(space: string): Choice[] {
    if (!this.active || this.scene.view.phase !== 'turn') return [];
    const here = (kind: Kind) => this.of(kind).filter(({ at }) => at === space);
    const found: Choice[] = [];
    const move = this.moves.get(space);
    if (move) found.push(choice(move));
    const canal = this.firstSpaces.get(space);
    if (canal) found.push({ ...choice(canal), id: 'canal', deed: null });
    found.push(...here('bridge').map(choice));
    const lifted = this.of('shift').find(({ spaces }) => spaces[0] === space);
    if (lifted) found.push({ ...choice(lifted), id: 'shift', way: null, deed: null });
    found.push(...here('temple').map(choice), ...here('found').map(choice));
    if (!move) found.push(...here('fly').map(choice));
    return found;
  }

  pick(picked: Choice): void {
    const at = this.menu?.at ?? null;
    this.hold({ menu: null });
    this.hold({ aimed: null });
    if (picked.deed) return this.run(picked.deed, 'mouse');
    this.chosen = picked.kind as Tool;
    this.once = true;
    this.first = at;
  }

  /** Does it, or asks first: a tap only aims, and tokens are not spent unasked. */
  run(deed: Deed, pointer: Pointer): void {
    if (deed.tokens > 0 || pointer === 'touch') this.aim(deed);
    else void this.commit(deed);
  }

  private aim(deed: Deed): void {
    this.hold({ aimed: deed });
    this.aimedAt = performance.now();
  }

  async commit(deed: Deed): Promise<void> {
    this.held = NOTHING;
    this.picked = null;
    if (this.once || deed.kind === 'end' || deed.kind === 'propose') this.chosen = 'move';
    this.once = false;
    const text = deed.actions.join();
    if (text === this.sent) return; // a double click
    this.sent = text;
    await this.scene.act(...deed.actions);
    if (this.sent === text) this.sent = '';
  }

  /** One of the actions that need no space: take, spend, end, agree, refuse, propose. */
  plain(action: string): void {
    const [kind] = action.split(' ');
    const deed = this.of(kind as Kind).find(({ actions }) => actions.length === 1 && actions[0] === action);
    // the end of a turn cannot be taken back, and what is left of it would be lost
    if (deed?.kind === 'end' && this.scene.view.ap > 0) this.aim(deed);
    else if (deed) void this.commit(deed);
    else this.scene.why(action);
  }

  /** The target nearest to a point, not further than about a space and a half. */
  nearest(x: number, y: number): string | null {
    let best: string | null = null;
    let least = 62;
    for (const name of this.targets.keys()) {
      const spot = middle(name);
      const far = Math.hypot(spot.x - x, spot.y - y);
      if (far < least) [best, least] = [name, far];
    }
    return best;
  }

  /** Asks which rule forbids what was tried. */
  private why(space: string): void {
    const { tool, first, scene } = this;
    const { view } = scene;
    if (view.phase === 'start') return scene.why(`start ${space}`);
    const bridged = (at: string | null) => view.bridges.some((bridge) => bridge.at === at);
    if (tool === 'move') return scene.why(`${bridged(this.pawn) && bridged(space) ? 'boat' : 'walk'} ${space}`);
    if (tool === 'canal') return scene.why(first ? `canal ${first} ${space}` : `canal ${space}`);
    if (tool === 'bridge') return scene.why(`bridge ${space} h`);
    if (tool === 'shift') return scene.why(`shift ${first ?? space} ${first ? space : 'O7'} h`);
    if (tool.startsWith('temple')) return scene.why(`temple ${space} ${tool.at(-1)}`);
    scene.why(`${tool} ${space}`);
  }

  /** Why a tool has nothing to do. */
  private reason(tool: Tool): void {
    const { view } = this.scene;
    const free = somewhere(view, this.pawn);
    const laid = view.bridges.map(({ at }) => at);
    const canal = view.canals.flat().find((at) => !laid.includes(at)) ?? 'O6';
    if (tool === 'bridge') this.scene.why(`bridge ${canal} h`);
    else if (tool === 'shift') this.scene.why(`shift ${laid[0] ?? 'O6'} ${canal} h`);
    else if (tool === 'propose') this.scene.why(`propose ${view.display[0] ?? 3}`);
    else if (tool.startsWith('temple')) this.scene.why(`temple ${free} ${tool.at(-1)}`);
    else if (tool === 'move') this.scene.why(`walk ${free}`);
    else this.scene.why(`${tool} ${free}`);
  }

  /** What a deed gives at once: founding a district is paid by the Emperor. */
  gain(deed: Deed): number {
    return deed.kind === 'found' ? worth(districtAt(this.scene.view, deed.at)?.size ?? 0)[1] : 0;
  }

  /** What a deed costs, or gives. */
  price(deed: Deed): string {
    return t('mexica.cost', { cost: deed.cost, gain: this.gain(deed) });
  }

  /** A deed in words. */
  words(deed: Pick<Deed, 'kind' | 'spaces' | 'number'>): string {
    const [at = '', to = at] = deed.spaces;
    const values = { at, to, number: deed.number ?? 0, spaces: deed.spaces, n: deed.spaces.length };
    return t(`mexica.do.${deed.kind}`, values);
  }

  get prompt(): string {
    const { view, names } = this.scene;
    const { tool, first, aimed } = this;
    if (this.telling && !this.active) return t('mexica.prompt.scoring', { period: this.scoring.period });
    if (view.phase === 'vote' && view.vote) return t('mexica.prompt.vote', { ...view.vote }, names);
    if (view.phase === 'start' && aimed) return t('mexica.prompt.aimed.start', { what: this.words(aimed) });
    if (view.phase !== 'turn') return this.scene.say(`phase.${view.phase}`);
    if (aimed?.kind === 'end') return t('mexica.prompt.end', { ap: view.ap });
    if (aimed?.tokens)
      return t('mexica.prompt.tokens', { what: this.words(aimed), tokens: aimed.tokens, price: this.price(aimed) });
    if (aimed)
      return t(this.menu ? 'mexica.prompt.aimed.menu' : 'mexica.prompt.aimed', {
        what: this.words(aimed),
        price: this.price(aimed),
      });
    if (this.menu) return t('mexica.prompt.menu', { at: this.menu.at });
    if (tool === 'canal' && first)
      return t('mexica.prompt.canal.second', { at: first, single: this.secondSpaces(first).has(first) ? 1 : 0 });
    if (tool === 'shift' && first) return t('mexica.prompt.shift.second', { at: first });
    if (tool === 'move' && !view.ap && this.of('spend').length) return t('mexica.prompt.saved');
    if (tool === 'move') return t(this.moves.size ? 'mexica.prompt.move' : 'mexica.prompt.over', { ap: view.ap });
    if (tool.startsWith('temple')) return t('mexica.prompt.temple', { level: Number(tool.at(-1)) });
    // a finger that drags moves the map
    if (tool === 'canal' && globalThis.matchMedia?.('(pointer: coarse)').matches) return t('mexica.prompt.canal.touch');
    return t(`mexica.prompt.${tool}`);
  }
}

function choice(deed: Deed): Choice {
  const { kind, number, way, cost, tokens } = deed;
  return { id: `${deed.kind} ${deed.number ?? ''}${deed.way ?? ''}`, kind, number, way, cost, tokens, deed };
}

function same(one: Deed, other: Deed): boolean {
  return one.actions.join() === other.actions.join();
}
