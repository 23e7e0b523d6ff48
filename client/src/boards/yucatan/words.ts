// Spaces and deeds in words: read out by screen readers, shown as tooltips, and confirmed before they are done.

import { t } from '../../i18n/index.svelte';
import type { Deed } from './choices';
import type { Land } from './land';
import { outcomes, type Outcome } from './outcome';
import { villageAt, warriorAt, type Guild, type YucatanScene } from './view';

/** “jaguar or serpent”. */
export function guildsInWords(scene: YucatanScene, guilds: readonly Guild[]): string {
  const words = guilds.map((guild) => scene.say(`guild.${guild}`));
  if (words.length < 2) return words[0] ?? '';
  return t('yucatan.or', { some: words.slice(0, -1).join(', '), last: words.at(-1) });
}

function named(scene: YucatanScene, seat: number): string {
  return seat === scene.me ? t('yucatan.yours') : t('yucatan.theirs', { seat }, scene.names);
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
      t('yucatan.about.city', {
        space: label,
        whose: named(scene, seat),
        level: view.levels[seat] ?? 0,
        n: view.prisoners[seat] ?? 0,
      }),
    );
  }
  if (space.rivers.length) parts.push(t('yucatan.about.rivers', { n: space.rivers.length }));
  const village = villageAt(view, label);
  if (village) {
    const size = scene.say(`size.${village.size}`);
    parts.push(
      village.seat === null
        ? t('yucatan.about.neutral')
        : t('yucatan.about.village', { size, whose: named(scene, village.seat) }),
    );
  }
  const warrior = warriorAt(view, label);
  if (warrior) {
    const whose = named(scene, warrior.seat);
    const hidden = warrior.guild === '?';
    const guild = guildsInWords(scene, warrior.guild === '?' ? (warrior.may ?? []) : [warrior.guild]);
    const how = hidden ? 'hidden' : warrior.shown ? 'shown' : 'known';
    parts.push(t('yucatan.about.warrior', { whose, guild, how, load: warrior.load }));
  }
  return parts.join('. ');
}

function outcomeInWords(scene: YucatanScene, outcome: Outcome): string {
  switch (outcome.kind) {
    case 'fight': {
      const may = guildsInWords(scene, outcome.may);
      return t('yucatan.then.fight', { whose: named(scene, outcome.seat), may, n: outcome.may.length });
    }
    case 'raid':
      return outcome.seat === null
        ? t('yucatan.then.raid-neutral')
        : t('yucatan.then.raid', { whose: named(scene, outcome.seat) });
    case 'deliver':
      return t('yucatan.then.deliver', { space: outcome.at, n: outcome.n });
    case 'steal':
      return t('yucatan.then.steal', { whose: named(scene, outcome.seat) });
  }
}

/** What is about to be done, and what is sure to follow; nothing that it would reveal. */
export function deedInWords(scene: YucatanScene, land: Land, deed: Deed): string {
  const space = deed.spaces.at(-1) ?? '';
  const guild = deed.guild ? scene.say(`guild.${deed.guild}`) : '';
  switch (deed.kind) {
    case 'march': {
      const via = deed.spaces.length === 3 ? (deed.spaces[1] as string) : '';
      const way = !via ? 'straight' : land.space(via).terrain === 'water' ? 'river' : 'via';
      const then = outcomes(scene.view, land, deed).map((outcome) => outcomeInWords(scene, outcome));
      const what = t('yucatan.do.march', { from: deed.spaces[0], space, via, way });
      return then.length ? t('yucatan.then', { what, then: then.join(', ') }) : t('yucatan.full', { what });
    }
    case 'deploy': {
      const source = villageAt(scene.view, space)?.size === 'large' ? 'village' : 'city';
      return t('yucatan.do.deploy', { space, guild, source });
    }
    case 'raise':
      return t('yucatan.do.raise', { level: (scene.view.levels[scene.me ?? 0] ?? 0) + 1 });
    case 'village':
      return t('yucatan.do.village', { space, size: scene.view.phase });
    default:
      return t(`yucatan.do.${deed.kind}`, { space, guild, n: deed.n });
  }
}
