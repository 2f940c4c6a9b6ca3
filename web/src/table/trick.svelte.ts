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

  constructor(sitting: Sitting<G>) {
    let seen = sitting.events.at(-1)?.number ?? 0;
    $effect(() => {
      const { trick = null } = (sitting.view ?? {}) as { trick?: TrickOf<G> | null };
      const latest = sitting.events.at(-1);
      const fresh = latest !== undefined && latest.number > seen;
      const events = fresh ? sitting.gameEvents(latest) : [];
      seen = latest?.number ?? 0;
      // If a move ends several tricks, the first is the one with its card.
      const end = events.find((event) => event.type === 'trick') as { trick: TrickOf<G> } | undefined;
      if (end) {
        this.#hold(end.trick, sitting.live);
      } else if ((trick && trick.cards.length > 0) || (!sitting.live && fresh)) {
        this.#hold(null);
      }
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
