import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeSocket } from '../../test/socket';
import { chairs, happen, moved, playInfo, snapshot, tableInfo } from '../../test/table';
import { api, Refused } from '../lib/api';
import { myself } from '../lib/me.svelte';
import { forgetNotes, noteOf } from '../lib/notes';
import { notices } from '../lib/notices.svelte';
import { settings } from '../lib/settings.svelte';
import { logOf } from './log';
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
    happen(11, { type: 'started' }, { you: 1, table: tableInfo({ games: 2 }) });
    FakeSocket.latest.tell({ type: 'muted', muted: [2] });
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

  describe('clocks', () => {
    const timed = (turn_ends?: number) =>
      playInfo(VIEW, { to_act: [0], clocks: [{ reserve: 60_000, turn_ends }, { reserve: 60_000 }] });
    const table = tableInfo({ clock: 'fast' });
    const SERVER = 9_000_000;

    beforeEach(() => FakeSocket.latest.tell(snapshot({ table, now: SERVER, play: timed() })));

    test('count down from the arrival of the event, whatever the clocks of server and device show', () => {
      happen(11, moved(1, []), { time: SERVER + 5000, play: timed(SERVER + 15_000) });
      expect(sitting.timeLeft(0)).toBe(10_000);
      vi.setSystemTime(0);
      vi.advanceTimersByTime(4000);
      expect(sitting.timeLeft(0)).toBe(6000);
      FakeSocket.latest.tell({ type: 'presence', online: [true, true, true], now: SERVER + 9000 });
      expect(sitting.timeLeft(1)).toBeNull();
    });

    test('of a snapshot are at most full, even if the server’s clock was set back', () => {
      FakeSocket.latest.tell(snapshot({ table, now: SERVER, play: timed(SERVER + 3_600_000) }));
      expect(sitting.timeLeft(0)).toBe(10_000);
    });

    test('of events that were missed are read again with the server’s time', () => {
      FakeSocket.latest.close();
      vi.advanceTimersByTime(500);
      FakeSocket.latest.accept();
      happen(11, moved(1, []), { time: SERVER + 5000, play: timed(SERVER + 15_000) });
      FakeSocket.latest.tell({ type: 'presence', online: [true, true, true], now: SERVER + 12_000 });
      expect(sitting.timeLeft(0)).toBe(3000);
      // Later on, presence has nothing to do with clocks.
      FakeSocket.latest.tell({ type: 'presence', online: [true, true, true], now: SERVER });
      expect(sitting.timeLeft(0)).toBe(3000);
    });
  });

  test('who is muted', () => {
    FakeSocket.latest.tell(snapshot());
    FakeSocket.latest.tell({ type: 'muted', muted: [1] });
    expect(sitting.muted).toEqual([1]);
    expect(sitting.number).toBe(10);
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

describe('the shuffle', () => {
  const open = (commitment: string) =>
    snapshot({ you: null, table: tableInfo({ phase: 'open', games: 0, commitment }) });
  const sat = (commitment: string, more = {}) => ({
    you: 0,
    table: tableInfo({ phase: 'open', games: 0, commitment, ...more }),
  });
  /** What was noted at the moment when the page sent its first request. */
  let notedWhenSent: unknown;

  beforeEach(() => {
    forgetNotes();
    const socket = FakeSocket.latest;
    const send = socket.send.bind(socket);
    socket.send = (text) => {
      notedWhenSent ??= noteOf('table', 1);
      send(text);
    };
    notedWhenSent = null;
    socket.tell(open('c0ffee'));
  });

  test('is noted before the entropy is sent', () => {
    sitting.sit(0);
    const [request] = sent() as { entropy: string }[];
    expect(notedWhenSent).toEqual({ commitment: 'c0ffee', entropy: request?.entropy });
  });

  test('of the next game is noted when the player is ready', () => {
    FakeSocket.latest.tell(snapshot({ table: tableInfo({ phase: 'over', commitment: 'next' }) }));
    sitting.ready();
    const [request] = sent() as { entropy: string }[];
    expect(noteOf('table', 2)).toEqual({ commitment: 'next', entropy: request?.entropy });
  });

  test('has one entropy for each commitment, so that a second click replaces no note', () => {
    sitting.sit(0);
    sitting.sit(0);
    const [first, second] = sent() as { entropy: string }[];
    expect(second?.entropy).toBe(first?.entropy);
    FakeSocket.latest.tell(open('other'));
    sitting.sit(0);
    expect(noteOf('table', 1)).toMatchObject({ commitment: 'other' });
    expect(noteOf('table', 1)?.entropy).not.toBe(first?.entropy);
  });

  test('is compared during the game, and the seat is noted', () => {
    sitting.sit(0);
    happen(11, { type: 'sat', seat: 0 }, sat('c0ffee'));
    happen(12, { type: 'started' }, { ...sat('c0ffee', { phase: 'playing', games: 1 }), you: 2 });
    expect(sitting.replaced).toBe(false);
    expect(noteOf('table', 1)).toMatchObject({ commitment: 'c0ffee', seat: 2 });
  });

  test('with another commitment than the noted one is reported', () => {
    sitting.sit(0);
    happen(11, { type: 'sat', seat: 0 }, sat('swapped'));
    expect(sitting.replaced).toBe(true);
    happen(12, { type: 'started' }, sat('swapped', { phase: 'playing', games: 1 }));
    expect(sitting.replaced).toBe(true);
    // The note stays as it was before the entropy was sent.
    expect(noteOf('table', 1)).toMatchObject({ commitment: 'c0ffee' });
  });

  test('of the game after this one is no replacement', () => {
    sitting.sit(0);
    happen(11, { type: 'started' }, sat('c0ffee', { phase: 'playing', games: 1 }));
    happen(12, moved(0, []), sat('next', { phase: 'over', games: 1 }));
    expect(sitting.replaced).toBe(false);
  });
});

describe('while the table is resting', () => {
  beforeEach(() => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    FakeSocket.latest.tell(snapshot({ play: myTurn }));
  });
  afterEach(() => vi.restoreAllMocks());
  const rest = () => FakeSocket.latest.tell({ type: 'resting' });
  const refuse = (id?: string) =>
    FakeSocket.latest.tell({ type: 'refused', id, code: 'unavailable', message: '' });

  test('nothing can be chosen until a snapshot comes', () => {
    rest();
    expect(sitting.resting).toBe(true);
    expect(sitting.canChoose).toBe(false);
    sitting.choose('b5');
    expect(sitting.pending).toBeNull();
    FakeSocket.latest.tell(snapshot({ play: myTurn }));
    expect(sitting.resting).toBe(false);
    expect(sitting.canChoose).toBe(true);
  });

  test('a sent move is kept, and sent again unchanged after the rest', () => {
    sitting.choose('b5');
    const [first] = sent();
    refuse(sitting.pending?.id);
    rest();
    vi.advanceTimersByTime(600_000);
    expect(sent()).toEqual([first]);
    expect(FakeSocket.all).toHaveLength(1);
    FakeSocket.latest.tell(snapshot({ play: myTurn }));
    vi.advanceTimersByTime(1000);
    expect(sent()).toEqual([first, first]);
    expect(said()).toEqual([]);
  });

  test('a move that was chosen and not sent yet is sent after the rest', () => {
    settings.set('sending', 'moment');
    sitting.choose('b5');
    rest();
    vi.advanceTimersByTime(DELAY);
    expect(sent()).toEqual([]);
    FakeSocket.latest.tell(snapshot({ play: myTurn }));
    vi.advanceTimersByTime(1);
    expect(sent()).toMatchObject([{ type: 'move', move: 'b5', at: 10 }]);
  });

  test('a move that turns out to be made is not sent again', () => {
    sitting.choose('b5');
    rest();
    FakeSocket.latest.tell(snapshot({ number: 11, play: theirTurn }));
    vi.advanceTimersByTime(UNANSWERED);
    expect(sitting.pending).toBeNull();
    expect(sent()).toHaveLength(1);
  });

  test('a move that cannot be stored is tried less and less often', () => {
    sitting.choose('b5');
    const pauses = Array.from({ length: 7 }, () => {
      const before = sent().length;
      refuse(sitting.pending?.id);
      for (let waited = 500; ; waited += 500) {
        vi.advanceTimersByTime(500);
        if (sent().length > before) return waited;
      }
    });
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
    expect(said()).toEqual([]);
  });

  test('requests are not sent, and refusals are not repeated to the player', () => {
    rest();
    refuse();
    refuse();
    expect(said()).toEqual([]);
    expect(sitting.ask({ type: 'say', text: 'hello' })).toBe(false);
    expect(sitting.ask({ type: 'say', text: 'hello' })).toBe(false);
    expect(sent()).toEqual([]);
    expect(said()).toEqual(['The table is resting. Try again when the game goes on.']);
  });

  test('a new connection learns by itself whether the rest goes on', () => {
    rest();
    FakeSocket.latest.close();
    vi.advanceTimersByTime(500);
    FakeSocket.latest.accept();
    expect(sitting.resting).toBe(false);
    rest();
    expect(sitting.resting).toBe(true);
  });
});

describe('names', () => {
  test('are isolated in sentences, and plain where they stand alone', () => {
    FakeSocket.latest.tell(
      snapshot({ table: tableInfo({ chairs: [chairs.person('שלום'), chairs.bot('Emi')] }) }),
    );
    expect(sitting.people[0]?.name).toBe('שלום');
    expect(sitting.name(0)).toBe('\u2068שלום\u2069');
    expect(sitting.name(1)).toBe('\u2068Emi\u2069');
    expect(sitting.name(7)).toBe('Seat 8');
  });

  test('in the log are isolated', () => {
    FakeSocket.latest.tell(snapshot());
    happen(11, { type: 'back', seat: 1 });
    happen(12, { type: 'closed' }, { table: tableInfo({ phase: 'closed' }) });
    expect(logOf(sitting).map(({ text }) => text)).toEqual([
      '\u2068Ben\u2069 is back.',
      'The operator closed the table.',
    ]);
  });

  test('of people who deleted their data are told in the language of the page', () => {
    FakeSocket.latest.tell(snapshot({ table: tableInfo({ chairs: [chairs.person('')] }) }));
    expect(sitting.people[0]?.name).toBe('Deleted guest');
    settings.set('language', 'de');
    expect(sitting.name(0)).toBe('\u2068Gelöschter Gast\u2069');
  });
});

test('a session that ended elsewhere asks for a snapshot and who this is', async () => {
  const me = vi.spyOn(api, 'me').mockRejectedValue(new Refused('no-guest', ''));
  FakeSocket.latest.tell(snapshot());
  myself.known = { id: 'g1', name: 'Aki' };
  FakeSocket.latest.close(1008, 'signed out; connect again');
  await vi.advanceTimersByTimeAsync(500);
  expect(FakeSocket.latest.since).toBeNull();
  expect(me).toHaveBeenCalledOnce();
  expect(myself.known).toBeNull();
  expect(said()).toContain('You have been signed out on this device.');
  me.mockRestore();
});

test('reconnecting is announced, a first connection is not', () => {
  expect(said()).toEqual([]);
  FakeSocket.latest.tell(snapshot());
  FakeSocket.latest.close();
  vi.advanceTimersByTime(500);
  FakeSocket.latest.accept();
  expect(said()).toEqual(['Reconnected.']);
});
