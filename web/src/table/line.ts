/**
 * The connection to a table: a socket that reconnects by itself and asks for the events it has missed. Of the messages
 * it knows only their numbers.
 */
import { VERSION, type ErrorAnswer, type ToClient, type ToServer } from '../protocol';

/** `refused`: there is no such table. `blocked`: the server wants nothing from this guest. */
export type LineState = 'connecting' | 'open' | 'lost' | 'closing' | 'refused' | 'blocked';

interface Listener {
  heard(message: ToClient): void;
  changed(state: LineState): void;
  /** The server has ended this device's session. */
  signedOut(): void;
  /** The number of the last known event. */
  number(): number;
}

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 10_000;
/** How long a connection attempt may take. Some networks drop packets without an answer. */
const PATIENCE = 10_000;
const LONG_ABSENCE = 60_000;
const POLICY = 1008;

export class Line {
  #socket: WebSocket | null = null;
  #pause = FIRST_PAUSE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;
  #failed = 0;
  #closing = false;
  #hiddenSince = Infinity;

  constructor(
    readonly table: string,
    readonly listener: Listener,
  ) {
    addEventListener('online', this.#hurry);
    document.addEventListener('visibilitychange', this.#hurry);
    this.#connect();
  }

  /** Sends, if the connection is open. A message that must not get lost is sent again by its owner. */
  send(message: ToServer): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Opens a new connection, since the old one may be dead without having been closed. */
  renew() {
    if (this.#ended) return;
    clearTimeout(this.#timer);
    this.#pause = FIRST_PAUSE;
    const old = this.#socket;
    this.#connect();
    old?.close();
  }

  end() {
    this.#ended = true;
    clearTimeout(this.#timer);
    removeEventListener('online', this.#hurry);
    document.removeEventListener('visibilitychange', this.#hurry);
    this.#socket?.close();
  }

  #connect() {
    const since = this.listener.number();
    const address = new URL(`/api/tables/${encodeURIComponent(this.table)}/socket`, location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    address.searchParams.set('version', String(VERSION));
    if (since > 0) address.searchParams.set('since', String(since));
    const socket = new WebSocket(address);
    this.#socket = socket;
    let opened = false;
    const patience = setTimeout(() => socket.close(), PATIENCE);
    socket.onopen = () => {
      if (this.#socket !== socket) return socket.close();
      opened = true;
      clearTimeout(patience);
      this.#failed = 0;
      this.#pause = FIRST_PAUSE;
      this.#closing = false;
      this.listener.changed('open');
    };
    socket.onmessage = (message) => {
      if (this.#socket !== socket) return;
      const said = JSON.parse(String(message.data)) as ToClient;
      if (said.type === 'closing') this.#closing = true;
      this.listener.heard(said);
    };
    socket.onclose = ({ code, reason }) => {
      clearTimeout(patience);
      if (this.#ended || this.#socket !== socket) return;
      if (code === POLICY && reason.startsWith('signed out')) this.listener.signedOut();
      if (!opened) this.#failed += 1;
      this.#again(opened);
    };
  }

  async #again(wasOpen: boolean) {
    this.listener.changed(
      this.#closing ? 'closing' : wasOpen || this.listener.number() > 0 ? 'lost' : 'connecting',
    );
    // The browser does not say why a socket was refused, so this asks for the table.
    const failed = this.#socket;
    const refusal = !wasOpen && this.#failed >= 2 ? await refusalOf(this.table) : null;
    if (this.#ended || this.#socket !== failed) return;
    if (refusal) {
      this.listener.changed(refusal);
      this.end();
      return;
    }
    this.#timer = setTimeout(() => this.#connect(), this.#pause * (0.75 + Math.random() / 2));
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }

  /**
   * Online or visible again: reconnect without waiting for the pause to end. After a change of network or a long absence
   * this replaces even a socket that looks open, since a device that slept does not hear that it was closed.
   */
  #hurry = (event: Event) => {
    if (document.visibilityState === 'hidden') {
      this.#hiddenSince = Date.now();
      return;
    }
    const open = this.#socket !== null && this.#socket.readyState <= WebSocket.OPEN;
    if (!open || event.type === 'online' || Date.now() - this.#hiddenSince > LONG_ABSENCE) this.renew();
    this.#hiddenSince = Infinity;
  };
}

/** Why the server does not let this guest to the table; null if it may in a moment. */
async function refusalOf(table: string): Promise<'refused' | 'blocked' | null> {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetch(`/api/tables/${encodeURIComponent(table)}`, { signal });
    if (response.status === 404) return 'refused';
    if (response.status !== 403) return null;
    return ((await response.json()) as ErrorAnswer).error.code === 'blocked' ? 'blocked' : null;
  } catch {
    return null;
  }
}
