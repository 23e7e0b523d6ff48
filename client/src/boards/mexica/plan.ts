// The steps of a hint that are done at a place, numbered on the board as the hint's sentence numbers them.

import { parse } from './intents';

export interface Step {
  number: number;
  spaces: readonly string[];
}

const GOES = new Set(['walk', 'boat']);

/**
 * The steps that are left when so many actions are done. Of several walks and boats in a row only the last counts:
 * where the noble arrives.
 */
export function stepsOf(plan: readonly string[], done = 0): Step[] {
  const steps: (Step & { last: number })[] = [];
  let went = false;
  for (const [last, { kind, spaces }] of plan.map(parse).entries()) {
    if (!spaces.length) continue;
    const goes = GOES.has(kind);
    if (goes && went) steps.pop();
    steps.push({ number: steps.length + 1, spaces, last });
    went = goes;
  }
  return steps.filter(({ last }) => last >= done).map(({ number, spaces }) => ({ number, spaces }));
}

/** Which steps are done at each space; a canal's number is at its first. */
export function marksOf(steps: readonly Step[]): Map<string, string> {
  const numbers = new Map<string, number[]>();
  for (const { number, spaces } of steps) {
    const at = spaces[0] as string;
    numbers.set(at, [...(numbers.get(at) ?? []), number]);
  }
  return new Map([...numbers].map(([at, them]) => [at, them.join('·')]));
}
