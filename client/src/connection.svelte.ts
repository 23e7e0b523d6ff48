// One table over the stream: the newest state of each seat that this browser holds, and commands that are sent again until
// they are answered. What is lost on the way is asked for again; docs/api.md describes the messages.

import { lang } from './i18n/language.svelte';
import type { Command, Line, Presence, Refusal, State } from './types';

export type Link = 'connecting' | 'open' | 'lost' | 'gone';
export type Answer = { ok: true } | { ok: false; refused: Refusal };

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
/** A command that is not answered in this time was lost with its connection, though nobody has noticed yet. */
const PATIENCE = 6000;
const GONE: Refusal = { code: 'gone', message: 'the table is gone' };

/** `log` as it is after a message that brought its last lines. */
export function mergeLog(log: readonly Line[], lines: number, last: readonly Line[]): Line[] {
  return [...log.slice(0, lines - last.length), ...last];
}

export class Connection {
  link = $state<Link>('connecting');
  seats = $state.raw<number[]>([]);
  presence = $state.raw<Presence>({ seats: [], watching: 0 });
  /** Whether the server has told who is here. */
  knowsPresence = $state(false);
  /** How many commands wait for their answer. */
  pending = $state(0);
  /** The newest state of each seat of ours, or the spectator's, by `String(seat)`; with the whole log. */
  states = $state.raw<Record<string, State>>({});
  /** Called with each state as it comes, for whoever shows them one after another. */
  onstate: (state: State) => void = () => {};

  private socket: WebSocket | null = null;
  private waiting = new Map<string, { command: Command; done: (answer: Answer) => void }>();
  /** What is carried out, but not seen yet: by seat, the number of the state that will show it. */
  private unseen: { key: string; number: number; done: () => void }[] = [];
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private doubt: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private made = 0;
  private readonly prefix = crypto.getRandomValues(new Uint32Array(2)).join('-');

  constructor(readonly table: string) {
    this.connect();
    addEventListener('online', this.hurry);
    addEventListener('offline', this.drop);
    document.addEventListener('visibilitychange', this.hurry);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener('online', this.hurry);
    removeEventListener('offline', this.drop);
    clearTimeout(this.doubt);
    document.removeEventListener('visibilitychange', this.hurry);
    this.socket?.close();
  }

  /** Sends a command until it is answered, over lost connections too: it has an id, so it is carried out once. */
  send(command: Command): Promise<Answer> {
    const id = `${this.prefix}-${++this.made}`;
    return new Promise((done) => {
      this.waiting.set(id, { command, done });
      this.pending++;
      if (this.link === 'gone') this.answer(id, { ok: false, refused: GONE });
      else if (this.link === 'open') this.put({ id, ...command });
    });
  }

  private put(message: unknown): void {
    this.socket?.send(JSON.stringify(message));
    clearTimeout(this.doubt);
    this.doubt = setTimeout(() => {
      if (this.waiting.size) this.drop();
    }, PATIENCE);
  }

  /** Gives a connection up that leads nowhere; a new one is tried for. */
  private drop = (): void => {
    const { socket } = this;
    if (!socket) return;
    this.lose();
    socket.close();
  };

  private lose(): void {
    this.socket = null;
    this.link = 'lost';
    clearTimeout(this.doubt);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private hurry = (): void => {
    if (this.link === 'lost' && document.visibilityState === 'visible') this.connect();
  };

  private connect(): void {
    if (this.closed) return;
    clearTimeout(this.timer);
    const old = this.socket;
    this.socket = null;
    old?.close();
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(
      `${scheme}://${location.host}/api/v1/tables/${encodeURIComponent(this.table)}/stream?lang=${lang.now}`,
    );
    this.socket = socket;
    socket.onopen = () => {
      if (socket !== this.socket) return;
      const seen = Object.entries(this.states).map(([seat, state]) => [
        seat === 'null' ? 'spectator' : seat,
        { number: state.number, firm: state.firm },
      ]);
      this.put({ do: 'hello', seen: Object.fromEntries(seen) });
      this.link = 'open';
      for (const [id, { command }] of this.waiting) this.put({ id, ...command });
    };
    socket.onmessage = (message) => {
      if (socket === this.socket) this.hear(JSON.parse(message.data as string));
    };
    socket.onclose = (event) => {
      if (socket !== this.socket || this.closed) return;
      if (event.code === 4404) {
        this.socket = null;
        this.link = 'gone';
        this.refuseAll(GONE);
        return;
      }
      this.lose();
    };
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  private hear(message: any): void {
    this.wait = FIRST_WAIT; // not when it opens: a server that hangs up at once is not to be asked all the time
    if (message.state) this.take(message.state as State);
    else if (message.seats) this.seats = message.seats;
    else if (message.presence) {
      this.presence = message.presence;
      this.knowsPresence = true;
    } else if (message.ack !== undefined) this.acknowledge(message.ack, message.seat, message.number);
    else if (message.refused) this.answer(message.id, { ok: false, refused: message.refused });
    else if (message.error?.code === 'too-fast')
      this.drop(); // comes back in a moment and sends again
    else if (message.error?.code === 'bad-message') this.refuseAll({ ...message.error, code: 'bad-request' }); // nor would it be read the next time
  }

  private take(state: State): void {
    const key = String(state.seat);
    state.log = mergeLog(this.states[key]?.log ?? [], state.lines, state.log);
    this.states = { ...this.states, [key]: state };
    this.onstate(state);
    const seen = this.unseen.filter((wanted) => wanted.key === key && wanted.number <= state.number);
    if (!seen.length) return;
    this.unseen = this.unseen.filter((wanted) => !seen.includes(wanted));
    for (const { done } of seen) done();
  }

  /** What was played counts as answered when the state that shows it is here: the next action is for that state. */
  private acknowledge(id: string, seat: number | null | undefined, number: number | undefined): void {
    const key = String(seat);
    const known = this.states[key];
    const { do: what } = this.waiting.get(id)?.command ?? {};
    const done = () => this.answer(id, { ok: true });
    if ((what === 'play' || what === 'undo') && known && number !== undefined && known.number < number)
      this.unseen.push({ key, number, done });
    else done();
  }

  private refuseAll(refused: Refusal): void {
    for (const id of [...this.waiting.keys()]) this.answer(id, { ok: false, refused });
  }

  private answer(id: string, answer: Answer): void {
    const asked = this.waiting.get(id);
    if (this.waiting.delete(id)) this.pending--;
    asked?.done(answer);
  }
}
