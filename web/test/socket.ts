/** A socket whose other end is the test. */
import { VERSION, type ToClient, type ToServer } from '../src/protocol';

export class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  /** All sockets since the last `reset`, oldest first. */
  static all: FakeSocket[] = [];

  readonly address: URL;
  readyState = FakeSocket.CONNECTING;
  sent: ToServer[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((end: { code: number; reason: string }) => void) | null = null;

  constructor(address: URL | string) {
    this.address = new URL(address);
    FakeSocket.all.push(this);
  }

  static reset() {
    FakeSocket.all = [];
  }

  static get latest(): FakeSocket {
    const socket = FakeSocket.all.at(-1);
    if (!socket) throw new Error('no socket was opened');
    return socket;
  }

  send(text: string) {
    this.sent.push(JSON.parse(text) as ToServer);
  }

  close(code = 1006, reason = '') {
    if (this.readyState === FakeSocket.CLOSED) return;
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ code, reason });
  }

  // What the server does.

  accept() {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  tell(message: ToClient) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** The number the client says it has, or null if it asks for a snapshot. */
  get since(): string | null {
    return this.address.searchParams.get('since');
  }

  get speaksOurVersion(): boolean {
    return this.address.searchParams.get('version') === String(VERSION);
  }
}
