/**
 * The moment before a hidden colour is known: three guesses lie open, then the stone turns over, then it goes to its
 * cell. The server's view is past all that already, so the table before it is kept a moment. Taps are not held up, any
 * of them ends the moment, and where motion is not wanted there is none.
 */
import { untrack } from 'svelte';
import { settings } from '../../lib/settings.svelte';
import { gameEvents, type Sitting } from '../../table/sitting.svelte';
import type { PastRound, View } from './view';

const TURNS = 520;
const PLACED = 1150;
/** The outcome stays a little longer: a bot may have hidden its next colour already. */
const ENDS = 2300;

export class RevealShow {
  /** The table as it was, until the stone goes to its cell. */
  before = $state.raw<View | null>(null);
  /** The round whose outcome is about to be seen. */
  round = $state.raw<PastRound | null>(null);
  /** Whether the hidden stone has turned over. */
  turned = $state(false);
  readonly #sitting: Sitting;
  #timers: ReturnType<typeof setTimeout>[] = [];

  constructor(sitting: Sitting) {
    this.#sitting = sitting;
    let before = sitting.view as View | null;
    let seen = sitting.happenings.at(-1)?.number ?? 0;
    $effect.pre(() => {
      const now = sitting.view as View | null;
      const news = sitting.happenings.filter(({ number }) => number > seen);
      const reveal = news.find((one) => gameEvents(one).some((event) => event.type === 'revealed'));
      const round = now?.['past-rounds'].at(-1);
      if (reveal && round && before && !settings.still)
        untrack(() => this.#hold(before as View, round, reveal.number));
      seen = sitting.happenings.at(-1)?.number ?? seen;
      before = now;
    });
    $effect(() => () => this.end());
  }

  #hold(before: View, round: PastRound, number: number) {
    this.end();
    this.before = before;
    this.round = round;
    this.#sitting.toldBefore = number;
    this.#timers = [
      setTimeout(() => (this.turned = true), TURNS),
      setTimeout(() => this.#place(), PLACED),
      setTimeout(() => this.end(), ENDS),
    ];
  }

  #place() {
    this.before = null;
    this.#sitting.toldBefore = null;
  }

  end() {
    this.#timers.forEach(clearTimeout);
    this.#timers = [];
    this.#place();
    this.round = null;
    this.turned = false;
  }
}
