// The steps of a hint that are done at a place, numbered on the board as the hint's sentence numbers them.

import { parse } from './intents';

export interface Step {
  number: number;
  spaces: readonly string[];
}

const GOES = new Set(['walk', 'boat']);

/** Of several walks and boats in a row only the last counts: where the noble arrives. */
export function stepsOf(plan: readonly string[]): Step[] {
  const steps: Step[] = [];
  let went = false;
  for (const { kind, spaces } of plan.map(parse)) {
    if (!spaces.length) continue;
    const goes = GOES.has(kind);
    if (goes && went) steps.pop();
    steps.push({ number: steps.length + 1, spaces });
    went = goes;
  }
  return steps;
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
