import { expect, test } from 'vitest';
import { moments } from './game.fixture';
import { partsOf } from './parts';
import { applyEvent, stageOf } from './stage';

const keys = (n: number) => {
  const [before, now] = [moments[n - 1]!, moments[n]!];
  return partsOf(before.view, now.events, now.view).map(({ events }) => [...new Set(events.map(({ key }) => key))]);
};

test('a reveal is looked back at in parts: votes, the card, what comes of it', () => {
  expect(keys(8)).toEqual([['vote', 'voted'], ['reveal'], ['receive', 'stone', 'win', 'artefact']]);
  expect(keys(16)).toEqual([['steal'], ['burdened'], ['cursed', 'spared'], ['round', 'card']]);
});

test('the card that is told about lies in the middle, the claims and curses have no card', () => {
  const [votes, reveal, gains] = partsOf(moments[7]!.view, moments[8]!.events, moments[8]!.view);
  expect([votes?.view.turn, reveal?.view.turn, reveal?.view.shown]).toEqual([null, 1, 1]);
  expect(votes?.view.votes).toEqual(['accuse 1', 'believe 0', 'accuse 1', 'accuse 1']);
  expect(gains?.view).toBe(moments[8]!.view);
});

test('every part of a whole game shows what was told until then, and the last what is seen', () => {
  let between = 0;
  moments.slice(1).forEach(({ events, view }, n) => {
    const before = moments[n]!.view;
    const parts = partsOf(before, events, view);
    expect(parts.flatMap((part) => part.events)).toEqual(events);
    expect(parts.at(-1)?.view).toBe(view);
    let stage = stageOf(before);
    for (const part of parts.slice(0, -1)) {
      stage = part.events.reduce(applyEvent, stage);
      expect(stageOf(part.view)).toEqual(stage);
      between++;
    }
  });
  expect(between).toBeGreaterThan(40);
});
