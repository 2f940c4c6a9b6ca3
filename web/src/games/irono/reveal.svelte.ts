/**
 * Shows a reveal step by step: the three guesses, then the stone turns over, then it goes to its cell. The server's view
 * is already past that, so the table keeps the view before it for a moment. Any tap ends it, and without animations it
 * does not happen at all.
 */
import { untrack } from 'svelte';
import { settings } from '../../lib/settings.svelte';
import type { Sitting } from '../../table/sitting.svelte';
import type { PastRound, View } from './types';

const TURNS = 520;
const PLACED = 1150;
/** The outcome stays a little longer, even if a bot has already hidden its next colour. */
const ENDS = 2300;

export class RevealShow {
  /** The view before the reveal, until the stone goes to its cell. */
  before = $state.raw<View | null>(null);
  /** The round that is being revealed. */
  round = $state.raw<PastRound | null>(null);
  turned = $state(false);
  readonly #sitting: Sitting<'irono'>;
  #timers: ReturnType<typeof setTimeout>[] = [];

  constructor(sitting: Sitting<'irono'>) {
    this.#sitting = sitting;
    let before = sitting.view;
    let seen = sitting.events.at(-1)?.number ?? 0;
    $effect.pre(() => {
      const now = sitting.view;
      const news = sitting.events.filter(({ number }) => number > seen);
      const reveal = news.find((one) => sitting.gameEvents(one).some((event) => event.type === 'revealed'));
      const round = now?.['past-rounds'].at(-1);
      const held = before;
      if (reveal && round && held && !settings.still) untrack(() => this.#hold(held, round, reveal.number));
      seen = sitting.events.at(-1)?.number ?? seen;
      before = now;
    });
    $effect(() => () => this.end());
  }

  #hold(before: View, round: PastRound, number: number) {
    this.end();
    this.before = before;
    this.round = round;
    this.#sitting.logBefore = number;
    this.#timers = [
      setTimeout(() => (this.turned = true), TURNS),
      setTimeout(() => this.#place(), PLACED),
      setTimeout(() => this.end(), ENDS),
    ];
  }

  #place() {
    this.before = null;
    this.#sitting.logBefore = null;
  }

  end() {
    this.#timers.forEach(clearTimeout);
    this.#timers = [];
    this.#place();
    this.round = null;
    this.turned = false;
  }
}
