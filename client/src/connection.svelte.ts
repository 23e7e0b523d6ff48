// One table over the stream: the newest state of each seat that this browser holds, and commands that are sent again
// until they are answered. What is lost on the way is asked for again; docs/api.md describes the messages.

import { api } from './api';
import { lang } from './i18n/language.svelte';
import { ungrouped } from './offers';
import type { ClientMessage, Command, Line, Presence, Refusal, ServerMessage, State } from './types';

export type Link = 'connecting' | 'open' | 'lost' | 'gone' | 'broken';
export type Answer = { ok: true } | { ok: false; refused: Refusal };

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
/** If a command is not answered in this time, the connection is taken for lost. */
const PATIENCE = 6000;
const GONE: Refusal = { code: 'gone', message: 'the table is gone' };
const BROKEN: Refusal = { code: 'broken-table', message: 'the table cannot be read' };
/** After how long a table that the server could not read is asked for again. */
const BROKEN_WAIT = 60_000;

type Lines = Pick<State, 'first' | 'log'>;

/**
 * The lines that are known after a state that brought the last of them, and the number of the first. Lines before
 * `settled` of the state before cannot have changed. If some after it are missing, only what came is known: what is
 * before can be asked for.
 */
export function mergeLog(known: State | undefined, state: Omit<State, 'first'>): Lines {
  const first = state.lines - state.log.length;
  if (!known || known.number > state.number || first > known.settled || first < known.first)
    return { first, log: state.log };
  return { first: known.first, log: [...known.log.slice(0, first - known.first), ...state.log] };
}

export class Connection {
  link = $state<Link>('connecting');
  seats = $state.raw<number[]>([]);
  /** Whether this browser opened the table. */
  opener = $state(false);
  /** Whether who opened the table has removed this browser from it. */
  removed = $state(false);
  presence = $state.raw<Presence>({ seats: [], watching: 0 });
  /** Whether the server has told who is here. */
  knowsPresence = $state(false);
  /** How many commands wait for their answer. */
  pending = $state(0);
  /**
   * The newest state of each seat of ours, or the spectator's, by `String(seat)`; with the lines of the log that have
   * come.
   */
  states = $state.raw<Record<string, State>>({});
  /** The lines that were asked for beyond those, up to number `end`. */
  private earlier = $state.raw<Record<string, { end: number; log: Line[] }>>({});
  /** Called with each state as it comes, for whoever shows them one after another. */
  onstate: (state: State) => void = () => {};
  /** Called when seats were taken from this browser, which did not stand up itself. */
  onlost: () => void = () => {};

  private socket: WebSocket | null = null;
  private waiting = new Map<string, { command: Command; done: (answer: Answer) => void }>();
  /** What is carried out, but not seen yet: by seat, the number of the state that will show it. */
  private unseen: { key: string; number: number; done: () => void }[] = [];
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private doubt: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  /** Whether this browser has asked to stand up. */
  private standing = false;
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

  /** The lines of the log that are known of a state, with those that were asked for. */
  linesOf(state: State): Lines {
    const earlier = this.earlier[String(state.seat)];
    if (earlier?.end !== state.first) return state;
    return { first: earlier.end - earlier.log.length, log: [...earlier.log, ...state.log] };
  }

  /** Asks for the lines before those that are known. */
  async loadEarlier(state: State): Promise<void> {
    const { first } = this.linesOf(state);
    if (!first) return;
    const page = await api.log(this.table, state.seat, first);
    const known = this.linesOf(state);
    if (known.first !== first) return; // asked for twice
    const log = [...page.log, ...known.log.slice(0, state.first - first)];
    this.earlier = { ...this.earlier, [String(state.seat)]: { end: state.first, log } };
  }

  /** Sends a command until it is answered, over lost connections too: it has an id, so it is carried out once. */
  send(command: Command): Promise<Answer> {
    const id = `${this.prefix}-${++this.made}`;
    if (command.do === 'stand') this.standing = true;
    return new Promise((done) => {
      this.waiting.set(id, { command, done });
      this.pending++;
      if (this.link === 'gone') this.answer(id, { ok: false, refused: GONE });
      else if (this.link === 'broken') this.answer(id, { ok: false, refused: BROKEN });
      else if (this.link === 'open') this.put({ id, ...command });
    });
  }

  private put(message: ClientMessage): void {
    this.socket?.send(JSON.stringify(message));
    clearTimeout(this.doubt);
    this.doubt = setTimeout(() => {
      if (this.waiting.size) this.drop();
    }, PATIENCE);
  }

  /** Closes a connection that does not answer, and opens a new one. */
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
      const cursors = Object.entries(this.states).map(([seat, state]) => [
        seat === 'null' ? 'spectator' : seat,
        { number: state.number, settled: state.settled },
      ]);
      this.put({ do: 'hello', cursors: Object.fromEntries(cursors), grouped: true });
      this.link = 'open';
      for (const [id, { command }] of this.waiting) this.put({ id, ...command });
    };
    socket.onmessage = (message) => {
      if (socket === this.socket) this.receive(JSON.parse(message.data as string) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (socket !== this.socket || this.closed) return;
      if (event.code === 4404) {
        this.socket = null;
        this.link = 'gone';
        this.refuseAll(GONE);
        return;
      }
      if (event.code === 4500) {
        this.socket = null;
        this.link = 'broken';
        this.refuseAll(BROKEN);
        this.timer = setTimeout(() => this.connect(), BROKEN_WAIT);
        return;
      }
      this.lose();
    };
  }

  private receive(message: ServerMessage): void {
    this.wait = FIRST_WAIT; // not when it opens: a server that hangs up at once is not to be asked all the time
    switch (message.type) {
      case 'state':
        return this.take(message.state);
      case 'seats':
        return this.takeSeats(message);
      case 'presence':
        this.presence = message.presence;
        this.knowsPresence = true;
        return;
      case 'ack':
        return this.acknowledge(message.id, message.seat, message.number);
      case 'refused':
        return this.answer(message.id, { ok: false, refused: message.refused });
      case 'error':
        if (message.error.code === 'too-fast') this.drop(); // comes back in a moment and sends again
        // nor would it be read the next time
        if (message.error.code === 'bad-message') this.refuseAll({ ...message.error, code: 'bad-request' });
    }
  }

  /** Forgets the states of seats that were lost, as the server does. */
  private takeSeats({ seats, opener, removed }: { seats: number[]; opener: boolean; removed: boolean }): void {
    const lost = this.seats.filter((seat) => !seats.includes(seat));
    const ours = ([key]: [string, unknown]) => key === 'null' || seats.includes(Number(key));
    this.states = Object.fromEntries(Object.entries(this.states).filter(ours));
    this.earlier = Object.fromEntries(Object.entries(this.earlier).filter(ours));
    this.seats = seats;
    this.opener = opener;
    this.removed = removed;
    if (!lost.length) return;
    if (!this.standing) this.onlost();
    this.standing = false;
  }

  private take(sent: Omit<State, 'first'>): void {
    const key = String(sent.seat);
    const actions = sent.grouped ? ungrouped(sent.grouped) : sent.actions;
    const state: State = { ...sent, actions, ...mergeLog(this.states[key], sent) };
    this.states = { ...this.states, [key]: state };
    this.onstate(state);
    const seen = this.unseen.filter((wanted) => wanted.key === key && wanted.number <= state.number);
    if (!seen.length) return;
    this.unseen = this.unseen.filter((wanted) => !seen.includes(wanted));
    for (const { done } of seen) done();
  }

  /** What was played counts as answered when the state that shows it is here: the next action is for that state. */
  private acknowledge(id: string, seat: number | null, number: number): void {
    const key = String(seat);
    const known = this.states[key];
    const { do: what } = this.waiting.get(id)?.command ?? {};
    const done = () => this.answer(id, { ok: true });
    if ((what === 'play' || what === 'undo') && known && known.number < number) this.unseen.push({ key, number, done });
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
