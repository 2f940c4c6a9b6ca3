import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeSocket } from '../../test/socket';
import { Line, type LineState } from './line';

let states: LineState[];
let heard: string[];
let number: number;
let line: Line;

beforeEach(() => {
  vi.useFakeTimers();
  // The pause before a new attempt varies by chance; here it is exactly as long as its middle.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.reset();
  states = [];
  heard = [];
  number = 0;
  line = new Line('t 1', {
    heard: (message) => heard.push(message.type),
    changed: (state) => states.push(state),
    signedOut: () => heard.push('signed out'),
    number: () => number,
  });
});

afterEach(() => {
  line.end();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const show = (visibility: 'visible' | 'hidden') => {
  Object.assign(document, { visibilityState: visibility });
  document.dispatchEvent(new Event('visibilitychange'));
};

test('the first connection names the table and the version and asks for a snapshot', () => {
  const { address, since, speaksOurVersion } = FakeSocket.latest;
  expect(address.href).toContain('ws://irori.test/api/tables/t%201/socket');
  expect(speaksOurVersion).toBe(true);
  expect(since).toBeNull();
  FakeSocket.latest.accept();
  expect(states).toEqual(['open']);
});

test('a lost connection is opened again and says what it has', () => {
  FakeSocket.latest.accept();
  number = 7;
  FakeSocket.latest.close();
  expect(states).toEqual(['open', 'lost']);
  expect(FakeSocket.all).toHaveLength(1);
  vi.advanceTimersByTime(250);
  expect(FakeSocket.all).toHaveLength(2);
  expect(FakeSocket.latest.since).toBe('7');
  FakeSocket.latest.accept();
  expect(states.at(-1)).toBe('open');
});

/** Closes the socket and measures how long it takes until the next one is opened. */
async function pauseAfterClose(): Promise<number> {
  const before = FakeSocket.all.length;
  FakeSocket.latest.close();
  for (let waited = 50; waited <= 20_000; waited += 50) {
    await vi.advanceTimersByTimeAsync(50);
    if (FakeSocket.all.length > before) return waited;
  }
  throw new Error('no new attempt');
}

test('each failed attempt doubles the pause, up to ten seconds, and success resets it', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve({ status: 200 }));
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 7; attempt++) pauses.push(await pauseAfterClose());
  expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000]);
  FakeSocket.latest.accept();
  expect(await pauseAfterClose()).toBe(250);
});

test('a server that announces its end is restarting, not lost', () => {
  FakeSocket.latest.accept();
  FakeSocket.latest.tell({ type: 'closing' });
  FakeSocket.latest.close();
  expect(heard).toEqual(['closing']);
  expect(states.at(-1)).toBe('closing');
});

test('an attempt that nobody answers is given up after ten seconds', () => {
  vi.advanceTimersByTime(9_999);
  expect(FakeSocket.latest.readyState).toBe(FakeSocket.CONNECTING);
  vi.advanceTimersByTime(1);
  expect(FakeSocket.all[0]?.readyState).toBe(FakeSocket.CLOSED);
});

test('a table that does not exist is refused after the second attempt', async () => {
  const fetched = vi.fn(() => Promise.resolve({ status: 404 }));
  vi.stubGlobal('fetch', fetched);
  FakeSocket.latest.close();
  await vi.advanceTimersByTimeAsync(250);
  expect(fetched).not.toHaveBeenCalled();
  FakeSocket.latest.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched).toHaveBeenCalledOnce();
  expect(states.at(-1)).toBe('refused');
  expect(FakeSocket.all).toHaveLength(2);
});

test('a guest who is blocked is told so, and no other attempt is made', async () => {
  const error = { code: 'blocked', message: '' };
  vi.stubGlobal('fetch', () => Promise.resolve({ status: 403, json: () => Promise.resolve({ error }) }));
  FakeSocket.latest.close();
  await vi.advanceTimersByTimeAsync(250);
  FakeSocket.latest.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(states.at(-1)).toBe('blocked');
  expect(FakeSocket.all).toHaveLength(2);
});

test('the end of a session is told before the next connection says what it has', () => {
  FakeSocket.latest.accept();
  number = 7;
  FakeSocket.latest.close(1008, 'signed out; connect again');
  expect(heard).toEqual(['signed out']);
  number = 0;
  vi.advanceTimersByTime(250);
  expect(FakeSocket.latest.since).toBeNull();
  FakeSocket.latest.close(1008, 'too many messages');
  expect(heard).toEqual(['signed out']);
});

test('messages of a replaced socket are ignored', () => {
  const old = FakeSocket.latest;
  old.accept();
  line.renew();
  old.tell({ type: 'closing' });
  expect(heard).toEqual([]);
  FakeSocket.latest.accept();
  FakeSocket.latest.tell({ type: 'closing' });
  expect(heard).toEqual(['closing']);
});

test('back online, a socket that looks open is replaced', () => {
  FakeSocket.latest.accept();
  dispatchEvent(new Event('online'));
  expect(FakeSocket.all).toHaveLength(2);
});

test('visible again, only a long absence replaces an open socket', () => {
  FakeSocket.latest.accept();
  show('hidden');
  vi.advanceTimersByTime(59_000);
  show('visible');
  expect(FakeSocket.all).toHaveLength(1);
  show('hidden');
  vi.advanceTimersByTime(61_000);
  show('visible');
  expect(FakeSocket.all).toHaveLength(2);
});

test('what is sent without a connection is not sent', () => {
  expect(line.send({ type: 'start' })).toBe(false);
  FakeSocket.latest.accept();
  expect(line.send({ type: 'start' })).toBe(true);
  expect(FakeSocket.latest.sent).toEqual([{ type: 'start' }]);
});

test('an ended line stays ended', () => {
  FakeSocket.latest.accept();
  line.end();
  dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});
