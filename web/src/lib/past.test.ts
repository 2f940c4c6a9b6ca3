import { expect, test } from 'vitest';
import { en } from '../words/en';
import { outcomeOf, playersOf } from './past';

test('a person whose name is a level of bots is a person', () => {
  const summary = {
    names: ['easy', 'Botan'],
    bots: [null, 'normal'],
    totals: [3, 9],
    winners: [1],
    draw: false,
  };
  expect(playersOf(summary, en)).toEqual(['\u2068easy\u2069', '\u2068Botan\u2069 (bot, medium)']);
  expect(outcomeOf(summary, 0, en)).toBeNull();
  expect(outcomeOf(summary, 1, en)).toBe('You won');
});

test('an old game has the level of a bot as its name', () => {
  const summary = { names: ['Aki', 'normal'], totals: [9, 3], winners: [0] };
  expect(playersOf(summary, en)).toEqual(['\u2068Aki\u2069', 'Bot (medium)']);
  expect(outcomeOf(summary, 0, en)).toBe('You won');
});

test('a game that everybody wins is a draw if the server says so', () => {
  const summary = {
    names: ['Aki', 'Bo'],
    bots: [null, null],
    totals: [6, 6],
    winners: [0, 1],
    draw: true,
  };
  expect(outcomeOf(summary, 0, en)).toBe('Draw');
});

test('a person who deleted their data has no name any more', () => {
  const summary = { names: ['', 'Bo'], bots: [null, null], totals: [6, 6], winners: [0] };
  expect(playersOf(summary, en)).toEqual(['\u2068Deleted guest\u2069', '\u2068Bo\u2069']);
});
