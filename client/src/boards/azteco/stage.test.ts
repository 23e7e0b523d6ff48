import { expect, test } from 'vitest';
import { stepsOf, spotsOf } from './steps';
import { moments } from './game.fixture';
import { stageOf, applyEvent, type Stage } from './stage';

test('what is told, one thing after another, leads to what is seen', () => {
  let stage: Stage | null = null;
  let checked = 0;
  for (const { events, view } of moments) {
    const goal = stageOf(view);
    if (stage && view.phase !== 'over') {
      const told: Stage = events.reduce(applyEvent, stage);
      expect({ ...told, looking: goal.looking }, JSON.stringify(events)).toEqual(goal);
      checked++;
    }
    stage = goal;
  }
  expect(checked).toBeGreaterThan(40);
});

test('jewels and stones are right at the very end, too', () => {
  const [before, last] = moments.slice(-2);
  if (!before || !last) throw new Error('no game');
  const told = last.events.reduce(applyEvent, stageOf(before.view));
  expect([told.jewels, told.stones]).toEqual([last.view.jewels, last.view.stones]);
});

test('claims are shown together, reveals one by one, and what is sealed is not shown at all', () => {
  const events = moments.flatMap(({ events }) => events);
  const steps = stepsOf(events);
  expect(steps.flatMap(({ events }) => events)).toEqual(events);
  const of = (key: string) => steps.filter(({ events }) => events[0]?.key === key);
  expect(of('claimed').every(({ events, ms }) => events.length === 4 && ms > 0)).toBe(true);
  expect(of('reveal').every(({ events }) => events.length === 1)).toBe(true);
  expect(of('reveal')).toHaveLength(20);
  expect(of('claim').every(({ ms }) => ms === 0)).toBe(true);
});

test('a stone flies from giver to taker, or from the reserve', () => {
  const stone = (source: string) => stepsOf([{ key: 'stone', seat: 1, values: { to: 2, source } }])[0]?.flights;
  expect(stone('own')).toEqual([{ piece: 'stone', from: 'seat 1', to: 'seat 2' }]);
  expect(stone('reserve')).toEqual([{ piece: 'stone', from: 'reserve', to: 'seat 2' }]);
});

test('a line of the log points at seats and curses', () => {
  expect(spotsOf({ key: 'cursed', seat: 2, values: { colour: 'B', stones: 1, count: 3 } })).toEqual([
    'seat 2',
    'curse B',
  ]);
  expect(spotsOf({ key: 'spared', seat: -1, values: { colour: 'R', stones: 1 } })).toContain('curse R');
});
