/**
 * Which trick lies on the table. The server's view has an empty trick as soon as one is complete; people want to see it
 * a moment longer. It stays until somebody leads the next one or its time is over, and taps are never held up by it.
 */
import type { GameEvent } from '../games/module';
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
   * `lay` adds a card to a trick, as an event tells it: the last trick of a round is in no view, since the next round
   * has begun by then.
   */
  constructor(sitting: Sitting, lay: (trick: T, event: GameEvent) => T) {
    let before: T | null = null;
    let seen = sitting.happenings.at(-1)?.number ?? 0;
    $effect(() => {
      const view = (sitting.view ?? {}) as { trick?: T | null; 'last-trick'?: T | null };
      const trick = view.trick ?? null;
      const happening = sitting.happenings.at(-1);
      const fresh = happening !== undefined && happening.number > seen;
      const events = fresh ? gameEvents(happening) : [];
      seen = happening?.number ?? 0;
      const won = events.find((event) => event.type === 'trick');
      if (won) {
        const laid = before && events.slice(0, events.indexOf(won)).reduce(lay, before);
        const complete = laid && { ...laid, winner: won.winner as number | null };
        this.#hold(view['last-trick'] ?? complete, sitting.live);
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
