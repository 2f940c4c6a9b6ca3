import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withEffects } from '../../test/effects.svelte';
import { FakeTable } from '../../test/table';
import { settings } from '../lib/settings.svelte';
import type { View } from '../games/iroha/types';
import { TrickShow } from './trick.svelte';

type Trick = NonNullable<View['trick']>;

const trick = (leader: number, cards: string[], winner: number | null = null): Trick => ({
  leader,
  cards: cards.map((card, turn) => ({ seat: (leader + turn) % 3, card })),
  colours: ['bird'],
  trump: 'bird',
  marked: null,
  winner,
});
const view = (now: Trick | null, last: Trick | null = null) => ({ trick: now, 'last-trick': last });
const played = (seat: number, card: string) => ({ type: 'played', seat, card });
const COMPLETE = trick(0, ['b5', 'b6', 'b7'], 2);
const ended = (complete: Trick = COMPLETE) => ({ type: 'trick', winner: complete.winner, trick: complete });

let end: () => void;

function open(table: FakeTable<'iroha'>): TrickShow<'iroha'> {
  const { made, end: stop } = withEffects(() => new TrickShow(table.sitting));
  end = stop;
  return made;
}

beforeEach(() => {
  vi.useFakeTimers();
  settings.set('motion', 'off');
});

afterEach(() => {
  end();
  vi.useRealTimers();
});

test('a trick in progress is not held', () => {
  const table = new FakeTable<'iroha'>(view(trick(0, ['b5'])));
  const show = open(table);
  table.move(1, [played(1, 'b6')], view(trick(0, ['b5', 'b6'])));
  expect(show.held).toBeNull();
});

test('a finished trick is held for a moment', () => {
  const table = new FakeTable<'iroha'>(view(trick(0, ['b5', 'b6'])));
  const show = open(table);
  table.move(2, [played(2, 'b7'), ended()], view(trick(2, []), COMPLETE));
  expect(show.held).toEqual(COMPLETE);
  vi.advanceTimersByTime(1499);
  expect(show.held).toEqual(COMPLETE);
  vi.advanceTimersByTime(1);
  expect(show.held).toBeNull();
});

test('the next lead ends it early', () => {
  const table = new FakeTable<'iroha'>(view(trick(0, ['b5', 'b6'])));
  const show = open(table);
  table.move(2, [played(2, 'b7'), ended()], view(trick(2, []), COMPLETE));
  table.move(2, [played(2, 'w1')], view(trick(2, ['w1']), COMPLETE));
  expect(show.held).toBeNull();
});

test('the last trick of a round is held too, though the view is already that of the next round', () => {
  const table = new FakeTable<'iroha'>(view(trick(0, ['b5', 'b6'])));
  const show = open(table);
  table.move(2, [played(2, 'b7'), ended(), { type: 'scored' }, { type: 'dealt' }], view(null));
  expect(show.held).toEqual(COMPLETE);
});

test('a held trick keeps what its game says about it', () => {
  const cards = [
    { seat: 0, card: 'g5', trump: null },
    { seat: 1, card: 'r4', trump: 'card' },
  ];
  const leaver = { seat: 2, card: 'b4', trump: 'number' };
  const complete = { leader: 0, colour: 'green', cards, leaver, winner: 1 };
  const table = new FakeTable<'wild-rawz'>(view(null));
  const { made: show, end: stop } = withEffects(() => new TrickShow(table.sitting));
  end = stop;
  table.move(
    2,
    [{ type: 'trick', winner: 1, leader: null, leaver: 2, trick: complete }, { type: 'dealt' }],
    view(null),
  );
  expect(show.held).toEqual(complete);
});

test('of several tricks that a move ends, the one with its card is held', () => {
  const nobody = { ...trick(0, []), colours: [], trump: null };
  const table = new FakeTable<'iroha'>(view(trick(0, ['b5', 'b6'])));
  const show = open(table);
  table.move(2, [played(2, 'b7'), ended(), ended(nobody)], view(null, nobody));
  expect(show.held).toEqual(COMPLETE);
});

test('a page that opens after a trick does not show it again', () => {
  const table = new FakeTable<'iroha'>(view(trick(0, ['b5', 'b6'])));
  table.move(2, [played(2, 'b7'), ended()], view(trick(2, []), COMPLETE));
  expect(open(table).held).toBeNull();
});

test('in a replay it stays until the next step', () => {
  const table = new FakeTable<'iroha'>(view(trick(0, ['b5', 'b6'])), { live: false });
  const show = open(table);
  table.move(2, [played(2, 'b7'), ended()], view(trick(2, []), COMPLETE));
  vi.advanceTimersByTime(60_000);
  expect(show.held).toEqual(COMPLETE);
  table.move(2, [{ type: 'chosen' }], view(trick(2, []), COMPLETE));
  expect(show.held).toBeNull();
});
