import { expect, test } from 'vitest';
import { signAt } from './signs';

interface Fake {
  tagName: string;
  title?: string;
  text?: string;
  pressed?: boolean;
  children?: Fake[];
}

/** As much of an element as is asked about. */
function element(
  { tagName, title, text, pressed, children = [] }: Fake,
  parentElement: Element | null = null,
): Element {
  const made = { tagName, parentElement, textContent: text ?? null } as unknown as Element;
  return Object.assign(made, {
    getAttribute: () => title ?? null,
    closest: () => (pressed ? made : (parentElement?.closest('') ?? null)),
    children: children.map((child) => element(child, made)),
  });
}

test('a sign says what it is, by its own title or that of what it is part of', () => {
  const drawing: Fake = { tagName: 'svg', children: [{ tagName: 'path' }] };
  const sign = element({ tagName: 'span', title: '3 action tokens', children: [drawing] });
  expect(signAt(sign)).toBe('3 action tokens');
  expect(signAt(sign.children[0]?.children[0] as Element)).toBe('3 action tokens');
  const drawn = element({ tagName: 'g', children: [{ tagName: 'title', text: 'a temple' }, { tagName: 'path' }] });
  expect(signAt(drawn.children[1] as Element)).toBe('a temple');
});

test('what can be pressed does its work and says nothing; what has no words neither', () => {
  const button = element({ tagName: 'button', title: 'Undo', pressed: true, children: [{ tagName: 'svg' }] });
  expect(signAt(button.children[0] as Element)).toBeNull();
  expect(signAt(element({ tagName: 'main' }))).toBeNull();
});
