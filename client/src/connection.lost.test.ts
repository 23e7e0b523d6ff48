// Commands over connections that are lost, with a server that says what it is told to say.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Connection } from './connection.svelte';

class Socket {
  static made: Socket[] = [];
  static get last(): Socket {
    return Socket.made.at(-1) as Socket;
  }
  sent: { id?: string; do: string; cursors?: unknown }[] = [];
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  onclose = (_: { code: number }) => {};

  constructor() {
    Socket.made.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}

  says(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

const state = (number: number) => ({ type: 'state', state: { seat: 0, number, settled: 0, lines: 0, log: [] } });
let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  Socket.made = [];
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('location', { protocol: 'http:', host: 'here' });
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  connection = new Connection('a');
  Socket.last.onopen();
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what was not answered is sent again under the same id, after what is known is told', async () => {
  Socket.last.says(state(4));
  const answered = connection.send({ do: 'play', actions: ['end'], seat: 0, step: 3 });
  const [, first] = Socket.last.sent;
  Socket.last.onclose({ code: 1006 });
  expect(connection.link).toBe('lost');
  vi.advanceTimersByTime(400);
  Socket.last.onopen();
  expect(Socket.made).toHaveLength(2);
  expect(Socket.last.sent).toEqual([{ do: 'hello', cursors: { 0: { number: 4, settled: 0 } }, grouped: true }, first]);
  Socket.last.says({ type: 'ack', id: first?.id, seat: 0, number: 4 });
  expect(await answered).toEqual({ ok: true });
  expect(connection.pending).toBe(0);
});

test('what was played is answered when the state that shows it is here', async () => {
  Socket.last.says(state(4));
  const done = vi.fn();
  void connection.send({ do: 'play', actions: ['end'], seat: 0, step: 3 }).then(done);
  Socket.last.says({ type: 'ack', id: Socket.last.sent[1]?.id, seat: 0, number: 5 });
  await Promise.resolve();
  expect(done).not.toHaveBeenCalled();
  Socket.last.says(state(5));
  await Promise.resolve();
  expect(done).toHaveBeenCalledWith({ ok: true });
});

test('a connection that answers nothing is given up for another', () => {
  void connection.send({ do: 'chat', text: 'hi' });
  vi.advanceTimersByTime(6500);
  expect(Socket.made).toHaveLength(2);
});

test('what the server cannot read is refused, not sent for ever', async () => {
  const answered = connection.send({ do: 'chat', text: 'hi' });
  Socket.last.says({ type: 'error', error: { code: 'bad-message', message: 'what?' } });
  expect(await answered).toMatchObject({ ok: false, refused: { code: 'bad-request' } });
});

test('a server that hangs up at once is asked less and less often', () => {
  for (let seconds = 0; seconds < 60; seconds++) {
    Socket.last.onopen();
    Socket.last.onclose({ code: 1011 });
    vi.advanceTimersByTime(1000);
  }
  expect(Socket.made.length).toBeLessThan(16);
});

test('a table that the server cannot read is asked for again, but not at once', async () => {
  const answered = connection.send({ do: 'chat', text: 'hi' });
  Socket.last.onclose({ code: 4500 });
  expect(await answered).toMatchObject({ ok: false, refused: { code: 'broken-table' } });
  expect(connection.link).toBe('broken');
  vi.advanceTimersByTime(30_000);
  expect(Socket.made).toHaveLength(1);
  vi.advanceTimersByTime(31_000);
  Socket.last.onopen();
  expect(Socket.made).toHaveLength(2);
  expect(connection.link).toBe('open');
});

test('nothing waits for a table that is gone', async () => {
  const answered = connection.send({ do: 'chat', text: 'hi' });
  Socket.last.onclose({ code: 4404 });
  expect(await answered).toMatchObject({ ok: false, refused: { code: 'gone' } });
  expect(await connection.send({ do: 'chat', text: 'hi' })).toMatchObject({ ok: false });
});

test('what was seen of a seat that is lost is forgotten, and told unless one stood up', () => {
  const lost = vi.fn();
  connection.onlost = lost;
  Socket.last.says({ type: 'seats', seats: [0], opener: true, removed: false });
  Socket.last.says(state(4));
  expect([connection.opener, Object.keys(connection.states)]).toEqual([true, ['0']]);
  Socket.last.says({ type: 'seats', seats: [], opener: false, removed: true });
  expect([connection.removed, Object.keys(connection.states)]).toEqual([true, []]);
  expect(lost).toHaveBeenCalledTimes(1);
  Socket.last.says({ type: 'seats', seats: [0], opener: false, removed: false });
  void connection.send({ do: 'stand', seat: 0 });
  Socket.last.says({ type: 'seats', seats: [], opener: false, removed: false });
  expect(lost).toHaveBeenCalledTimes(1);
});
