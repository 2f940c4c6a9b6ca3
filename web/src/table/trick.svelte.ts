/**
 * Keeps a finished trick on the table for a moment, since the server's view is empty as soon as a trick is complete. It
 * stays until the next trick is led or its time is over, and never delays a tap.
 */
import type { GameId, Games } from '../games/module';
import { settings } from '../lib/settings.svelte';
import type { Sitting } from './sitting.svelte';

export interface PlayedCard {
  seat: number;
  card: string;
  /** The seat that gets the card after the trick, if that is not the winner. */
  to?: number;
}

export interface Trick {
  leader: number | null;
  cards: PlayedCard[];
  winner: number | null;
}

/** The trick in a game's view. */
type TrickOf<G extends GameId> = Trick & NonNullable<Extract<Games[G]['view'], { trick: unknown }>['trick']>;

const HELD = 1500;

export class TrickShow<G extends GameId> {
  /** The finished trick that is still shown. */
  held = $state.raw<TrickOf<G> | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * `lay` adds an event's card to a trick. It is needed for the last trick of a round, which no view contains: by then
   * the next round has begun.
   */
  constructor(sitting: Sitting<G>, lay: (trick: TrickOf<G>, event: Games[G]['event']) => TrickOf<G>) {
    let before: TrickOf<G> | null = null;
    let seen = sitting.events.at(-1)?.number ?? 0;
    $effect(() => {
      const view = (sitting.view ?? {}) as { trick?: TrickOf<G> | null; 'last-trick'?: TrickOf<G> | null };
      const trick = view.trick ?? null;
      const latest = sitting.events.at(-1);
      const fresh = latest !== undefined && latest.number > seen;
      const events = fresh ? sitting.gameEvents(latest) : [];
      seen = latest?.number ?? 0;
      const end = events.findIndex((event) => event.type === 'trick');
      if (end >= 0) {
        const { winner } = events[end] as unknown as { winner: number | null };
        const laid = before && events.slice(0, end).reduce(lay, before);
        this.#hold(view['last-trick'] ?? (laid && { ...laid, winner }), sitting.live);
      } else if ((trick && trick.cards.length > 0) || (!sitting.live && fresh)) {
        this.#hold(null);
      }
      before = trick;
    });
    $effect(() => () => clearTimeout(this.#timer));
  }

  /** In a replay the trick stays until the next step. */
  #hold(trick: TrickOf<G> | null, passing = true) {
    clearTimeout(this.#timer);
    this.held = trick;
    if (trick && passing)
      this.#timer = setTimeout(() => (this.held = null), settings.still ? HELD : HELD + 300);
  }
}
