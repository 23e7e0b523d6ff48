// Shows what has just happened over the board: warriors march, shields are turned over, captives go home. The board
// itself already shows the result; pieces that are still moving are hidden there until they have arrived.

import { between, centre, type Point } from './hex';
import { readIntent } from './choices';
import { landOf } from './land';
import type { GameEvent } from '../../types';
import { warriorAt, type Guild, type YucatanScene, type YucatanView } from './view';

interface Timed {
  id: number;
  /** Milliseconds from now. */
  start: number;
  end: number;
}

export interface Soldier extends Timed {
  kind: 'soldier';
  seat: number;
  load: number;
  face: Guild | '?';
  way: Point[];
  /** When it has arrived. */
  there: number;
  /** Turned over in combat. */
  turns: { at: number; to: Guild } | null;
  /** Beaten. */
  falls: number | null;
}

export interface Captives extends Timed {
  kind: 'captives';
  n: number;
  way: [Point, Point];
}

export interface Pulse extends Timed {
  kind: 'pulse';
  at: Point;
  seat: number;
}

export type Moving = Soldier | Captives | Pulse;

const STEP = 210;
const SUSPENSE = 500;
const TURN = 220;
const LOOK = 1200;
const FALL = 250;
const CARRY = 420;
const PULSE = 600;
const COMBAT = SUSPENSE + TURN + LOOK + FALL;
/** How long after the events of a fight both shields are seen from the front, at the latest. */
export const REVEALED = 2 * STEP + SUSPENSE + TURN;

/** How long it takes to show what happened, in milliseconds. */
export function lasts(events: readonly GameEvent[]): number {
  let march = 0;
  let rest = 0;
  for (const { key, values } of events) {
    if (key === 'march') march = STEP * (readIntent(String(values.action)).spaces.length - 1);
    else if (key === 'combat') march += COMBAT;
    else if (key === 'deliver') rest = Math.max(rest, CARRY);
    else if (key === 'steal' || key === 'raise') rest = Math.max(rest, PULSE);
  }
  return march + rest;
}

export class Animator {
  moving = $state.raw<Moving[]>([]);
  /** Spaces whose warrior is being acted. */
  hidden = $state.raw<ReadonlySet<string>>(new Set());
  /** Where warriors fight: nobody wants to miss it. */
  fight = $state.raw<readonly string[] | null>(null);
  private before: YucatanView | null = null;
  private made = 0;
  private timers = new Set<ReturnType<typeof setTimeout>>();

  /** To be called for every new view. */
  play(scene: YucatanScene): void {
    const { view, events } = scene;
    const { before } = this;
    this.before = view;
    if (!scene.motion || !before || before.seats !== view.seats) return;
    const land = landOf(view.seats);
    const at = (label: string) => centre(land.space(label));
    const added: Moving[] = [];
    const hide = new Set<string>();
    let now = 0;
    let marched: Soldier | null = null;
    for (const { key, seat, values } of events) {
      const space = typeof values.space === 'string' && land.spaces.has(values.space) ? values.space : null;
      switch (key) {
        case 'march': {
          const { spaces } = readIntent(String(values.action));
          const [from, end] = [spaces[0], spaces.at(-1)];
          if (!from || !end) break;
          const was = warriorAt(before, from) ?? warriorAt(view, end);
          const there = now + STEP * (spaces.length - 1);
          marched = {
            kind: 'soldier',
            id: ++this.made,
            seat,
            load: was?.load ?? 0,
            face: was?.seat === seat ? was.guild : '?',
            way: spaces.map(at),
            start: now,
            there,
            end: there,
            turns: null,
            falls: null,
          };
          added.push(marched);
          hide.add(end);
          now = there;
          break;
        }
        case 'combat': {
          if (!marched || !space) break;
          const foe = warriorAt(before, space);
          const middle = at(space);
          const aside = (by: number) => ({ x: middle.x + by, y: middle.y });
          const turn = now + SUSPENSE;
          const falls = turn + TURN + LOOK;
          const end = now + COMBAT;
          marched.way = [...marched.way.slice(0, -1), aside(-21)];
          Object.assign(marched, {
            turns: { at: turn, to: values.attacker },
            falls: values.winner === seat ? null : falls,
            end,
          });
          added.push({
            kind: 'soldier',
            id: ++this.made,
            seat: Number(values.other),
            load: foe?.load ?? 0,
            face: foe?.guild ?? '?',
            way: [middle, aside(21)],
            start: marched.start,
            there: now,
            end,
            turns: { at: turn, to: values.defender as Guild },
            falls: values.winner === seat ? falls : null,
          });
          now = end;
          this.fight = [space];
          this.later(end, () => (this.fight = null));
          break;
        }
        case 'deliver': {
          const n = Number(values.n);
          const city = land.cities[seat];
          if (!space || !city) break;
          const far = { ...at(city), y: at(city).y + 24 };
          added.push({ kind: 'captives', id: ++this.made, n, way: [at(space), far], start: now, end: now + CARRY });
          break;
        }
        case 'steal': {
          const city = land.cities[Number(values.owner)];
          if (city) added.push({ kind: 'pulse', id: ++this.made, at: at(city), seat, start: now, end: now + PULSE });
          break;
        }
        case 'raise': {
          const city = land.cities[seat];
          if (city)
            added.push({
              kind: 'pulse',
              id: ++this.made,
              at: between(at(city), at(city)),
              seat,
              start: now,
              end: now + PULSE,
            });
          break;
        }
        default:
          if (space && key !== 'take')
            added.push({ kind: 'pulse', id: ++this.made, at: at(space), seat, start: now, end: now + PULSE });
      }
    }
    if (!added.length) return;
    this.moving = [...this.moving, ...added];
    for (const label of hide)
      this.hide(label, Math.max(...added.filter(({ kind }) => kind === 'soldier').map(({ end }) => end)));
    for (const piece of added)
      this.later(piece.end, () => (this.moving = this.moving.filter(({ id }) => id !== piece.id)));
  }

  close(): void {
    this.timers.forEach(clearTimeout);
  }

  private hide(label: string, ms: number): void {
    this.hidden = new Set([...this.hidden, label]);
    this.later(ms, () => (this.hidden = new Set([...this.hidden].filter((other) => other !== label))));
  }

  private later(ms: number, callback: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      callback();
    }, ms);
    this.timers.add(timer);
  }
}
