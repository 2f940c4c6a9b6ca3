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
const won = (winner: number | null) => ({ type: 'trick', winner });
const COMPLETE = trick(0, ['b5', 'b6', 'b7'], 2);

let end: () => void;

function open(table: FakeTable<'iroha'>): TrickShow<'iroha'> {
  const { made, end: stop } = withEffects(
    () =>
      new TrickShow(table.sitting, (before, event) => {
        if (event.type !== 'played') return before;
        return { ...before, cards: [...before.cards, { seat: event.seat, card: event.card }] };
      }),
  );
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
  table.move(2, [played(2, 'b7'), won(2)], view(trick(2, []), COMPLETE));
  expect(show.held).toEqual(COMPLETE);
  vi.advanceTimersByTime(1499);
  expect(show.held).toEqual(COMPLETE);
  vi.advanceTimersByTime(1);
  expect(show.held).toBeNull();
});

test('the next lead ends it early', () => {
  const table = new FakeTable<'iroha'>(view(trick(0, ['b5', 'b6'])));
  const show = open(table);
  table.move(2, [played(2, 'b7'), won(2)], view(trick(2, []), COMPLETE));
  table.move(2, [played(2, 'w1')], view(trick(2, ['w1']), COMPLETE));
  expect(show.held).toBeNull();
});

test('the last trick of a round is put together from events, since no view has it', () => {
  const table = new FakeTable<'iroha'>(view(trick(0, ['b5', 'b6'])));
  const show = open(table);
  table.move(2, [played(2, 'b7'), won(2), { type: 'scored' }, { type: 'dealt' }], view(null));
  expect(show.held).toEqual(COMPLETE);
});

test('a trick that nobody wins has no winner', () => {
  const table = new FakeTable<'iroha'>(view(trick(0, ['b5', 'b6'])));
  const show = open(table);
  table.move(2, [played(2, 'b7'), won(null)], view(null));
  expect(show.held?.winner).toBeNull();
});

test('a page that opens after a trick does not show it again', () => {
  const table = new FakeTable<'iroha'>(view(trick(0, ['b5', 'b6'])));
  table.move(2, [played(2, 'b7'), won(2)], view(trick(2, []), COMPLETE));
  expect(open(table).held).toBeNull();
});

test('in a replay it stays until the next step', () => {
  const table = new FakeTable<'iroha'>(view(trick(0, ['b5', 'b6'])), { live: false });
  const show = open(table);
  table.move(2, [played(2, 'b7'), won(2)], view(trick(2, []), COMPLETE));
  vi.advanceTimersByTime(60_000);
  expect(show.held).toEqual(COMPLETE);
  table.move(2, [{ type: 'chosen' }], view(trick(2, []), COMPLETE));
  expect(show.held).toBeNull();
});
