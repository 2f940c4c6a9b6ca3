/**
 * Which trick lies on the table. The server's view has an empty trick as soon as one is complete; people want to see it
 * a moment longer. It stays until somebody leads the next one or its time is over, and taps are never held up by it.
 */
import { settings } from '../lib/settings.svelte';
import { gameEvents, type Sitting } from './sitting.svelte';

export interface PlayedCard {
  seat: number;
  card: string;
  /** Whose it is when the trick is over, where that is not the winner. */
  to?: number;
}

export interface Trick {
  leader: number;
  cards: PlayedCard[];
  winner: number | null;
}

const HELD = 1500;

export class TrickShow<T extends Trick> {
  /** The complete trick that is still to be seen. */
  held = $state.raw<T | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * `of` takes the trick under way and the last one out of the view. `finish` adds what events tell to a trick: the
   * last one of a round is in no view, since the next round has begun by then.
   */
  constructor(
    sitting: Sitting,
    of: (view: unknown) => { trick: T | null; last: T | null },
    finish: (trick: T, event: Record<string, unknown>) => T,
  ) {
    let before: T | null = null;
    let seen = sitting.happenings.at(-1)?.number ?? 0;
    $effect(() => {
      const { trick, last } = of(sitting.play?.view ?? {});
      const happening = sitting.happenings.at(-1);
      const fresh = happening !== undefined && happening.number > seen;
      const events = fresh ? gameEvents(happening) : [];
      seen = happening?.number ?? 0;
      const won = events.find((event) => event.type === 'trick');
      if (won) {
        const base = before;
        const played = events.slice(0, events.indexOf(won) + 1);
        this.#hold(last ?? (base ? played.reduce(finish, base) : null), sitting.live);
      } else if ((trick && trick.cards.length > 0) || (!sitting.live && fresh)) {
        this.#hold(null);
      }
      before = trick;
    });
    $effect(() => () => clearTimeout(this.#timer));
  }

  /** In a past game it stays as long as its moment is looked at. */
  #hold(trick: T | null, passing = true) {
    clearTimeout(this.#timer);
    this.held = trick;
    if (trick && passing)
      this.#timer = setTimeout(() => (this.held = null), settings.still ? HELD : HELD + 300);
  }
}
