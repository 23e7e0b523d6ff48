// What a seat may do, as the server offers it: legal actions with their costs, and plans, each of which goes on from
// another one.

import type { LessonStep, State } from './types';

/** By what is paid with, how much of it; what is not named costs nothing. */
export type Cost = Readonly<Record<string, number>>;

/** What one click may do: a legal action, or a plan of several that are played as one command. */
export interface Offer {
  readonly actions: readonly string[];
  readonly cost: Cost;
}

type Given = Partial<Pick<State | LessonStep, 'actions' | 'costs' | 'plans'>>;
type Runs = NonNullable<Given['costs']>;

const FREE: Cost = {};

/** The actions of groups: what they begin with, and how each goes on from there. */
export function ungrouped(groups: readonly (readonly [string, string])[]): string[] {
  return groups.flatMap(([begin, ends]) => ends.split(';').map((end) => begin + end));
}

/** All offers: first the legal actions in their order, then the plans. */
export function offersOf({ actions = [], costs, plans }: Given): Offer[] {
  const prices = unrolled(costs);
  const found: Offer[] = actions.map((action, n) => ({ actions: [action], cost: prices[n] ?? FREE }));
  const planPrices = unrolled(plans?.costs);
  plans?.after.forEach((before, n) => {
    const more = plans.actions[n] ?? [];
    found.push({ actions: [...(found[before]?.actions ?? []), ...more], cost: planPrices[n] ?? FREE });
  });
  return found;
}

/** Costs are sent with how many in a row have them. */
function unrolled(runs: Runs = []): Cost[] {
  return runs.flatMap(([cost, times]) => Array.from({ length: times }, () => cost));
}

/** The spaces of a board that actions name. */
export const spacesIn = (actions: readonly string[]): string[] =>
  actions.flatMap((action) => action.match(/\b[A-Z]\d+\b/g) ?? []);
