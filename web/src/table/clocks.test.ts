import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Clocks } from './clocks';

/** The time of the server when the turn began. It has nothing to do with the device's clock. */
const BEGAN = 5_000_000;
const turn = (reserve = 180_000) => [{ reserve, turn_ends: BEGAN + 40_000 }, { reserve: 180_000 }];
let clocks: Clocks;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  clocks = new Clocks();
});

afterEach(() => vi.useRealTimers());

test('an event starts the countdown when it arrives', () => {
  clocks.hear(turn(), 'normal', BEGAN);
  expect(clocks.left(0)).toBe(40_000);
  expect(clocks.left(1)).toBeNull();
  vi.advanceTimersByTime(45_000);
  expect(clocks.left(0)).toBe(-5000);
});

test('a step of the device’s clock changes nothing', () => {
  clocks.hear(turn(), 'normal', BEGAN);
  vi.setSystemTime(1_000_000 - 3_600_000);
  vi.advanceTimersByTime(1000);
  expect(clocks.left(0)).toBe(39_000);
});

test('a step of the server’s clock changes nothing while a turn lasts', () => {
  clocks.hear(turn(), 'normal', BEGAN);
  vi.advanceTimersByTime(10_000);
  // Another seat chose at the same time; the server’s clock had been set back an hour before.
  clocks.hear(turn(), 'normal', BEGAN - 3_600_000);
  expect(clocks.left(0)).toBe(30_000);
});

test('a snapshot tells what is left, between nothing and the full allowance', () => {
  clocks.hear(turn(), 'normal', BEGAN + 15_000, true);
  expect(clocks.left(0)).toBe(25_000);
  clocks.hear(turn(), 'normal', BEGAN + 100_000, true);
  expect(clocks.left(0)).toBe(-60_000);
  // The server’s clock was set back, or forward, since the turn began.
  clocks.hear(turn(), 'normal', BEGAN - 3_600_000, true);
  expect(clocks.left(0)).toBe(40_000);
  clocks.hear(turn(), 'normal', BEGAN + 3_600_000, true);
  expect(clocks.left(0)).toBe(-180_000);
});

test('a move that begins a new turn starts its own countdown', () => {
  clocks.hear(turn(), 'normal', BEGAN);
  vi.advanceTimersByTime(10_000);
  const next = [{ reserve: 180_000 }, { reserve: 180_000, turn_ends: BEGAN + 50_000 }];
  clocks.hear(next, 'normal', BEGAN + 10_000);
  expect(clocks.left(0)).toBeNull();
  expect(clocks.left(1)).toBe(40_000);
});
