// The layers of the page, which eslint.config.js writes down, are kept: what they forbid is found.

import { ESLint } from 'eslint';
import { expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 60_000 }); // the first one loads the linter

const eslint = new ESLint();

async function complaints(filePath: string, imported: string): Promise<string[]> {
  const [result] = await eslint.lintText(`export * from '${imported}';\n`, { filePath });
  return result?.messages.map(({ ruleId }) => ruleId ?? 'unreadable') ?? [];
}

test.each([
  ['src/boards/mexica/hand.svelte.ts', '../../table/scene.svelte'],
  ['src/boards/mexica/hand.svelte.ts', '../../connection.svelte'],
  ['src/boards/mexica/view.ts', '../yucatan/view'],
  ['src/boards/azteco/pieces/piece.ts', '../../../api'],
  ['src/lobby/play.ts', '../table/people'],
  ['src/timeline/about.ts', '../learn/book'],
  ['src/learn/book.ts', '../table/log'],
  ['src/viewport/camera.ts', '../boards/index'],
  ['src/scene.ts', './table/people'],
])('%s must not import %s', async (file, imported) => {
  expect(await complaints(file, imported)).toEqual(['no-restricted-imports']);
});

test.each([
  ['src/boards/mexica/hand.svelte.ts', '../../scene'],
  ['src/boards/mexica/hand.svelte.ts', '../../viewport/context'],
  ['src/table/scene.svelte.ts', '../connection.svelte'],
  ['src/table/scene.svelte.ts', '../learn/book'],
  ['src/api.ts', './i18n/language.svelte'],
])('%s may import %s', async (file, imported) => {
  expect(await complaints(file, imported)).toEqual([]);
});
