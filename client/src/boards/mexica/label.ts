// A space in words, for screen readers.

import { t } from '../../i18n/index.svelte';
import type { Scene } from '../../scene';
import { EMBLEM, isLake, isStart, isPalace } from './map';
import { districtAt, isOpen, type MexicaView } from './view';

export function label(scene: Scene<MexicaView>, name: string): string {
  const { view, names } = scene;
  const parts = [name];
  const [at, district] = [ground(view, name), districtAt(view, name)];
  const open = district !== null && isOpen(district);
  if (!open || at !== 'land') parts.push(t(`mexica.at.${at}`));
  const kind = district?.token ? 'founded' : open ? 'open' : 'district';
  if (district) parts.push(t(`mexica.at.${kind}`, { size: district.size }));
  const temple = view.temples.find(({ at }) => at === name);
  if (temple?.seat === null) parts.push(t('mexica.at.neutral', { level: temple.level }));
  else if (temple) parts.push(t('mexica.at.temple', { level: temple.level, seat: temple.seat }, names));
  const token = view.founded.find(({ at }) => at === name);
  if (token) parts.push(t('mexica.at.token', { size: token.size }));
  const seat = view.pawns.indexOf(name);
  if (seat >= 0)
    parts.push(seat === (scene.me ?? view.seat) ? t('mexica.at.me') : t('mexica.at.noble', { seat }, names));
  return parts.join(', ');
}

function ground(view: MexicaView, name: string): string {
  if (isLake(name)) return 'lake';
  const bridge = view.bridges.find(({ at }) => at === name);
  if (bridge) return `bridge.${bridge.dir}`;
  if (view.canals.some((tile) => tile.includes(name))) return 'canal';
  if (name === EMBLEM) return 'emblem';
  if (isStart(name)) return 'start';
  return isPalace(name) ? 'palace' : 'land';
}
