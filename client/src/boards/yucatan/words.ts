// Spaces and intents in words: read out by screen readers, shown as tooltips, and confirmed before they are done.

import { t } from '../../i18n/index.svelte';
import type { Intent } from './choices';
import type { Land } from './land';
import { deploySource, outcomes, type Outcome } from './outcome';
import { villageAt, warriorAt, type Guild, type YucatanScene } from './view';

/** “jaguar or serpent”. */
export function guildsInWords(scene: YucatanScene, guilds: readonly Guild[]): string {
  const words = guilds.map((guild) => scene.say(`guild.${guild}`));
  if (words.length < 2) return words[0] ?? '';
  return t('yucatan.or', { some: words.slice(0, -1).join(', '), last: words.at(-1) });
}

/** Whose something is, for sentences that say “your” to its owner. */
function whose(scene: YucatanScene, seat: number) {
  return { seat, mine: seat === scene.view.seat };
}

/** All that a space is and holds. */
export function aboutSpace(scene: YucatanScene, land: Land, label: string): string {
  const { view } = scene;
  const space = land.space(label);
  const parts: string[] = [];
  if (space.city === null) parts.push(`${label}, ${scene.say(`terrain.${space.terrain}`)}`);
  else {
    const seat = space.city;
    parts.push(
      t(
        'yucatan.about.city',
        { space: label, ...whose(scene, seat), level: view.levels[seat] ?? 0, n: view.prisoners[seat] ?? 0 },
        scene.names,
      ),
    );
  }
  if (space.rivers.length) parts.push(t('yucatan.about.rivers', { n: space.rivers.length }));
  const village = villageAt(view, label);
  if (village) {
    parts.push(
      village.seat === null
        ? t('yucatan.about.neutral')
        : t('yucatan.about.village', { size: village.size, ...whose(scene, village.seat) }, scene.names),
    );
  }
  const warrior = warriorAt(view, label);
  if (warrior) {
    const hidden = warrior.guild === '?';
    const guild = guildsInWords(scene, warrior.guild === '?' ? (warrior.may ?? []) : [warrior.guild]);
    const open = view.phase === 'over'; // then all guilds are there to be seen
    const how = hidden ? 'hidden' : open ? 'open' : warrior.shown ? 'shown' : 'known';
    const values = { ...whose(scene, warrior.seat), guild, how, load: warrior.load };
    parts.push(t('yucatan.about.warrior', values, scene.names));
  }
  return parts.join('. ');
}

function outcomeInWords(scene: YucatanScene, outcome: Outcome): string {
  switch (outcome.kind) {
    case 'fight': {
      const may = guildsInWords(scene, outcome.may);
      return t('yucatan.then.fight', { seat: outcome.seat, may, n: outcome.may.length }, scene.names);
    }
    case 'raid': {
      const { seat, full } = outcome;
      return seat === null
        ? t('yucatan.then.raid-neutral', { full })
        : t('yucatan.then.raid', { seat, full }, scene.names);
    }
    case 'keep':
      return t('yucatan.then.keep', { n: outcome.n });
    case 'deliver':
      return t('yucatan.then.deliver', { space: outcome.at, n: outcome.n });
    case 'steal':
      return t('yucatan.then.steal', { seat: outcome.seat }, scene.names);
  }
}

/** What is about to be done, and what is sure to follow; nothing that it would reveal. */
export function intentInWords(scene: YucatanScene, land: Land, intent: Intent): string {
  const space = intent.spaces.at(-1) ?? '';
  const guild = intent.guild ? scene.say(`guild.${intent.guild}`) : '';
  switch (intent.kind) {
    case 'march': {
      const via = intent.spaces.length === 3 ? (intent.spaces[1] as string) : '';
      const way = !via ? 'straight' : land.space(via).terrain === 'water' ? 'river' : 'via';
      const then = outcomes(scene.view, land, intent).map((outcome) => outcomeInWords(scene, outcome));
      const what = t('yucatan.do.march', { from: intent.spaces[0], space, via, way });
      return then.length ? t('yucatan.then', { what, then: then.join(', ') }) : t('yucatan.full', { what });
    }
    case 'deploy': {
      const source = deploySource(scene.view, space);
      return t('yucatan.do.deploy', { space, guild, source });
    }
    case 'raise':
      return t('yucatan.do.raise', { level: (scene.view.levels[scene.view.seat ?? 0] ?? 0) + 1 });
    case 'village':
      return t('yucatan.do.village', { space, size: scene.view.phase });
    default:
      return t(`yucatan.do.${intent.kind}`, { space, guild, n: intent.n });
  }
}
