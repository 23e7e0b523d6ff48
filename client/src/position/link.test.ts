import { expect, test } from 'vitest';
import { BadLink, linkOf, positionIn } from './link';

const position = { game: 'mexica', seats: 3, pawns: ['H6', null, 'Á “”'], score: [1, -2, 3] };

test('a link holds the whole position in its fragment', async () => {
  const link = await linkOf('mexica', position);
  expect(link).toMatch(/^\/p\/mexica#[\w-]+$/);
  expect(await positionIn(link.slice(link.indexOf('#')))).toEqual(position);
});

test.each(['', '#', '#x', '#%%%', '#AAAA', '#W10', '#bnVsbA'])('%s is no position', async (fragment) => {
  await expect(positionIn(fragment)).rejects.toThrow(BadLink);
});

test('what is no object is no position', async () => {
  const link = await linkOf('mexica', [1, 2] as never);
  await expect(positionIn(link.slice(link.indexOf('#')))).rejects.toThrow(BadLink);
});

test('a link that would unpack to more than any position is not unpacked', async () => {
  const link = await linkOf('mexica', { long: 'x'.repeat(10_000_000) });
  expect(link.length).toBeLessThan(20_000);
  await expect(positionIn(link.slice(link.indexOf('#')))).rejects.toThrow(BadLink);
});
