import { expect, test } from 'vitest';
import { arrow, centre, column, frame, R } from './hex';
import { landOf } from './land';
import { courses, dice, greatRiver, leaves, ribbon, shapesOf } from './shape';

const BOARDS = [2, 3, 4].map((seats) => [seats, landOf(seats)] as const);

test.each([
  [2, 133, 24],
  [3, 190, 33],
  [4, 190, 32],
])('the board for %i has %i spaces, %i of them beaches', (seats, spaces, beaches) => {
  const land = landOf(seats);
  expect(land.spaces.size).toBe(spaces);
  expect([...land.spaces.values()].filter(({ terrain }) => terrain === 'beach')).toHaveLength(beaches);
  expect(land.cities).toHaveLength(seats);
});

test('labels, neighbours and places are those of the engine', () => {
  const land = landOf(2);
  expect(land.cities).toEqual(['M3', 'C6']);
  expect(
    land
      .around('H3')
      .map(({ label }) => label)
      .sort(),
  ).toEqual(['G2', 'G3', 'H2', 'H4', 'I3', 'I4']);
  expect(land.space('A1')).toMatchObject({ q: 5, r: 0 });
});

test('neighbours lie as far from each other as hexagons do', () => {
  for (const [, land] of BOARDS)
    for (const { label } of land.spaces.values())
      for (const other of land.around(label)) {
        const [a, b] = [centre(land.space(label)), centre(other)];
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(Math.sqrt(3) * R);
      }
});

test('a seat reaches along the rivers of its city and its villages', () => {
  const land = landOf(2);
  expect(land.reach(0, [])).toEqual({ rivers: new Set([0]), great: false });
  expect(land.reach(0, ['G2', 'K3']).great).toBe(true);
  expect(land.reach(0, ['I6']).rivers).toEqual(new Set([0, 5]));
});

test('arrow keys go along rows, and straight up and down', () => {
  const land = landOf(2);
  const go = (from: string, key: string, along = column(land.space(from))) =>
    arrow(land, land.space(from), key, along)?.label;
  expect(go('H3', 'ArrowRight')).toBe('H4');
  expect(go('H3', 'ArrowLeft')).toBe('H2');
  expect(go('H1', 'ArrowLeft')).toBeUndefined();
  expect(go('H3', 'Home')).toBe('H1');
  expect(go('H3', 'End')).toBe('H11');
  // up and back down again ends in the same column
  const up = go('H3', 'ArrowUp') as string;
  expect(go(up, 'ArrowUp', column(land.space('H3')))).toBe('F3');
  // over a gap in a row
  expect(go('A3', 'ArrowDown')).toBe('B3');
});

test('every space can be reached with arrow keys', () => {
  for (const [, land] of BOARDS) {
    const seen = new Set<string>(['A1']);
    const todo = ['A1'];
    for (let label = todo.pop(); label; label = todo.pop())
      for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
        const next = arrow(land, land.space(label), key, column(land.space(label)))?.label;
        if (next && !seen.has(next)) {
          seen.add(next);
          todo.push(next);
        }
      }
    expect(seen.size).toBe(land.spaces.size);
  }
});

test('a river through a city comes in two parts, others in one', () => {
  const land = landOf(2);
  expect(land.rivers.map((river) => courses(land, river).length)).toEqual([2, 2, 1, 1, 1, 1]);
  const [river] = land.rivers;
  expect(courses(land, river as never).reduce((sum, course) => sum + course.length - 1, 0)).toBe(river?.edges.length);
});

test.each(BOARDS)('the shapes of the board for %i are whole', (_, land) => {
  const shapes = shapesOf(land);
  for (const path of [greatRiver(land), shapes.all, ...land.rivers.map((river) => ribbon(land, river))]) {
    expect(path).toMatch(/^M/);
    expect(path).not.toMatch(/NaN|undefined/);
  }
  expect(shapesOf(land)).toBe(shapes);
  expect(frame(land, 10).width).toBeGreaterThan(frame(land, 0).width);
});

test('a space always looks the same', () => {
  const space = landOf(2).space('H3');
  expect(leaves(space)).toBe(leaves(space));
  expect(dice('D5')()).toBe(dice('D5')());
  expect(dice('D5')()).not.toBe(dice('D6')());
});
