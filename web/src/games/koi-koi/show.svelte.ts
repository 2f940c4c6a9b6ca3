/**
 * What lies on the table at this moment. One event of the server may hold a whole turn: a card from the hand, a
 * capture, a card from the pile, another capture. They are shown one after another; who chooses a move does not wait
 * for it, since moves come from the server's newest word and a choice brings the table up to date at once.
 */
import { untrack } from 'svelte';
import { settings } from '../../lib/settings.svelte';
import { gameEvents, type Happening, type Sitting } from '../../table/sitting.svelte';
import type { GameEvent } from '../module';
import { kindOf, PILES, type Captured, type View, type Yaku } from './view';

/** A card that was just played or turned and lies over what it will take, or on the pile until that is chosen. */
export interface Active {
  card: string;
  seat: number;
  from: 'hand' | 'pile';
  on: string | null;
}

export interface Banner {
  type: 'koi' | 'yaku' | 'scored' | 'revealed' | 'void' | 'swapped' | 'undone';
  seat: number;
  yaku?: Yaku[];
  counter?: boolean;
  cards?: string[];
  base?: number;
  multiplier?: number;
  points?: number;
  month?: number;
  teshi?: boolean;
}

interface Step {
  /** The number of its happening; what is not shown yet is not told either. */
  number?: number;
  act: () => void;
  /** How long it is looked at. */
  for: number;
}

/** As long as the notice of a scored round waits. */
const ROUND_END = 1300;
const NOTHING: Captured = { brights: [], animals: [], ribbons: [], plains: [] };

export class Show {
  /** The places of the ba: a card stays where it was laid, and one that leaves leaves a gap. */
  places = $state.raw<(string | null)[]>([]);
  active = $state.raw<Active | null>(null);
  /** Where the newest card of the ba came from. */
  fresh = $state.raw<Active | null>(null);
  /** The cards that are about to be captured. */
  taking = $state.raw<string[]>([]);
  captured = $state.raw<Captured[]>([]);
  hand = $state.raw<string[]>([]);
  pile = $state(0);
  banner = $state.raw<Banner | null>(null);
  /** The view that goes with what is shown: points and yaku come with the cards that brought them. */
  view = $state.raw<View | null>(null);

  #sitting: Sitting;
  #steps: Step[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(sitting: Sitting) {
    this.#sitting = sitting;
    this.#settle();
    let seen = sitting.happenings.at(-1)?.number ?? 0;
    $effect.pre(() => {
      const { view, happenings } = sitting;
      untrack(() => {
        const fresh = happenings.filter(({ number }) => number > seen);
        seen = happenings.at(-1)?.number ?? seen;
        if (view) this.#hear(fresh);
      });
    });
    $effect.pre(() => {
      if (sitting.pending) untrack(() => this.finish());
    });
    $effect(() => () => {
      clearTimeout(this.#timer);
      sitting.toldBefore = null;
    });
  }

  #hear(happenings: Happening[]) {
    const steps = happenings.flatMap((happening) => {
      const events = gameEvents(happening);
      return events
        .flatMap((event, index) => this.#stepsOf(event, events[index + 1]))
        .map((step) => ({ ...step, number: happening.number }));
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
    this.#sitting.toldBefore = (this.#steps.at(-1)?.number ?? 0) > number ? number + 1 : null;
    // Nobody likes to lag behind: the longer the queue, the quicker it goes.
    const hurry = this.#steps.length > 7 ? 0.55 : settings.still ? 0.6 : 1;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#next();
    }, step.for * hurry);
  }

  /** Looking at a game again, one who goes on has seen enough of the last moment. */
  #rush() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const step of this.#steps.splice(0)) step.act();
  }

  /** Leaves out what was still to be shown. */
  finish() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#steps = [];
    this.#settle();
  }

  /** As the server has it. */
  #settle() {
    const view = this.#sitting.view as View | null;
    if (!view) return;
    this.view = view;
    this.#sitting.toldBefore = null;
    const begun = view.turn !== null || view['last-turn'] !== null;
    const kept = this.places.map((card) => (card !== null && view.ba.includes(card) ? card : null));
    this.places = begun ? kept : [];
    for (const card of view.ba) this.#lay(card);
    const { turned } = view;
    this.active =
      turned === null ? null : { card: turned, seat: view['to-act'][0] ?? 0, from: 'pile', on: null };
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

  /** A card comes to the table; what happens to it next says where it lies. */
  #come(active: Active, next: GameEvent | undefined) {
    this.banner = null;
    this.fresh = active;
    if (next?.type === 'laid') {
      this.active = null;
      this.#lay(active.card);
    } else {
      this.active = {
        ...active,
        on: next?.type === 'captured' ? ((next.cards as string[])[0] ?? null) : null,
      };
    }
  }

  #stepsOf(event: GameEvent, next: GameEvent | undefined): Step[] {
    const seat = event.seat as number;
    const card = event.card as string;
    const view = this.#sitting.view as View;
    const banner = (banner: Banner, time: number): Step[] => [
      { act: () => (this.banner = banner), for: time },
    ];
    switch (event.type) {
      case 'dealt':
        return [{ act: () => this.#deal(event.ba as string[], view.pile), for: 700 }];
      case 'hands':
        return [
          {
            act: () => {
              this.hand = view.hand;
              this.banner = event.swapped ? { type: 'swapped', seat } : null;
            },
            for: event.swapped ? 900 : 0,
          },
        ];
      case 'revealed':
        return banner(
          { type: 'revealed', seat, cards: event.cards as string[], teshi: event.teshi as boolean },
          2600,
        );
      case 'void':
        return banner({ type: 'void', seat: event.oya as number }, 1800);
      case 'played':
        return [
          {
            act: () => {
              if (seat === this.#sitting.you) this.hand = this.hand.filter((held) => held !== card);
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
              this.#come({ card, seat, from: 'pile', on: null }, next);
            },
            for: 680,
          },
        ];
      case 'captured': {
        const cards = [...(event.cards as string[]), event.with as string];
        return [
          { act: () => (this.taking = cards), for: 320 },
          { act: () => this.#capture(seat, cards), for: 480 },
        ];
      }
      case 'received':
        return [{ act: () => this.#capture(seat, event.cards as string[]), for: 600 }];
      case 'undone':
        return banner({ type: 'undone', seat, month: event.month as number }, 1800);
      case 'yaku':
        // Who has made it himself is about to decide, and sees it there.
        return seat === this.#sitting.you
          ? []
          : banner(
              { type: 'yaku', seat, yaku: event.yaku as Yaku[], counter: event.counter as boolean },
              1100,
            );
      case 'koi':
        return banner({ type: 'koi', seat }, 1100);
      case 'scored': {
        const points = event.points as number[];
        const winner = points.findIndex((point) => point > 0);
        const banner: Banner = {
          type: 'scored',
          seat: winner,
          base: event.base as number | undefined,
          multiplier: event.multiplier as number | undefined,
          points: points[winner] ?? 0,
        };
        // Where nothing moves, the notice of the round is there at once and says the same.
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
    this.view = this.#sitting.view as View;
  }
}
