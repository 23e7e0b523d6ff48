// Intents, and what to do next, in words.

import { t } from '../../i18n/index.svelte';
import { secondSpaces } from './choices';
import { FINAL, type Intent } from './intents';
import type { MexicaHand } from './hand.svelte';
import { levelOf } from './tools';
import { districtAt, worth, type MexicaView } from './view';

/** The points that an intent gives at once: the Emperor pays for founding a district. */
export function gainOf(view: MexicaView, intent: Intent): number {
  return intent.kind === 'found' ? worth(districtAt(view, intent.at)?.size ?? 0)[1] : 0;
}

/** What an intent costs, or gives. */
export function priceInWords(view: MexicaView, intent: Intent): string {
  return t('mexica.cost', { cost: intent.cost, gain: gainOf(view, intent) });
}

/** The same for who only hears it: what it costs or brings is said. */
export function costInWords(view: MexicaView, intent: Intent): string {
  return t('mexica.at.cost', { cost: intent.cost, gain: gainOf(view, intent) });
}

export function intentInWords(intent: Pick<Intent, 'kind' | 'spaces' | 'number'>): string {
  const [at = '', to = at] = intent.spaces;
  const values = { at, to, number: intent.number ?? 0, spaces: intent.spaces, n: intent.spaces.length };
  return t(`mexica.do.${intent.kind}`, values);
}

/** What to do next, in one sentence. */
export function promptOf(hand: MexicaHand): string {
  const { view, names } = hand.scene;
  if (hand.telling && !hand.active) return t('mexica.prompt.scoring', { period: hand.scoring.period });
  if (hand.aimed && FINAL.has(hand.aimed.kind)) return t('mexica.prompt.final', { what: intentInWords(hand.aimed) });
  if (view.phase === 'vote' && view.vote) return t('mexica.prompt.vote', { ...view.vote }, names);
  if (view.phase !== 'turn') return hand.scene.say(`phase.${view.phase}`);
  if (hand.aimed) return askToConfirm(hand, hand.aimed);
  if (hand.menu) return t('mexica.prompt.menu', { at: hand.menu.at });
  return sayWhatFor(hand);
}

function askToConfirm({ scene: { view }, menu }: MexicaHand, aimed: Intent): string {
  if (aimed.kind === 'end') return t('mexica.prompt.end', { ap: view.ap });
  const values = { what: intentInWords(aimed), price: priceInWords(view, aimed) };
  if (aimed.tokens) return t('mexica.prompt.tokens', { ...values, tokens: aimed.tokens });
  return t(menu ? 'mexica.prompt.aimed.menu' : 'mexica.prompt.aimed', values);
}

/** What the tool in hand is for. */
function sayWhatFor(hand: MexicaHand): string {
  const { tool, first } = hand;
  const { ap } = hand.scene.view;
  if (tool === 'canal' && first) {
    const single = secondSpaces(hand.of('canal'), first).has(first);
    return t('mexica.prompt.canal.second', { at: first, single: single ? 1 : 0 });
  }
  if (tool === 'shift' && first) return t('mexica.prompt.shift.second', { at: first });
  if (tool === 'move' && !ap && hand.of('spend').length) return t('mexica.prompt.saved');
  if (tool === 'move') return t(hand.moves.size ? 'mexica.prompt.move' : 'mexica.prompt.over', { ap });
  const level = levelOf(tool);
  if (level) return t('mexica.prompt.temple', { level });
  // a finger that drags moves the map
  if (tool === 'canal' && globalThis.matchMedia?.('(pointer: coarse)').matches) return t('mexica.prompt.canal.touch');
  return t(`mexica.prompt.${tool}`);
}
