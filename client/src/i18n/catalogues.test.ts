import { expect, test } from 'vitest';
import { parse } from './message';

const files = import.meta.glob<Record<string, string>>(['./*.json', '@bots/text.*.json'], {
  eager: true,
  import: 'default',
});
const parts = [...new Set(Object.keys(files).map((path) => path.split('.').slice(0, -2).join('.')))];

test.each(parts)('%s says the same things in both languages', (part) => {
  expect(Object.keys(files[`${part}.fr.json`] ?? {})).toEqual(Object.keys(files[`${part}.en.json`] ?? {}));
});

test('no sentence is in two catalogues', () => {
  const keys = parts.flatMap((part) => Object.keys(files[`${part}.en.json`] ?? {}));
  expect(keys.filter((key, n) => keys.indexOf(key) !== n)).toEqual([]);
});

test.each(Object.entries(files))('%s can be read', (_, entries) => {
  for (const text of Object.values(entries)) parse(text);
});

test('French has its spaces and apostrophes', () => {
  const french = Object.entries(files).filter(([path]) => path.endsWith('.fr.json'));
  const wrong = french.flatMap(([, entries]) =>
    Object.values(entries).filter((text) => /'|[^\u00a0\u202f\s{},][?!;]|[ ][?!;:»]|«[ ]/.test(text)),
  );
  expect(wrong).toEqual([]);
});
