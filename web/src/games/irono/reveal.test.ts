import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withEffects } from '../../../test/effects.svelte';
import { FakeTable } from '../../../test/table';
import { settings } from '../../lib/settings.svelte';
import { RevealShow } from './reveal.svelte';

const ROUND = {
  cell: 'b2',
  active: 0,
  guesser: 1,
  hidden: 'red',
  laid: ['red', 'blue', 'grey'],
  guessed: true,
  'placed-by': 1,
};
const BEFORE = { phase: 'guess', mark: 'b2', 'past-rounds': [] };
const AFTER = { phase: 'mark', mark: null, 'past-rounds': [ROUND] };
const REVEAL = [{ type: 'guessed' }, { type: 'revealed' }, { type: 'placed' }];

let table: FakeTable<'irono'>;
let show: RevealShow;
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  settings.set('motion', 'on');
  table = new FakeTable(BEFORE);
  ({ made: show, end } = withEffects(() => new RevealShow(table.sitting)));
});

afterEach(() => {
  end();
  vi.useRealTimers();
});

test('a reveal shows the guesses, turns the stone, places it and ends', () => {
  const number = table.move(1, REVEAL, AFTER);
  expect(show.before).toEqual(BEFORE);
  expect(show.round).toEqual(ROUND);
  expect(show.turned).toBe(false);
  expect(table.sitting.logBefore).toBe(number);

  vi.advanceTimersByTime(520);
  expect(show.turned).toBe(true);
  expect(show.before).toEqual(BEFORE);

  vi.advanceTimersByTime(1150 - 520);
  expect(show.before).toBeNull();
  expect(table.sitting.logBefore).toBeNull();
  expect(show.round).toEqual(ROUND);

  vi.advanceTimersByTime(2300 - 1150);
  expect(show.round).toBeNull();
  expect(show.turned).toBe(false);
});

test('other events show nothing', () => {
  table.move(0, [{ type: 'hidden' }], BEFORE);
  expect(show.round).toBeNull();
  expect(show.before).toBeNull();
});

test('a tap ends it at once', () => {
  table.move(1, REVEAL, AFTER);
  show.end();
  expect(show.round).toBeNull();
  expect(show.before).toBeNull();
  expect(table.sitting.logBefore).toBeNull();
  vi.advanceTimersByTime(520);
  expect(show.turned).toBe(false);
});

test('the next colour of a quick bot does not cut the outcome short', () => {
  table.move(1, REVEAL, AFTER);
  const next = { ...AFTER, phase: 'guess', mark: 'c3' };
  table.move(1, [{ type: 'marked' }], next);
  expect(show.round).toEqual(ROUND);
  expect(show.before).toEqual(BEFORE);
});

test('without animations there is no show', () => {
  settings.set('motion', 'off');
  table.move(1, REVEAL, AFTER);
  expect(show.round).toBeNull();
  expect(table.sitting.logBefore).toBeNull();
});

test('a table that is left gives the log free', () => {
  table.move(1, REVEAL, AFTER);
  end();
  expect(table.sitting.logBefore).toBeNull();
});
