import { expect, test } from 'vitest';
import { find, read } from './book';

const RULES = `# Mexica: the rules

Our own words.

## Canals

<a id="M-CANAL"></a>
To dig a canal, never cover
- the lake,
- the palace.

<a id="M-BRDG"></a>
<a id="M-RELOC"></a>
A bridge costs 1 AP:
| Action | Cost |
| ------ | ---- |
| move   | 1    |

### Élan

More.
`;

test('what follows an anchor belongs to its ruling', async () => {
  const book = await read(RULES);
  expect(book.title).toBe('Mexica: the rules');
  expect(book.chapters.map((chapter) => [chapter.depth, chapter.title])).toEqual([
    [2, ''],
    [2, 'Canals'],
    [3, 'Élan'],
  ]);
  const [canal, bridge] = book.chapters[1]?.passages ?? [];
  expect(canal?.rules).toEqual(['M-CANAL']);
  expect(canal?.html).toContain('<li>the palace.</li>');
  expect(canal?.html).not.toContain('<a id');
  expect(bridge?.rules).toEqual(['M-BRDG', 'M-RELOC']);
  expect(bridge?.html).toContain('<table');
});

test('passages are found by words, whatever their accents, and by the name of a ruling', async () => {
  const book = await read(RULES);
  expect(find(book, 'PALACE dig').map((chapter) => chapter.passages.length)).toEqual([1]);
  expect(find(book, 'elan').map((chapter) => chapter.title)).toEqual(['Élan']);
  expect(find(book, 'm-reloc')[0]?.passages[0]?.rules).toContain('M-RELOC');
  expect(find(book, 'nothing of this')).toEqual([]);
  expect(find(book, '  ')).toBe(book.chapters);
});

test('HTML in the rules is left out', async () => {
  const book = await read('## A\n\n<a id="M-A"></a> one <img src="x" onerror="y()"> two\n\n<script>z()</script>\n');
  const html = book.chapters[0]?.passages.map((passage) => passage.html).join('') ?? '';
  expect(html).toContain('one');
  expect(html).not.toMatch(/<(img|script)/);
});
