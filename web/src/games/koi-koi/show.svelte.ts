/**
 * What the table shows at this moment. One message may bring a whole turn: a card from the hand, a capture, a card from
 * the pile, another capture. The table shows them one after another. Nobody has to wait for it: choosing a move skips
 * to the newest view.
 */
import { untrack } from 'svelte';
import { settings } from '../../lib/settings.svelte';
import type { TableEvent, Sitting } from '../../table/sitting.svelte';
import { kindOf, PILES } from './cards';
import type { Captured, GameEvent, RoundEnd, View, YakuPoints } from './types';

/** A card that was just played or turned up. It lies over the card it captures, or on the pile until that is chosen. */
export interface Active {
  card: string;
  seat: number;
  from: 'hand' | 'pile';
  on: string | null;
}

export interface Banner {
  type: 'koi' | 'yaku' | 'scored' | 'revealed' | 'void' | 'swapped' | 'undone';
  /** Nobody for a round that nobody won. */
  seat: number | null;
  yaku?: YakuPoints[];
  counter?: boolean;
  cards?: string[];
  base?: number;
  multiplier?: number;
  points?: number;
  month?: number;
  teshi?: boolean;
  end?: RoundEnd;
}

interface Step {
  /** The number of its event. The log waits for what the table has not shown yet. */
  number?: number;
  act: () => void;
  /** How long it is shown, in milliseconds. */
  for: number;
}

/** As long as the notice of a scored round waits before it appears. */
const ROUND_END = 1300;
const NOTHING: Captured = { brights: [], animals: [], ribbons: [], plains: [] };

export class Show {
  /** The places of the ba. A captured card leaves a gap, so that the other cards stay where they are. */
  places = $state.raw<(string | null)[]>([]);
  active = $state.raw<Active | null>(null);
  /** The newest card of the ba, and where it came from. */
  fresh = $state.raw<Active | null>(null);
  /** The cards of the capture that is being shown. */
  taking = $state.raw<string[]>([]);
  captured = $state.raw<Captured[]>([]);
  hand = $state.raw<string[]>([]);
  pile = $state(0);
  banner = $state.raw<Banner | null>(null);
  /** The view that fits what is shown: points and yaku change together with the cards. */
  view = $state.raw<View | null>(null);

  #sitting: Sitting<'koi-koi'>;
  #steps: Step[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(sitting: Sitting<'koi-koi'>) {
    this.#sitting = sitting;
    this.#settle();
    let seen = sitting.events.at(-1)?.number ?? 0;
    $effect.pre(() => {
      const { view, events } = sitting;
      untrack(() => {
        const fresh = events.filter(({ number }) => number > seen);
        seen = events.at(-1)?.number ?? seen;
        if (view) this.#hear(fresh);
      });
    });
    $effect.pre(() => {
      if (sitting.pending) untrack(() => this.finish());
    });
    $effect(() => () => {
      clearTimeout(this.#timer);
      sitting.logBefore = null;
    });
  }

  #hear(fresh: TableEvent[]) {
    const steps = fresh.flatMap((tableEvent) => {
      const events = this.#sitting.gameEvents(tableEvent);
      return events
        .flatMap((event, index) => this.#stepsOf(event, events[index + 1]))
        .map((step) => ({ ...step, number: tableEvent.number }));
    });
    if (steps.length > 0 && !this.#sitting.live) this.#rush();
    this.#steps.push(...steps);
    if (this.#timer === undefined) this.#next();
  }

  #next() {
    const step = this.#steps.shift();
    if (!step) return this.#settle();
    step.act();
    const { number = 0 } = step;
    this.#sitting.logBefore = (this.#steps.at(-1)?.number ?? 0) > number ? number + 1 : null;
    // A long queue goes faster, so that the table does not lag behind.
    const hurry = this.#steps.length > 7 ? 0.55 : settings.still ? 0.6 : 1;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#next();
    }, step.for * hurry);
  }

  /** In a replay, a step forward ends what the step before was still showing. */
  #rush() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const step of this.#steps.splice(0)) step.act();
  }

  /** Skips what is still waiting to be shown. */
  finish() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#steps = [];
    this.#settle();
  }

  /** Shows the newest view. */
  #settle() {
    const { view } = this.#sitting;
    if (!view) return;
    this.view = view;
    this.#sitting.logBefore = null;
    const begun = view.turn !== null || view['last-turn'] !== null;
    const kept = this.places.map((card) => (card !== null && view.ba.includes(card) ? card : null));
    this.places = begun ? kept : [];
    for (const card of view.ba) this.#lay(card);
    const { turned, turn } = view;
    this.active =
      turned === null || turn === null ? null : { card: turned, seat: turn.seat, from: 'pile', on: null };
    this.taking = [];
    this.captured = view.captured;
    this.hand = view.hand;
    this.pile = view.pile;
    this.banner = null;
  }

  #lay(card: string) {
    if (this.places.includes(card)) return;
    const gap = this.places.indexOf(null);
    this.places =
      gap < 0 ? [...this.places, card] : this.places.map((other, place) => (place === gap ? card : other));
  }

  #capture(seat: number, cards: string[]) {
    this.active = null;
    this.taking = [];
    this.places = this.places.map((card) => (card !== null && cards.includes(card) ? null : card));
    this.captured = this.captured.map((piles, at) => {
      if (at !== seat) return piles;
      const more = { ...piles };
      for (const card of cards) more[PILES[kindOf(card)]] = [...more[PILES[kindOf(card)]], card];
      return more;
    });
  }

  /** A card comes to the table. The next event decides where it lies. */
  #come(active: Active, next: GameEvent | undefined) {
    this.banner = null;
    this.fresh = active;
    if (next?.type === 'laid') {
      this.active = null;
      this.#lay(active.card);
    } else {
      this.active = {
        ...active,
        on: next?.type === 'captured' ? (next.cards[0] ?? null) : null,
      };
    }
  }

  #stepsOf(event: GameEvent, next: GameEvent | undefined): Step[] {
    const { view, you } = this.#sitting;
    const banner = (banner: Banner, time: number): Step[] => [
      { act: () => (this.banner = banner), for: time },
    ];
    switch (event.type) {
      case 'dealt':
        return [{ act: () => this.#deal(event.ba, view?.pile ?? 0), for: 700 }];
      case 'hands':
        return [
          {
            act: () => {
              this.hand = view?.hand ?? [];
              this.banner = event.swapped ? { type: 'swapped', seat: event.seat } : null;
            },
            for: event.swapped ? 900 : 0,
          },
        ];
      case 'revealed':
        return banner({ type: 'revealed', seat: event.seat, cards: event.cards, teshi: event.teshi }, 2600);
      case 'void':
        return banner({ type: 'void', seat: event.oya }, 1800);
      case 'played':
        return [
          {
            act: () => {
              const { seat, card } = event;
              if (seat === you) this.hand = this.hand.filter((held) => held !== card);
              this.#come({ card, seat, from: 'hand', on: null }, next);
            },
            for: 620,
          },
        ];
      case 'turned':
        return [
          {
            act: () => {
              this.pile -= 1;
              this.#come({ card: event.card, seat: event.seat, from: 'pile', on: null }, next);
            },
            for: 680,
          },
        ];
      case 'captured': {
        const cards = [...event.cards, event.with];
        return [
          { act: () => (this.taking = cards), for: 320 },
          { act: () => this.#capture(event.seat, cards), for: 480 },
        ];
      }
      case 'received':
        return [{ act: () => this.#capture(event.seat, event.cards), for: 600 }];
      case 'undone':
        return banner({ type: 'undone', seat: event.seat, month: event.month }, 1800);
      case 'yaku':
        // The player who made it sees it in the choice between stop and koi-koi.
        return event.seat === you
          ? []
          : banner({ type: 'yaku', seat: event.seat, yaku: event.yaku, counter: event.counter }, 1100);
      case 'koi':
        return banner({ type: 'koi', seat: event.seat }, 1100);
      case 'scored': {
        const { points, winner, end, base, multiplier } = event;
        const banner: Banner = {
          type: 'scored',
          seat: winner,
          end,
          base,
          multiplier,
          points: winner === null ? 0 : points[winner],
        };
        // Without animations the notice of the round appears at once and says the same.
        return [{ act: () => (this.banner = settings.still ? null : banner), for: ROUND_END }];
      }
      default:
        return [];
    }
  }

  #deal(ba: string[], pile: number) {
    this.banner = null;
    this.active = null;
    this.fresh = null;
    this.hand = [];
    this.captured = this.captured.map(() => NOTHING);
    this.places = ba;
    this.pile = pile;
    this.view = this.#sitting.view;
  }
}
