import { expect, test } from 'vitest';
import { below, displayed } from './display';

const ROOMS = Array.from({ length: 80 }, (_, n) => n * 10);
const END = 585;

test('with lake left below the map the tokens lie there, and large', () => {
  const corner = displayed(7, 8, 0);
  const [first, last] = [displayed(0, 8, 140), displayed(7, 8, 140)];
  expect(first.radius).toBeGreaterThan(corner.radius * 1.5);
  expect(first.y).toBe(last.y);
  const tall = displayed(7, 8, 600);
  expect(tall.radius).toBeGreaterThan(corner.radius * 2.5);
});

test.each([1, 4, 5, 8])('%i tokens lie within the lake, and none on another', (all) => {
  for (const room of ROOMS) {
    const places = Array.from({ length: all }, (_, n) => displayed(n, all, room));
    for (const { x, y, radius } of places) {
      expect(x - radius).toBeGreaterThanOrEqual(-20);
      expect(x + radius).toBeLessThanOrEqual(860);
      if (room >= 140) expect(y - radius).toBeGreaterThan(END);
      if (room >= 140) expect(y + radius).toBeLessThanOrEqual(END + room);
    }
    places.forEach((a, n) =>
      places.slice(n + 1).forEach((b) => expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(2 * a.radius)),
    );
  }
});

test('what lies below the map fills the room, in rows that do not touch', () => {
  for (const room of ROOMS.filter((each) => each >= 285)) {
    const { title, later, supply } = below(room, 8)!;
    const tokens = displayed(7, 8, room);
    expect(displayed(0, 8, room).y - tokens.radius).toBeGreaterThan(title);
    expect(later!.y - later!.radius).toBeGreaterThan(tokens.y + tokens.radius);
    expect(supply!.y - 13 * supply!.scale).toBeGreaterThan(later!.y + later!.radius);
    expect(supply!.y + 13 * supply!.scale).toBeLessThanOrEqual(END + room);
    // no more than a fifth of a tall phone's lake is left empty
    if (room < 800) expect(END + room - supply!.y - 13 * supply!.scale).toBeLessThan(160);
  }
});
