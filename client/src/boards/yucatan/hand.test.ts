import { expect, test } from 'vitest';
import { notices } from '../../notice.svelte';
import { YucatanHand } from './hand.svelte';
import type { YucatanScene } from './view';

const scene = {
  view: { seats: 2, seat: 0, phase: 'warriors', villages: [], warriors: [] },
  actions: ['warrior L6 jaguar', 'warrior L6 serpent'],
} as unknown as YucatanScene;

test('what is tried next takes away what was said of the last', () => {
  const hand = new YucatanHand(scene);
  const tries = [
    () => hand.click('L6'),
    () => hand.choose('jaguar'),
    () => hand.use('warrior'),
    () => hand.useHere('warrior'),
    () => hand.steal(1),
    () => hand.cancel(),
  ];
  for (const next of tries) {
    notices.refuse({ code: 'no', message: 'no' });
    next();
    expect(notices.now).toBeNull();
  }
});
