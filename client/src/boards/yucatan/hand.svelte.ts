// What the player is about to do. One action is a whole turn in Yucatán, so it is aimed first, shown, and then
// confirmed.

import { neutral_villages as NEUTRALS } from '@games/yucatan/data.json';
import { untrack } from 'svelte';
import { t } from '../../i18n/index.svelte';
import { notices } from '../../notice.svelte';
import { spacesIn } from '../../offers';
import type { Hand } from '../../scene';
import { aimOf, Choices, readIntent, type Intent, type Kind } from './choices';
import type { Fight } from './fight';
import { landOf, type Land } from './land';
import { homes, outcomes, type Outcome } from './outcome';
import { villageAt, warriorAt, type Guild, type YucatanScene } from './view';
import { aboutSpace, intentInWords } from './words';

/** How long after aiming a second click on the same space is still the same double click. */
const DOUBLE = 350;

export class YucatanHand implements Hand {
  /** What was asked for by a button, a key or a click. */
  private picked = $state<Kind | null>(null);
  /** The warrior that is to march. */
  private start = $state<string | null>(null);
  private target = $state<string | null>(null);
  private via = $state<string | null>(null);
  private wish = $state<Guild | null>(null);
  private way = $state<string | null>(null);
  /** How many prisoners are to be stolen. */
  private many = $state<number | null>(null);
  private aimed = 0;
  /** A space that the player only wants to know about. */
  asked = $state<string | null>(null);
  busy = $state(false);
  /** Where something was tried that cannot be done: the refusal names spaces, and labels are read from nearer. */
  private refused = $state<string | null>(null);
  /** The fight that is told in a card over the board. */
  fight = $state.raw<Fight | null>(null);

  readonly scene: YucatanScene;
  readonly choices = $derived.by(() => new Choices(this.scene.actions));

  constructor(scene: YucatanScene) {
    this.scene = scene;
  }

  get land(): Land {
    return landOf(this.scene.view.seats);
  }

  get tool(): Kind | null {
    const { kinds } = this.choices;
    if (this.picked && kinds.has(this.picked)) return this.picked;
    return kinds.size === 1 ? ([...kinds][0] as Kind) : null;
  }

  get from(): string | null {
    return this.tool === 'march' && this.start && this.choices.marches(this.start).length ? this.start : null;
  }

  get guild(): Guild | null {
    const { tool } = this;
    if (tool !== 'deploy' && tool !== 'warrior') return null;
    const able = this.choices.guilds(tool, null);
    return this.wish && able.includes(this.wish) ? this.wish : able.length === 1 ? (able[0] as Guild) : null;
  }

  get aim(): string | null {
    return this.target;
  }

  /** What is aimed and waits to be confirmed. */
  readonly intent: Intent | null = $derived.by(() => {
    const { tool, choices, target } = this;
    if (tool === null) return null;
    if (tool === 'raise' || tool === 'pass') return choices.of(tool)[0] ?? null;
    if (tool === 'steal') return choices.of(tool).find(({ n }) => n === this.many) ?? null;
    if (!target) return null;
    if (tool === 'march') return this.ways.find(({ text }) => text === this.way) ?? this.ways[0] ?? null;
    const able = choices.of(tool).filter(({ spaces }) => spaces[0] === target);
    if (tool === 'deploy' || tool === 'warrior') return able.find(({ guild }) => guild === this.guild) ?? null;
    return able[0] ?? null;
  });

  /**
   * The ways a warrior can take to where it is to go, the best guess first. Of those that come to the same, one is
   * enough.
   */
  readonly ways: Intent[] = $derived.by(() => {
    if (!this.from || !this.target) return [];
    const found = new Map<string, Intent>();
    for (const way of this.choices.ways(this.from, this.target, this.via)) {
      const what = outcomes(this.scene.view, this.land, way).map(({ kind }) => kind);
      if (!found.has(what.join())) found.set(what.join(), way);
    }
    // nobody walks past a home with prisoners
    return [...found]
      .sort(([a], [b]) => Number(b.includes('deliver')) - Number(a.includes('deliver')))
      .map(([, way]) => way);
  });

  /** Where the prisoners come home whom the warrior in hand leads. */
  readonly homes: readonly string[] = $derived.by(() => {
    const warrior = this.from ? warriorAt(this.scene.view, this.from) : undefined;
    return warrior?.load ? homes(this.scene.view, this.land, warrior.seat) : [];
  });

  readonly near: readonly string[] | null = $derived.by(() => {
    if (this.from) return [this.from, ...this.choices.ends(this.from)];
    if (this.target) return [this.target];
    if (this.refused && notices.now) return [this.refused];
    // a hint names spaces, and their labels are drawn only where there is room for them
    return this.scene.hint ? spacesIn([this.scene.hint]) : null;
  });

  /** The spaces that can be clicked for the tool in hand. */
  readonly lit: ReadonlySet<string> = $derived.by(() => {
    const { tool, from, choices } = this;
    if (tool === null) return new Set<string>();
    if (from) return choices.ends(from);
    return choices.targets(tool);
  });

  /** Own pieces that something can be done with, while nothing is in hand. */
  readonly able: ReadonlySet<string> = $derived.by(() => {
    if (this.tool !== null) return new Set<string>();
    const found = new Set([...this.choices.targets('march'), ...this.choices.targets('grow')]);
    if (this.choices.kinds.has('raise') && this.scene.view.seat !== null)
      found.add(this.land.cities[this.scene.view.seat] as string);
    return found;
  });

  /** What awaits a marching warrior where. */
  readonly awaits: ReadonlyMap<string, Outcome> = $derived.by(() => {
    const found = new Map<string, Outcome>();
    if (!this.from) return found;
    for (const intent of this.choices.marches(this.from))
      for (const outcome of outcomes(this.scene.view, this.land, intent)) found.set(outcome.at, outcome);
    return found;
  });

  /** Everything that can be done with the space in hand, where that is more than one thing. */
  readonly here: Kind[] = $derived.by(() => {
    const space = this.from ?? this.target;
    if (!space || (this.from && this.target)) return [];
    const found = this.kindsAt(space);
    return found.length > 1 ? found : [];
  });

  private kindsAt(space: string): Kind[] {
    const found = this.choices.at(space);
    const own = this.scene.view.seat !== null && this.land.cities[this.scene.view.seat] === space;
    return own && this.choices.kinds.has('raise') ? [...found, 'raise'] : found;
  }

  get holding(): boolean {
    return this.tool !== null;
  }

  get reading(): boolean {
    return this.fight !== null;
  }

  get prompt(): string {
    const { scene, tool, from, intent, target } = this;
    if (intent) return intentInWords(scene, this.land, intent);
    if (tool === 'march') {
      const warrior = from ? warriorAt(scene.view, from) : undefined;
      if (!warrior) return t('yucatan.prompt.march');
      const values = { space: from, guild: scene.say(`guild.${warrior.guild}`), n: warrior.load };
      return t(warrior.load ? 'yucatan.prompt.march-home' : 'yucatan.prompt.march-to', values);
    }
    if (tool === 'deploy' || tool === 'warrior') {
      if (target) return t('yucatan.prompt.guild', { space: target });
      if (this.guild) return t(`yucatan.prompt.${tool}-where`, { guild: scene.say(`guild.${this.guild}`) });
      if (tool === 'deploy') return t('yucatan.prompt.deploy');
    }
    if (tool === 'settle' || tool === 'grow') return t(`yucatan.prompt.${tool}`);
    if (scene.view.phase === 'turn' && this.choices.kinds.size && !this.choices.kinds.has('pass'))
      return t('yucatan.prompt.turn');
    const phase = scene.say(`phase.${scene.view.phase}`);
    if (scene.view.phase !== 'neutral') return phase;
    const placed = scene.view.villages.filter(({ seat }) => seat === null).length;
    return `${phase} ${t('yucatan.prompt.neutrals', { n: NEUTRALS - placed })}`;
  }

  /** What is known of the space that was clicked for nothing else. */
  get about(): string | null {
    return this.asked ? aboutSpace(this.scene, this.land, this.asked) : null;
  }

  /** Takes a tool in hand, or puts it down. */
  use(kind: Kind): void {
    this.begins();
    if (!this.choices.kinds.has(kind)) return this.scene.why(kind);
    const same = this.picked === kind;
    this.drop();
    if (!same) this.picked = kind;
  }

  /** Another thing to do with the space in hand. */
  useHere(kind: Kind): void {
    this.begins();
    const space = this.from ?? this.target;
    this.drop();
    this.picked = kind;
    if (kind === 'march') this.start = space;
    else if (kind !== 'raise') this.target = space;
  }

  choose(guild: Guild): void {
    notices.clearRefusal();
    this.wish = this.guild === guild ? null : guild;
  }

  steal(n: number): void {
    notices.clearRefusal();
    this.many = this.many === n ? null : n;
  }

  take(way: Intent): void {
    this.way = way.text;
  }

  /** A click, a tap or Enter on a space. */
  click(space: string): void {
    const { choices, scene } = this;
    this.begins();
    if (!choices.intents.length) return this.ask(space);
    const again = this.intent?.kind === 'raise' ? this.city : this.intent && aimOf(this.intent);
    if (this.intent && again === space) {
      if (Date.now() - this.aimed > DOUBLE) void this.confirm();
      return;
    }
    if (this.from) {
      if (choices.ends(this.from).has(space)) return this.aimMarch(space);
      if (space === this.from) return void this.drop();
    }
    if (this.tool && this.tool !== 'march' && this.lit.has(space)) return this.aimAt(space);
    const kinds = this.kindsAt(space);
    if (kinds.length) return this.pickUp(space, kinds);
    const stranger = warriorAt(scene.view, space) ?? villageAt(scene.view, space);
    if (
      this.tool === null &&
      (stranger ? stranger.seat !== scene.view.seat : this.land.space(space).city !== null && space !== this.city)
    )
      return this.ask(space);
    if (this.tool === 'march' && !this.from && warriorAt(scene.view, space)?.seat !== scene.view.seat) {
      this.asked = space; // nobody there to march: the sentence above the board asks for a warrior
      return;
    }
    this.refused = space;
    scene.why(...this.tried(space));
  }

  /** What was said of the last try, or shown of the last fight, is not about what is tried now. */
  private begins(): void {
    this.asked = this.fight = this.refused = null;
    notices.clearRefusal();
  }

  private get city(): string | null {
    return this.scene.view.seat === null ? null : (this.land.cities[this.scene.view.seat] ?? null);
  }

  private ask(space: string): void {
    this.drop();
    this.asked = space;
  }

  private aimMarch(space: string): void {
    this.via = this.target;
    this.way = null;
    this.aimAt(space);
  }

  private aimAt(space: string): void {
    this.target = space;
    this.aimed = Date.now();
  }

  private pickUp(space: string, kinds: Kind[]): void {
    const kind =
      (['march', 'raise', 'grow', 'deploy', 'settle'] as Kind[]).find((one) => kinds.includes(one)) ?? kinds[0];
    this.drop();
    this.picked = kind as Kind;
    if (kind === 'march') this.start = space;
    else if (kind !== 'raise') this.aimAt(space);
  }

  /** What a click was probably meant to do, and where: the server says which rule forbids it. */
  private tried(space: string): [kind: Kind, place?: string] {
    const { scene, tool, from } = this;
    if (from) return ['march', `${from} ${space}`];
    if (tool === 'deploy' || tool === 'warrior') return [tool, this.guild ? `${space} ${this.guild}` : space];
    if (tool === 'raise' || tool === 'pass' || tool === 'steal') return [tool];
    if (tool) return [tool, space];
    if (space === this.city) return ['raise'];
    if (warriorAt(scene.view, space)?.seat === scene.view.seat) return ['march', space];
    if (villageAt(scene.view, space)?.seat === scene.view.seat) return ['grow', space];
    const beside = this.city && this.land.around(this.city).some(({ label }) => label === space);
    return [beside ? 'deploy' : 'settle', space];
  }

  /** Plays what is aimed, if anything is. */
  confirm(): Promise<void> | false {
    return this.intent ? this.play(this.intent.text) : false;
  }

  begin(kind: string): void {
    if (this.picked !== kind) this.use(kind as Kind);
  }

  async play(text: string): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    const done = await this.scene.act(text).finally(() => (this.busy = false));
    if (done) this.drop();
  }

  /**
   * Puts down the last thing taken up: first the aim, then the piece. Whoever calls it does not wait for what we hold.
   */
  cancel(): boolean {
    return untrack(() => {
      notices.clearRefusal();
      if (this.fight) {
        this.fight = null;
        return true;
      }
      const had = [this.picked, this.start, this.target, this.asked, this.wish, this.many].some((one) => one !== null);
      this.asked = null;
      if (this.from && this.target) this.target = this.via = this.way = null;
      else this.drop();
      return had;
    });
  }

  private drop(): void {
    this.picked = this.start = this.target = this.via = this.wish = this.way = this.many = this.refused = null;
  }

  /** What a hint or a lesson points out. */
  get hinted(): Intent | null {
    return this.scene.hint ? readIntent(this.scene.hint) : null;
  }
}
