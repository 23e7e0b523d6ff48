// The rules of a game as chapters of passages. A passage has the names of its rulings, so that it can be found, lit and
// filtered.

import type { Token } from 'marked';

export interface Passage {
  /** The rulings that it tells, e.g. M-CANAL. */
  rules: string[];
  html: string;
  /** What can be searched: plain, small, without accents. */
  text: string;
}

export interface Chapter {
  id: string;
  depth: number;
  title: string;
  passages: Passage[];
}

export interface Book {
  title: string;
  chapters: Chapter[];
}

const ANCHORS = /^(?:\s*<a id="[^"]+"><\/a>)+\s*/;

/** Small and without accents, for searching. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/\s+/g, ' ')
    .toLowerCase();
}

/** Reads Markdown: what follows an anchor belongs to its ruling, up to the next anchor or heading. */
export async function read(markdown: string): Promise<Book> {
  const { Marked } = await import('marked'); // only who reads rules needs it
  const marked = new Marked({ renderer: { html: () => '' } }); // what is Markdown becomes HTML, and nothing else
  const book: Book = { title: '', chapters: [] };
  let chapter: Chapter = { id: 'chapter-0', depth: 2, title: '', passages: [] };
  let passage: Passage | null = null;
  for (const token of marked.lexer(markdown)) {
    if (token.type === 'space') continue;
    if (token.type === 'heading' && token.depth === 1) {
      book.title = token.text as string;
    } else if (token.type === 'heading') {
      keep(book, chapter);
      chapter = {
        id: `chapter-${book.chapters.length}`,
        depth: token.depth,
        title: token.text as string,
        passages: [],
      };
      passage = null;
    } else {
      const anchors = ANCHORS.exec(token.raw)?.[0] ?? '';
      if (anchors || !passage) {
        passage = { rules: [...anchors.matchAll(/id="([^"]+)"/g)].map(([, id]) => id as string), html: '', text: '' };
        chapter.passages.push(passage);
      }
      const shown: Token[] = anchors ? marked.lexer(token.raw.slice(anchors.length)) : [token];
      // what scrolls must be reached by keys
      passage.html += marked.parser(shown).replaceAll('<table>', '<table tabindex="0">');
      passage.text += ` ${plain(token.raw.slice(anchors.length))} ${plain(passage.rules.join(' '))}`;
    }
  }
  keep(book, chapter);
  return book;
}

/** A chapter that only gathers others has a title and no passages; what comes before the first title has passages. */
function keep(book: Book, chapter: Chapter): void {
  if (chapter.title || chapter.passages.length) book.chapters.push(chapter);
}

/** The passages that have all the words that are looked for. */
export function find(book: Book, sought: string): Chapter[] {
  const words = plain(sought).split(' ').filter(Boolean);
  if (!words.length) return book.chapters;
  return book.chapters
    .map((chapter) => {
      const title = plain(chapter.title);
      const passages = chapter.passages.filter((passage) =>
        words.every((word) => passage.text.includes(word) || title.includes(word)),
      );
      return { ...chapter, passages };
    })
    .filter((chapter) => chapter.passages.length);
}
