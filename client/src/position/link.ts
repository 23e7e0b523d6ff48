// The link of a position. All of it is in the fragment, which browsers send to nobody: JSON, compressed with deflate,
// as base64url.

/** More characters than the JSON of any position has, so that a link cannot fill the memory. */
const MAX_CHARACTERS = 50_000;

export type Position = Record<string, unknown>;

/** What is in the link is no position. */
export class BadLink extends Error {}

export async function linkOf(game: string, position: Position): Promise<string> {
  const packed = await bytesOf(
    new Blob([JSON.stringify(position)]).stream().pipeThrough(new CompressionStream('deflate-raw')),
    MAX_CHARACTERS,
  );
  const base64 = btoa(String.fromCharCode(...packed));
  return `/p/${game}#${base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** The position that is in the fragment of a link. Throws `BadLink`. */
export async function positionIn(fragment: string): Promise<Position> {
  let position: unknown;
  try {
    const base64 = decodeURIComponent(fragment.replace(/^#/, '')).replaceAll('-', '+').replaceAll('_', '/');
    const packed = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    position = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await bytesOf(stream, MAX_CHARACTERS)));
  } catch {
    throw new BadLink();
  }
  if (!isPosition(position)) throw new BadLink();
  return position;
}

export function isPosition(value: unknown): value is Position {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** All bytes of a stream, unless there are too many. */
async function bytesOf(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    if ((size += value.length) > most) throw new BadLink();
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
