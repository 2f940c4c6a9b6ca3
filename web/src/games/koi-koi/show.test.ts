import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { flushSync } from 'svelte';
import { withEffects } from '../../../test/effects.svelte';
import { FakeTable } from '../../../test/table';
import { settings } from '../../lib/settings.svelte';
import { Show } from './show.svelte';

const NOTHING = { brights: [], animals: [], ribbons: [], plains: [] };
const view = (more: Record<string, unknown> = {}) => ({
  phase: 'play',
  'to-act': [0],
  hand: ['1R', '5K1'],
  pile: 20,
  ba: ['1B', '2A', '7K1'],
  turned: null,
  turn: null,
  'last-turn': null,
  captured: [NOTHING, NOTHING],
  ...more,
});
/** Seat 0 plays the pine ribbon on the crane, then turns up a plum card on the warbler. */
const TURN = [
  { type: 'played', seat: 0, card: '1R', wild: false },
  { type: 'captured', seat: 0, with: '1R', cards: ['1B'] },
  { type: 'turned', seat: 0, card: '2K1' },
  { type: 'captured', seat: 0, with: '2K1', cards: ['2A'] },
];
const AFTER = view({
  'to-act': [1],
  hand: ['5K1'],
  pile: 19,
  ba: ['7K1'],
  'last-turn': { seat: 0 },
  captured: [{ brights: ['1B'], animals: ['2A'], ribbons: ['1R'], plains: ['2K1'] }, NOTHING],
});

let table: FakeTable<'koi-koi'>;
let show: Show;
let end: () => void;

function open(options: { live?: boolean } = {}) {
  table = new FakeTable(view(), options);
  ({ made: show, end } = withEffects(() => new Show(table.sitting)));
}

beforeEach(() => {
  vi.useFakeTimers();
  settings.set('motion', 'on');
  open();
});

afterEach(() => {
  end();
  vi.useRealTimers();
});

test('a table that opens shows the view', () => {
  expect(show.places).toEqual(['1B', '2A', '7K1']);
  expect(show.hand).toEqual(['1R', '5K1']);
  expect(show.pile).toBe(20);
});

test('a turn is shown card by card', () => {
  table.move(0, TURN, AFTER);
  expect(show.active).toMatchObject({ card: '1R', from: 'hand', on: '1B' });
  expect(show.hand).toEqual(['5K1']);
  expect(show.captured[0]).toEqual(NOTHING);

  vi.advanceTimersByTime(620);
  expect(show.taking).toEqual(['1B', '1R']);
  vi.advanceTimersByTime(320);
  expect(show.active).toBeNull();
  expect(show.places).toEqual([null, '2A', '7K1']);
  expect(show.captured[0]).toMatchObject({ brights: ['1B'], ribbons: ['1R'], plains: [] });
  expect(show.pile).toBe(20);

  vi.advanceTimersByTime(480);
  expect(show.pile).toBe(19);
  expect(show.active).toMatchObject({ card: '2K1', from: 'pile', on: '2A' });

  vi.advanceTimersByTime(10_000);
  expect(show.captured).toEqual(AFTER.captured);
  expect(show.places).toEqual([null, null, '7K1']);
  expect(show.view).toEqual(AFTER);
});

test('points and yaku wait for the cards', () => {
  table.move(0, TURN, AFTER);
  expect(show.view).toEqual(view());
});

test('a card that matches nothing is laid into the first gap', () => {
  table.move(0, TURN, AFTER);
  vi.advanceTimersByTime(10_000);
  const laid = [
    { type: 'played', seat: 1, card: '9K1', wild: false },
    { type: 'laid', seat: 1, card: '9K1' },
  ];
  table.move(1, laid, { ...AFTER, ba: ['7K1', '9K1'], 'to-act': [0] });
  expect(show.places).toEqual(['9K1', null, '7K1']);
  expect(show.fresh).toMatchObject({ card: '9K1', seat: 1, from: 'hand' });
});

test('choosing a move skips to the newest view', () => {
  table.move(0, TURN, AFTER);
  table.sitting.pending = { id: 'x', move: 'play 5K1', at: 1, sent: false };
  flushSync();
  expect(show.captured).toEqual(AFTER.captured);
  expect(show.active).toBeNull();
});

test('the log waits for what is not shown yet', () => {
  const first = table.move(0, TURN, AFTER);
  table.move(1, [{ type: 'koi', seat: 1 }], AFTER);
  // The first turn is being shown; the call after it is not in the log yet.
  vi.advanceTimersByTime(620);
  expect(table.sitting.logBefore).toBe(first + 1);
  vi.advanceTimersByTime(10_000);
  expect(table.sitting.logBefore).toBeNull();
});

test('a turned card that awaits a choice is with the player whose turn it is', () => {
  const waiting = view({ 'to-act': [], turned: '2K1', turn: { seat: 1 } });
  table.move(1, [], waiting);
  show.finish();
  expect(show.active).toMatchObject({ card: '2K1', seat: 1, from: 'pile' });
});

test('who won a round is what the server says, whatever the points', () => {
  const scored = { type: 'scored', points: [0, 6] };
  table.move(0, [{ ...scored, winner: null, end: 'draw' }], AFTER);
  expect(show.banner).toMatchObject({ type: 'scored', seat: null, end: 'draw', points: 0 });
  vi.advanceTimersByTime(10_000);
  table.move(0, [{ ...scored, winner: 1, end: 'teshi' }], AFTER);
  expect(show.banner).toMatchObject({ type: 'scored', seat: 1, end: 'teshi', points: 6 });
});

test('a yaku is announced to the others, since its maker sees it in the decision', () => {
  const yaku = { type: 'yaku', yaku: [{ name: 'tan', points: 1 }], counter: false };
  table.move(0, [{ ...yaku, seat: 0 }], AFTER);
  expect(show.banner).toBeNull();
  table.move(1, [{ ...yaku, seat: 1 }], AFTER);
  expect(show.banner).toMatchObject({ type: 'yaku', seat: 1 });
});

test('a new deal clears the table', () => {
  table.move(0, TURN, AFTER);
  vi.advanceTimersByTime(10_000);
  const dealt = view({ ba: ['3B', '4A'], hand: [], phase: 'hands', pile: 24 });
  table.move(1, [{ type: 'dealt', oya: 1, ba: ['3B', '4A'] }], dealt);
  expect(show.places).toEqual(['3B', '4A']);
  expect(show.captured).toEqual([NOTHING, NOTHING]);
  expect(show.pile).toBe(24);
});

test('in a replay, a step forward ends what the step before was showing', () => {
  end();
  open({ live: false });
  table.move(0, TURN, AFTER);
  vi.advanceTimersByTime(100);
  const laid = [
    { type: 'played', seat: 1, card: '9K1', wild: false },
    { type: 'laid', seat: 1, card: '9K1' },
  ];
  table.move(1, laid, { ...AFTER, ba: ['7K1', '9K1'] });
  expect(show.captured[0]).toMatchObject({ brights: ['1B'], animals: ['2A'] });
  expect(show.places).toContain('9K1');
});
