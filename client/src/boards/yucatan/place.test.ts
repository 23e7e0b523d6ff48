import { expect, test } from 'vitest';
import { boxIn, cornerThatHidesLeast } from './place';

const stage = { left: 0, top: 0, right: 400, bottom: 300 };
const card = { width: 200, height: 100 };
const at = (x: number, y: number, weight = 1) => ({
  box: { left: x - 10, right: x + 10, top: y - 10, bottom: y + 10 },
  weight,
});

test('the card lies where the map has least', () => {
  expect(cornerThatHidesLeast(stage, card, [at(50, 50), at(350, 50), at(50, 250)])).toBe('bottom-right');
  expect(cornerThatHidesLeast(stage, card, [at(50, 50), at(50, 250), at(350, 250)])).toBe('top-right');
});

test('what matters is not hidden, even if that hides more of the rest', () => {
  const rest = [at(30, 250), at(60, 250), at(90, 250), at(350, 250), at(330, 250), at(350, 50, 20)];
  expect(cornerThatHidesLeast(stage, card, [at(50, 50, 50), ...rest])).toBe('bottom-right');
});

test('a corner is within the stage', () => {
  expect(boxIn('bottom-right', stage, card)).toEqual({ left: 200, top: 200, right: 400, bottom: 300 });
  expect(boxIn('top-left', stage, card)).toEqual({ left: 0, top: 0, right: 200, bottom: 100 });
});
