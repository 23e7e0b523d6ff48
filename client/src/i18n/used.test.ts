import { expect, test } from 'vitest';

const files = import.meta.glob<Record<string, string>>('./*.en.json', { eager: true, import: 'default' });
const sources = import.meta.glob<string>(['../**/*.{ts,svelte}', '!../**/*.test.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
});
const code = Object.values(sources).join('\n');
/** Whatever could be a key: a string that is written out. */
const whole = new Set([...code.matchAll(/['"`]([\w.-]+)['"`]/g)].map(([, key]) => key));
/** Beginnings of keys that are put together: `table.ask.${what}`. */
const begun = [...new Set([...code.matchAll(/`([\w-]+\.[\w.-]*)\$\{/g)].map(([, start]) => start as string))];

test.each(Object.entries(files))('every sentence of %s is said somewhere', (_, entries) => {
  const unused = Object.keys(entries).filter((key) => !whole.has(key) && !begun.some((start) => key.startsWith(start)));
  expect(unused).toEqual([]);
});
