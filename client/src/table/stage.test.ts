import { expect, test } from 'vitest';
import { ALL, inSight, lookingAt, moved, NEAREST, nearer, showing, within } from './stage';

const box = { width: 400, height: 300 };

test('what is under the finger stays there', () => {
  const eye = nearer(ALL, 2, 100, 150, box);
  expect(eye).toEqual({ zoom: 2, x: -100, y: -150 });
});

test('nobody looks beyond the board, or from too near or too far', () => {
  expect(moved({ zoom: 2, x: -100, y: -100 }, 500, -500, box)).toEqual({ zoom: 2, x: 0, y: -300 });
  expect(nearer(ALL, 99, 0, 0, box).zoom).toBe(NEAREST);
  expect(nearer({ zoom: 2, x: -50, y: -50 }, 0.1, 0, 0, box)).toEqual(ALL);
  expect(within({ zoom: 1.01, x: -3, y: -3 }, box)).toEqual(ALL);
});

test('what the keyboard comes to is brought into sight', () => {
  const eye = { zoom: 2, x: -100, y: -100 };
  expect(showing(eye, { left: 100, right: 140, top: 100, bottom: 140 }, box)).toEqual(eye);
  expect(showing(eye, { left: 390, right: 420, top: 100, bottom: 140 }, box)).toEqual({ zoom: 2, x: -144, y: -100 });
  expect(showing(eye, { left: -20, right: 10, top: 100, bottom: 140 }, box)).toEqual({ zoom: 2, x: -56, y: -100 });
});

test('what is small and pointed out is looked at from near, with what lies next to it', () => {
  const space = (left: number, top: number) => ({ left, top, right: left + 20, bottom: top + 20 });
  expect(lookingAt([], box)).toEqual(ALL);
  expect(lookingAt([{ left: 10, top: 10, right: 50, bottom: 50 }], box)).toEqual(ALL);
  const eye = lookingAt([space(190, 140)], box);
  expect(eye.zoom).toBeCloseTo(2.2);
  expect(eye.x + 200 * eye.zoom).toBeCloseTo(200);
  expect(eye.y + 150 * eye.zoom).toBeCloseTo(150);
  expect(lookingAt([space(0, 0)], box)).toMatchObject({ x: 0, y: 0 });
  // spaces far from one another are all seen
  expect(lookingAt([space(40, 100), space(340, 100)], box).zoom).toBeCloseTo(400 / 360);
});

test('what is in sight already needs no other look', () => {
  const space = { left: 90, top: 65, right: 110, bottom: 85 };
  expect(inSight({ zoom: 2, x: 0, y: 0 }, [space], box)).toBe(true);
  expect(inSight({ zoom: 2, x: 0, y: 0 }, [space, { left: 170, top: 65, right: 190, bottom: 85 }], box)).toBe(false);
  expect(inSight({ zoom: 1.2, x: 0, y: 0 }, [space], box)).toBe(false);
});
