/**
 * The countdowns of the seats. They run on the monotonic clock, so that neither a step of the server's clock nor one of
 * the device's changes them. A time of the server is only ever compared with another time of the server.
 */
import type { ClockInfo, Pace } from '../protocol';

const SECOND = 1000;
const DAY = 86_400 * SECOND;

/** The time for each move (`docs/protocol.md`). */
const ALLOWANCE: Record<Pace, number> = {
  none: 0,
  relaxed: 120 * SECOND,
  normal: 40 * SECOND,
  fast: 10 * SECOND,
  'days-1': DAY,
  'days-3': 3 * DAY,
  'days-7': 7 * DAY,
};

interface Running {
  clock: ClockInfo;
  /** When the time for the move is up and the reserve begins to run, on the monotonic clock. */
  ends: number;
}

export class Clocks {
  #running: (Running | null)[] = [];

  /**
   * Takes the clocks of an event that happened at `time`, or of a message that was made then. A clock that was running
   * before runs on; `restart` reads it again, as the device may have slept or missed something.
   */
  hear(clocks: ClockInfo[], pace: Pace, time: number, restart = false) {
    const before = restart ? [] : this.#running;
    this.#running = clocks.map((clock, seat) => {
      if (clock.turn_ends === undefined) return null;
      const same = before[seat];
      if (same?.clock.turn_ends === clock.turn_ends && same.clock.reserve === clock.reserve) return same;
      const whole = ALLOWANCE[pace] + clock.reserve;
      const left = Math.min(Math.max(clock.turn_ends + clock.reserve - time, 0), whole);
      return { clock, ends: performance.now() + left - clock.reserve };
    });
  }

  /** What is left of the time for a seat's move. Negative while the reserve runs, null while others move. */
  left(seat: number): number | null {
    const running = this.#running[seat];
    return running ? running.ends - performance.now() : null;
  }
}
