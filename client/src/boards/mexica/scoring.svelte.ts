// The scoring at the end of a period, told district by district, as at a real table.

import type { GameEvent } from '../../types';
import type { District, MexicaView } from './view';

export interface Award {
  /** `district`: a district is scored; `home`: a noble came home. */
  key: 'district' | 'home';
  at: string;
  spaces: string[];
  size: number;
  founded: boolean;
  levels: number[];
  neutral: number;
  points: number[];
}

const MOMENT = 2200;

export class Scoring {
  awards = $state.raw<Award[]>([]);
  period = $state(1);
  step = $state(0);
  private told = $state.raw<readonly GameEvent[] | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  get now(): Award | null {
    return this.awards[this.step] ?? null;
  }

  /** What a seat gains by what is still to be told. */
  rest(seat: number): number {
    return this.awards.slice(this.step + 1).reduce((sum, { points }) => sum + (points[seat] ?? 0), 0);
  }

  /** Whether these events hold a scoring that was not told yet. */
  due(events: readonly GameEvent[], view: MexicaView): boolean {
    if (events === this.told || !events.some(({ key }) => key === 'period_end')) return false;
    return awardsOf(events, view).length > 0;
  }

  /** Begins if these events hold a scoring that was not told yet. */
  watch(events: readonly GameEvent[], view: MexicaView): void {
    if (events === this.told) return;
    // whoever goes back in a replay is before it again
    if (this.now && (this.period === 1 ? view.period === 1 : view.phase !== 'over')) this.skip();
    const end = events.find(({ key }) => key === 'period_end');
    if (!end) return;
    this.told = events;
    this.period = end.values.period as number;
    this.awards = awardsOf(events, view);
    this.step = 0;
    this.wait();
  }

  next(by = 1): void {
    this.step = Math.max(0, this.step + by);
    if (this.now) this.wait();
    else this.skip();
  }

  skip(): boolean {
    clearTimeout(this.timer);
    if (!this.awards.length) return false; // nothing runs: nothing that looks at it is told to look again
    this.awards = [];
    return true;
  }

  private wait(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.next(), MOMENT);
  }
}

export function awardsOf(events: readonly GameEvent[], view: MexicaView): Award[] {
  const nothing = Array.from({ length: view.seats }, () => 0);
  return events.flatMap((event): Award[] => {
    const at = event.values.at as string;
    if (event.key === 'district') {
      const values = event.values as unknown as District & { founded: boolean; awards: [number, number][] };
      const points = nothing.map((_, seat) => values.awards.find(([who]) => who === seat)?.[1] ?? 0);
      const spaces = view.districts.find((district) => district.spaces.includes(at))?.spaces ?? [at];
      const { size, founded, levels, neutral } = values;
      return [{ key: 'district', at, spaces, size, founded, levels, neutral, points }];
    }
    if (event.key === 'home') {
      const points = nothing.map((_, seat) => (seat === event.seat ? (event.values.points as number) : 0));
      return [{ key: 'home', at, spaces: [at], size: 0, founded: false, levels: nothing, neutral: 0, points }];
    }
    return [];
  });
}
