// A clock that the server shows once, and the page counts down by itself.

import type { ClockFace } from '../types';

/** By how many seconds our clock is ahead of the server's: a seat's time that has just begun to run tells. */
export function skewOf(before: ClockFace | null, face: ClockFace | null, now: number): number | null {
  if (!before || !face) return null;
  const begun = Object.entries(face.since).filter(([seat, at]) => before.since[seat] !== at);
  return begun.length ? now - Math.max(...begun.map(([, at]) => at)) : null;
}

/** Seconds that a seat has left. */
export function remaining(face: ClockFace, seat: number, now: number): number {
  const left = face.left[seat] ?? 0;
  const since = face.since[seat];
  return Math.max(0, since === undefined ? left : left - Math.max(0, now - since));
}

export function runs(face: ClockFace, seat: number): boolean {
  return String(seat) in face.since;
}

/** Whether it is time to hurry. */
export function isLow(face: ClockFace, seconds: number): boolean {
  return seconds < (face.kind === 'live' ? 60 : 3 * 3600);
}

/** `4:05`, `1:04:05`, and from a day on `2d 5h` as the language writes it. */
export function formatClock(seconds: number, language: string): string {
  const whole = Math.floor(seconds);
  const two = (n: number) => String(n).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  if (hours >= 24) {
    const unit = (n: number, name: string) =>
      new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'narrow' }).format(n);
    return `${unit(Math.floor(hours / 24), 'day')} ${unit(hours % 24, 'hour')}`;
  }
  const minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
