import { expect, test } from 'vitest';
import { WHOLE, inView, fit, panBy, MAX_ZOOM, zoomBy, bringIntoView, clamp } from './camera';

const box = { width: 400, height: 300 };

test('what is under the finger stays there', () => {
  const camera = zoomBy(WHOLE, 2, 100, 150, box);
  expect(camera).toEqual({ zoom: 2, x: -100, y: -150 });
});

test('nobody looks beyond the board, or from too near or too far', () => {
  expect(panBy({ zoom: 2, x: -100, y: -100 }, 500, -500, box)).toEqual({ zoom: 2, x: 0, y: -300 });
  expect(zoomBy(WHOLE, 99, 0, 0, box).zoom).toBe(MAX_ZOOM);
  expect(zoomBy({ zoom: 2, x: -50, y: -50 }, 0.1, 0, 0, box)).toEqual(WHOLE);
  expect(clamp({ zoom: 1.01, x: -3, y: -3 }, box)).toEqual(WHOLE);
});

test('what the keyboard comes to is brought into sight', () => {
  const camera = { zoom: 2, x: -100, y: -100 };
  expect(bringIntoView(camera, { left: 100, right: 140, top: 100, bottom: 140 }, box)).toEqual(camera);
  expect(bringIntoView(camera, { left: 390, right: 420, top: 100, bottom: 140 }, box)).toEqual({
    zoom: 2,
    x: -144,
    y: -100,
  });
  expect(bringIntoView(camera, { left: -20, right: 10, top: 100, bottom: 140 }, box)).toEqual({
    zoom: 2,
    x: -56,
    y: -100,
  });
});

test('what is small and pointed out is looked at from near, with what lies next to it', () => {
  const space = (left: number, top: number) => ({ left, top, right: left + 20, bottom: top + 20 });
  expect(fit([], box)).toEqual(WHOLE);
  expect(fit([{ left: 10, top: 10, right: 50, bottom: 50 }], box)).toEqual(WHOLE);
  const camera = fit([space(190, 140)], box);
  expect(camera.zoom).toBeCloseTo(2.2);
  expect(camera.x + 200 * camera.zoom).toBeCloseTo(200);
  expect(camera.y + 150 * camera.zoom).toBeCloseTo(150);
  expect(fit([space(0, 0)], box)).toMatchObject({ x: 0, y: 0 });
  // spaces far from one another are all seen
  expect(fit([space(40, 100), space(340, 100)], box).zoom).toBeCloseTo(400 / 360);
});

test('what is in sight already needs no other look', () => {
  const space = { left: 90, top: 65, right: 110, bottom: 85 };
  expect(inView({ zoom: 2, x: 0, y: 0 }, [space], box)).toBe(true);
  expect(inView({ zoom: 2, x: 0, y: 0 }, [space, { left: 170, top: 65, right: 190, bottom: 85 }], box)).toBe(false);
  expect(inView({ zoom: 1.2, x: 0, y: 0 }, [space], box)).toBe(false);
});
