import { expect, test } from 'vitest';

// What a lesson calls a button is what the button says.
const games = import.meta.glob<Record<string, string>>('../../../src/texcoco/games/mexica/text.*.json', {
  eager: true,
  import: 'default',
});
const page = import.meta.glob<Record<string, string>>('../i18n/mexica.*.json', { eager: true, import: 'default' });

test.each(['en', 'fr'])('the lesson of Mexica names buttons that there are (%s)', (language) => {
  const of = (files: Record<string, Record<string, string>>) =>
    Object.entries(files).find(([path]) => path.endsWith(`.${language}.json`))?.[1] ?? {};
  const named = Object.entries(of(games))
    .filter(([key]) => key.startsWith('lesson.'))
    .flatMap(([, text]) => [...text.matchAll(/[“«]\u00a0?(.+?)\u00a0?[”»]/g)].map(([, name]) => name));
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((name) => !Object.values(of(page)).includes(name as string))).toEqual([]);
});
