// Rules that neither the types nor the layout check. The parts of the page are layers: which one may import which is
// written down here.

import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/**
 * For each part of the page, the parts that it may import, besides those that all may import: types, words, settings,
 * art and other small modules. A board is given a scene; it knows no table, no lesson and no other board.
 */
const PARTS = {
  art: [],
  i18n: [],
  viewport: [],
  boards: ['viewport'],
  lobby: [],
  timeline: ['boards', 'viewport'],
  learn: ['boards', 'lobby', 'viewport'],
  puzzles: ['boards', 'lobby', 'viewport'],
  table: ['boards', 'learn', 'lobby', 'timeline', 'viewport'],
};
const SHARED = ['art', 'i18n'];
/** Modules that only the named parts may import. */
const ONLY = {
  api: ['i18n', 'learn', 'lobby', 'puzzles', 'table', 'timeline'],
  connection: ['table'],
  router: ['lobby', 'puzzles', 'table', 'timeline'],
};
const GAMES = ['azteco', 'mexica', 'plain', 'yucatan'];

/** An import of a folder, or of a module beside the folders, from within one of them. */
const folder = (name) => `^(\\.\\./)+${name}(/|$)`;
const module = (name) => `^(\\.\\./)+${name}(\\.svelte)?$`;

function restricted(files, patterns) {
  return { files, rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

function boundary(part) {
  const others = Object.keys(PARTS).filter((other) => ![part, ...SHARED, ...PARTS[part]].includes(other));
  const modules = Object.keys(ONLY).filter((name) => !ONLY[name].includes(part));
  return [
    ...others.map((other) => ({
      regex: folder(other),
      message: `${part}/ must not know ${other}/ (eslint.config.js)`,
    })),
    ...modules.map((name) => ({ regex: module(name), message: `${part}/ must not know ${name} (eslint.config.js)` })),
  ];
}

const boundaries = [
  ...Object.keys(PARTS).map((part) => restricted([`src/${part}/**`], boundary(part))),
  ...GAMES.map((game) =>
    restricted(
      [`src/boards/${game}/**`],
      [
        ...boundary('boards'),
        ...GAMES.filter((other) => other !== game).map((other) => ({
          regex: folder(other),
          message: `boards/${game} must not know boards/${other} (eslint.config.js)`,
        })),
      ],
    ),
  ),
  // the modules beside the folders know none of them, but for words and art
  restricted(
    ['src/*.ts'],
    Object.keys(PARTS)
      .filter((part) => !SHARED.includes(part))
      .map((part) => ({
        regex: `^\\./${part}/`,
        message: `a shared module must not know ${part}/ (eslint.config.js)`,
      })),
  ),
];

export default ts.config(
  { ignores: ['src/generated.ts'] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      // svelte-check, which runs before, finds these as well, and compiling every component twice takes long
      'no-undef': 'off',
      'svelte/no-unused-svelte-ignore': 'off',
      'svelte/valid-compile': 'off',
      // a Map in a class is often only looked up; what is shown is replaced, not changed
      'svelte/prefer-svelte-reactivity': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'off', // of a $props() some names are assigned to and others are not
      'svelte/prefer-const': ['error', { destructuring: 'all', excludedRunes: ['$props', '$derived'] }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    },
  },
  boundaries,
);
