import { expect, test } from 'vitest';
import said from '../../../tests/golden/messages.json';
import type { Values } from '../types';
import { fill, parse } from './message';

interface Case {
  lang?: string;
  message: string;
  values: Values;
  names?: string[];
  said: string;
}

const words: Record<string, string> = {
  'seat.-1': 'Chance',
  'seat.0': 'Red',
  'seat.1': 'Blue',
  'guild.jaguar': 'the Jaguars',
};

// The same list as for the games' own words in Python.
test.each(said as Case[])('$message says $said', ({ lang = 'en', message, values, names, said }) => {
  expect(fill(message, values, { language: lang, word: (key) => words[key] ?? key, names })).toBe(said);
});

test.each(['{', '{n', 'a {b} c }', '{n, plural other {x}}', '{n, plural, other {x}', '{n {x}}'])(
  '%s is malformed',
  (text) => {
    expect(() => parse(text)).toThrow();
  },
);
