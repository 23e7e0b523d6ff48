import { expect, test } from 'vitest';
import { ALL_FOCUS } from './focus';

const rules = import.meta.glob<string>('../../../../src/texcoco/games/yucatan/rules.en.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});

test('every ruling that we point at is in the rules', () => {
  const text = Object.values(rules)[0] as string;
  expect(ALL_FOCUS.filter((id) => !text.includes(`<a id="${id}"></a>`))).toEqual([]);
});
