import { expect, test } from 'vitest';
import { lineOf, type GameModule } from '../module';
import { game } from './index';
import type { GameEvent } from './types';

const name = (seat: number) => ['Aki', 'Ben'][seat] ?? '';
const line = (event: GameEvent) => lineOf(game as unknown as GameModule, event, name);
const HAND: GameEvent = { type: 'revealed', seat: 1, cards: [], teshi: false, kuttsuki: true, wins: true };

test('a hand that wins at once is said to win', () => {
  expect(line(HAND)).toBe('Ben shows four pairs and wins the round.');
  expect(line({ type: 'scored', points: [0, 6], winner: 1, end: 'kuttsuki' })).toBe('Ben scores 6 points.');
});

test('two hands that would win at once are not both said to win', () => {
  expect(line({ ...HAND, wins: false })).toBe('Ben shows four pairs.');
  const scored = line({ type: 'scored', points: [0, 0], winner: null, end: 'both-hands' });
  expect(scored).toBe('Both hands would win at once, so nobody scores.');
});

test('a round in which nobody stopped is a draw', () => {
  const scored = line({ type: 'scored', points: [0, 0], winner: null, end: 'draw' });
  expect(scored).toBe('Nobody stopped, so nobody scores.');
});
