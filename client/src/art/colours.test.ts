import { describe, expect, test } from 'vitest';
import css from '../app.css?raw';
import { contrast, distance, VISION } from './colours';

const [, light = '', dark = ''] = css.split(/:root(?:\[data-theme='dark'\])? \{/);
const read = (block: string) =>
  Object.fromEntries([...block.split('}')[0]!.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, k, v]) => [k, v]));
const themes: Record<string, Record<string, string>> = {
  light: read(light),
  dark: { ...read(light), ...read(dark) },
};

describe.each(Object.entries(themes))('%s', (_, colour) => {
  const at = (name: string) => colour[name] as string;

  test.each([
    ...['text', 'faint', 'link', 'good', 'bad'].flatMap((ink) => ['paper', 'sheet'].map((ground) => [ink, ground])),
    ['text', 'shade'],
    ['faint', 'shade'],
    ['text', 'hero'],
    ['on-accent', 'accent'],
    ['paper', 'text'],
  ] as [string, string][])('%s on %s can be read', (ink, ground) => {
    expect(contrast(at(ink), at(ground))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['paper', 'sheet', 'shade'])('lines and the focus are seen on %s', (ground) => {
    expect(contrast(at('line'), at(ground))).toBeGreaterThanOrEqual(3);
    expect(contrast(at('focus'), at(ground))).toBeGreaterThanOrEqual(3);
  });

  test.each([0, 1, 2, 3, 4, 5])('the sign of seat %i is seen on its colour', (seat) => {
    expect(contrast(at(`seat-ink-${seat}`), at(`seat-${seat}`))).toBeGreaterThanOrEqual(4);
  });

  test.each(Object.keys(VISION))('six players stay apart for %s', (vision) => {
    const seats = [0, 1, 2, 3, 4, 5].map((seat) => at(`seat-${seat}`));
    const near = seats.flatMap((a, n) => seats.slice(n + 1).map((b) => distance(a, b, vision)));
    expect(Math.min(...near)).toBeGreaterThan(20);
  });
});
