// Sentences with slots, as texcoco/words.py writes and reads them: a small part of ICU's message format.
//
// `{name}` · `{seat, seat}` a player's name · `{seat, of}` the name after “of” · `{guild, word}` the entry
// `guild.VALUE` · `{spaces, list}` · `{gains, scores}` pairs of seat and number · `{n, plural, one {# point} other {#
// points}}` · `{how, select, left {…} other {…}}` · `{owner, select, you {…} other {…}}`, where `you` is for the seat
// of the reader, if one is spoken to

import type { Values } from '../types';

type Slot = { name: string; kind: string; cases: Record<string, Message> };
type Message = (string | Slot)[];

/** Where the words come from that a sentence refers to. */
export interface Context {
  language: string;
  /** Another entry of the same catalogue. */
  word(key: string): string;
  names?: readonly string[];
  /** The seat of whoever is spoken to as “you”. */
  you?: number | null;
}

const parsed = new Map<string, Message>();

export function fill(text: string, values: Values, context: Context): string {
  let message = parsed.get(text);
  if (!message) parsed.set(text, (message = parse(text)));
  return write(message, values, context, null);
}

export function parse(text: string): Message {
  const [message, end] = read(text, 0);
  if (end !== text.length) throw new Error(`braces do not match in ${text}`);
  return message;
}

function read(text: string, at: number): [Message, number] {
  const message: Message = [];
  while (at < text.length && text[at] !== '}') {
    if (text[at] === '{') {
      const [slot, end] = readSlot(text, at + 1);
      message.push(slot);
      at = end;
    } else {
      let stop = at;
      while (stop < text.length && text[stop] !== '{' && text[stop] !== '}') stop++;
      message.push(text.slice(at, stop));
      at = stop;
    }
  }
  return [message, at];
}

function readSlot(text: string, at: number): [Slot, number] {
  let stop = at;
  while (stop < text.length && text[stop] !== '{' && text[stop] !== '}') stop++;
  if (stop === text.length) throw new Error(`braces do not match in ${text}`);
  const [name = '', kind = ''] = text
    .slice(at, stop)
    .split(',')
    .map((word) => word.trim());
  if (text[stop] === '}') return [{ name, kind, cases: {} }, stop + 1];
  const head = /^[^,]*,[^,]*,/.exec(text.slice(at, stop));
  if (!head) throw new Error(`a comma is missing in ${text}`);
  const cases: Record<string, Message> = {};
  at += head[0].length;
  while (!/^\s*\}/.test(text.slice(at))) {
    const brace = text.indexOf('{', at);
    if (brace < 0) throw new Error(`braces do not match in ${text}`);
    const [inner, end] = read(text, brace + 1);
    cases[text.slice(at, brace).trim()] = inner;
    at = end + 1;
  }
  return [{ name, kind, cases }, text.indexOf('}', at) + 1];
}

function write(message: Message, values: Values, context: Context, number: number | null): string {
  return message
    .map((part) => {
      if (typeof part !== 'string') return writeSlot(part, values, context, number);
      return number === null ? part : part.replaceAll('#', format(number, context.language));
    })
    .join('');
}

function writeSlot({ name, kind, cases }: Slot, values: Values, context: Context, number: number | null): string {
  const value = values[name];
  if (value === undefined) throw new Error(`no value for {${name}}`);
  const other = cases.other ?? [];
  switch (kind) {
    case 'seat':
      return seatName(value as number, context);
    case 'of':
      return ofName(seatName(value as number, context), context.language);
    case 'scores':
      return (value as [number, number][])
        .map(([seat, points]) => `${seatName(seat, context)} ${format(points, context.language)}`)
        .join(', ');
    case 'word':
      return context.word(`${name}.${value}`);
    case 'list':
      return join((value as unknown[]).map(String), context.language);
    case 'plural': {
      const n = value as number;
      const rule = pluralRules(context.language).select(n);
      return write(cases[`=${n}`] ?? cases[rule] ?? other, values, context, n);
    }
    case 'select': {
      const found = cases[String(value)] ?? (value === context.you ? cases.you : undefined);
      return write(found ?? other, values, context, number);
    }
    default:
      return typeof value === 'number' ? format(value, context.language) : String(value);
  }
}

// made once for a language: making them takes longer than all the rest of a sentence
const plurals = new Map<string, Intl.PluralRules>();
function pluralRules(language: string): Intl.PluralRules {
  let rules = plurals.get(language);
  if (!rules) plurals.set(language, (rules = new Intl.PluralRules(language)));
  return rules;
}

function seatName(seat: number, context: Context): string {
  return context.names?.[seat] || context.word(`seat.${seat}`);
}

function join(items: string[], language: string): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} ${language === 'fr' ? 'et' : 'and'} ${items.at(-1)}`;
}

function ofName(name: string, language: string): string {
  if (language !== 'fr') return `of ${name}`;
  return /^[aeiouyhàâäæéèêëîïôœùûü]/i.test(name) ? `d’${name}` : `de ${name}`;
}

/** A number as it is read: below zero with a minus sign, not a hyphen. */
export const signed = (n: number): string => String(n).replace('-', '−');

function format(n: number, language: string): string {
  if (Number.isInteger(n) && Math.abs(n) < 10000) return signed(n);
  return new Intl.NumberFormat(language).format(n).replace('-', '−');
}
