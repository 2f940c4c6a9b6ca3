import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeSocket } from '../../test/socket';
import { chairs, happen, moved, playInfo, snapshot, tableInfo } from '../../test/table';
import { myself } from '../lib/me.svelte';
import { notices } from '../lib/notices.svelte';
import { settings } from '../lib/settings.svelte';
import { DELAY, Sitting, UNANSWERED } from './sitting.svelte';

const VIEW = { winners: [], totals: [0, 0, 0], scores: [] };
const myTurn = playInfo(VIEW, { legal: ['b5', 'f6'], to_act: [0] });
const theirTurn = playInfo(VIEW, { to_act: [1] });

let sitting: Sitting;
const sent = () => FakeSocket.latest.sent;
const said = () => notices.list.map(({ text }) => text);

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.reset();
  notices.list = [];
  settings.set('language', 'en');
  settings.set('sending', 'once');
  sitting = new Sitting('table');
  FakeSocket.latest.accept();
});

afterEach(() => {
  sitting.end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a chosen move', () => {
  beforeEach(() => FakeSocket.latest.tell(snapshot({ play: myTurn })));

  test('is sent with the number it was chosen at', () => {
    sitting.choose('b5');
    expect(sent()).toEqual([{ type: 'move', id: sitting.pending?.id, at: 10, move: 'b5' }]);
    expect(sitting.canChoose).toBe(false);
  });

  test('that is not legal is not sent; the server is asked why', () => {
    sitting.choose('w1');
    expect(sitting.pending).toBeNull();
    expect(sent()).toMatchObject([{ type: 'why', move: 'w1' }]);
  });

  test('waits for the delay, and can be taken back until then', () => {
    settings.set('sending', 'moment');
    sitting.choose('b5');
    vi.advanceTimersByTime(DELAY - 1);
    sitting.takeBack();
    vi.advanceTimersByTime(DELAY);
    expect(sent()).toEqual([]);
    sitting.choose('f6');
    vi.advanceTimersByTime(DELAY);
    expect(sent()).toMatchObject([{ type: 'move', move: 'f6' }]);
    sitting.takeBack();
    expect(sitting.pending).not.toBeNull();
  });

  test('waits for a confirmation where that is wanted', () => {
    settings.set('sending', 'confirm');
    sitting.choose('b5');
    vi.advanceTimersByTime(60_000);
    expect(sent()).toEqual([]);
    sitting.confirm();
    expect(sent()).toHaveLength(1);
  });

  test('is done when its event comes', () => {
    sitting.choose('b5');
    const id = sitting.pending?.id;
    happen(11, moved(0, []), { id, play: theirTurn });
    expect(sitting.pending).toBeNull();
    expect(sitting.myTurn).toBe(false);
  });

  test('is sent again with the same id after reconnecting, and done when the server knows it', () => {
    sitting.choose('b5');
    const [first] = sent();
    FakeSocket.latest.close();
    vi.advanceTimersByTime(500);
    FakeSocket.latest.accept();
    expect(sent()).toEqual([first]);
    FakeSocket.latest.tell({ type: 'known', id: sitting.pending?.id ?? '', number: 11 });
    expect(sitting.pending).toBeNull();
  });

  test('without an answer replaces the connection', () => {
    sitting.choose('b5');
    vi.advanceTimersByTime(UNANSWERED);
    expect(FakeSocket.all).toHaveLength(2);
  });

  test('that the server could not store is tried again', () => {
    sitting.choose('b5');
    const id = sitting.pending?.id ?? '';
    FakeSocket.latest.tell({ type: 'refused', id, code: 'unavailable', message: '' });
    expect(sitting.pending).not.toBeNull();
    vi.advanceTimersByTime(1000);
    expect(sent()).toHaveLength(2);
    expect(said()).toEqual([]);
  });

  test('that is refused is dropped, in the words of the page', () => {
    sitting.choose('b5');
    const id = sitting.pending?.id ?? '';
    FakeSocket.latest.tell({ type: 'refused', id, code: 'stale', message: 'stale' });
    expect(sitting.canChoose).toBe(true);
    expect(said()).toEqual(['The table has changed. Take a look and choose again.']);
  });

  test('that is not sent is dropped when another move makes it illegal', () => {
    settings.set('sending', 'confirm');
    sitting.choose('b5');
    happen(11, moved(1, []), { play: { ...myTurn, legal: ['f6'] } });
    expect(sitting.pending).toBeNull();
  });
});

describe('events', () => {
  test('that were heard before are ignored', () => {
    FakeSocket.latest.tell(snapshot({ play: myTurn }));
    happen(10, moved(0, []), { play: theirTurn });
    expect(sitting.myTurn).toBe(true);
    expect(sitting.events).toEqual([]);
    happen(11, moved(0, []), { play: theirTurn });
    expect(sitting.number).toBe(11);
    expect(sitting.myTurn).toBe(false);
  });

  test('of a new game replace those of the last', () => {
    FakeSocket.latest.tell(snapshot());
    happen(11, moved(0, []));
    happen(12, { type: 'started' });
    expect(sitting.events.map(({ number }) => number)).toEqual([12]);
  });

  test('that do not concern the player count, but are not kept', () => {
    FakeSocket.latest.tell(snapshot());
    happen(11, { type: 'quiet' });
    expect(sitting.number).toBe(11);
    expect(sitting.events).toEqual([]);
  });

  test('of the chat count as unread if somebody else wrote them', () => {
    FakeSocket.latest.tell(snapshot());
    const talk = { seat: 1, name: 'Ben', text: 'hello', time: 0 };
    happen(11, { type: 'said', talk });
    happen(12, { type: 'said', talk: { ...talk, seat: 0 } });
    expect(sitting.talk).toHaveLength(2);
    expect(sitting.unread).toBe(1);
  });
});

describe('what the server says is not guessed', () => {
  test('mutes follow the server when seats rotate', () => {
    FakeSocket.latest.tell(snapshot({ muted: [1] }));
    happen(11, { type: 'started' }, { you: 1, table: tableInfo({ games: 2 }), muted: [2] });
    expect(sitting.muted).toEqual([2]);
    expect(sitting.you).toBe(1);
  });

  test('bots have the names that the server gives them', () => {
    FakeSocket.latest.tell(
      snapshot({ table: tableInfo({ games: 500, chairs: [chairs.bot('Emi'), chairs.person('Aki')] }) }),
    );
    expect(sitting.people.map(({ name }) => name)).toEqual(['Emi', 'Aki']);
    expect(sitting.people[0]?.level).toBe('easy');
  });

  test('clocks run by the server’s time, however wrong the device’s clock is', () => {
    const now = Date.now() + 3_600_000;
    FakeSocket.latest.tell(snapshot({ now }));
    expect(sitting.until(now + 5000)).toBe(5000);
    vi.advanceTimersByTime(2000);
    expect(sitting.until(now + 5000)).toBe(3000);
    // A message that was on its way for a second does not set the clock back.
    FakeSocket.latest.tell({ type: 'presence', online: [true, true, true], now: now + 1000 });
    expect(sitting.until(now + 5000)).toBe(3000);
    // One that was quicker than the snapshot sets it right.
    FakeSocket.latest.tell({ type: 'presence', online: [true, true, true], now: now + 2400 });
    expect(sitting.until(now + 5000)).toBe(2600);
  });

  test('who is connected', () => {
    FakeSocket.latest.tell(snapshot());
    FakeSocket.latest.tell({ type: 'presence', online: [true, false, true], now: 0 });
    expect(sitting.people.map(({ online }) => online)).toEqual([true, false, true]);
  });
});

test('the others are listed clockwise from my left; a spectator sees all', () => {
  FakeSocket.latest.tell(snapshot({ you: 1 }));
  expect(sitting.others.map(({ seat }) => seat)).toEqual([2, 0]);
  FakeSocket.latest.tell(snapshot({ you: null }));
  expect(sitting.others.map(({ seat }) => seat)).toEqual([0, 1, 2]);
});

test('a seat is empty when the server says that it is free', () => {
  for (const [free, kind] of [
    [false, 'person'],
    [true, 'empty'],
  ] as const) {
    const gone = [chairs.person('Aki'), chairs.person('Ben', { away: true, free }), chairs.bot('Emi')];
    FakeSocket.latest.tell(snapshot({ table: tableInfo({ chairs: gone, phase: 'over' }) }));
    expect(sitting.people[1]?.kind).toBe(kind);
  }
});

test('the answer to an old question for a hint is ignored', () => {
  FakeSocket.latest.tell(snapshot({ play: myTurn }));
  const advice = { move: 'b5', candidates: [], iterations: 0, effective: 0 };
  sitting.hint();
  expect(sitting.advice).toBe('thinking');
  FakeSocket.latest.tell({ type: 'hint', id: 'another', advice });
  expect(sitting.advice).toBe('thinking');
  const request = sent().find(({ type }) => type === 'hint') as { id: string };
  FakeSocket.latest.tell({ type: 'hint', id: request.id, advice });
  expect(sitting.advice).toEqual(advice);
  happen(11, moved(0, []), { play: theirTurn });
  expect(sitting.advice).toBeNull();
});

test('a guest who is newer than the connection sits down over a new one', () => {
  FakeSocket.latest.tell(snapshot({ you: null, table: tableInfo({ phase: 'open' }) }));
  myself.known = { id: 'g1', name: 'Aki' };
  sitting.sit(2);
  expect(FakeSocket.all).toHaveLength(2);
  expect(FakeSocket.latest.since).toBeNull();
  FakeSocket.latest.accept();
  FakeSocket.latest.tell(snapshot({ you: null, table: tableInfo({ phase: 'open' }) }));
  expect(sent()).toMatchObject([{ type: 'sit', seat: 2, entropy: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  myself.known = null;
});

test('the commitment is noted during the game and kept when the next one is shown', () => {
  FakeSocket.latest.tell(snapshot());
  expect(sitting.noted).toMatchObject({ commitment: 'c0ffee' });
  happen(11, moved(0, []), { table: tableInfo({ phase: 'over', commitment: 'next' }) });
  expect(sitting.noted).toMatchObject({ commitment: 'c0ffee' });
});

test('reconnecting is announced, a first connection is not', () => {
  expect(said()).toEqual([]);
  FakeSocket.latest.tell(snapshot());
  FakeSocket.latest.close();
  vi.advanceTimersByTime(500);
  FakeSocket.latest.accept();
  expect(said()).toEqual(['Reconnected.']);
});
