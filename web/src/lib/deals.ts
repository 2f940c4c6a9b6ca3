/**
 * The first deal of a game, recomputed from its seed (`docs/seeds.md`). It takes the cards and the sizes of the hands
 * from the deal itself and checks where the shuffle put them. `irori check` also knows which cards a game has.
 */
import type { ShuffleRecord } from './fairness';
import { fromHex } from './sha256';

/** A deal of any game; each game has some of the keys (`docs/formats.md`). */
export interface Deal {
  dealer?: number;
  start?: number;
  first?: number;
  oya?: number;
  draws?: [string, string][];
  up?: string[];
  hands?: string[][];
  ba?: string[];
  deck?: string[];
  aside?: string[];
  void?: boolean;
}

/** Whether the first deal of a record is what its seed gives; null for a game that this page cannot deal. */
export function isFirstDeal(record: ShuffleRecord): boolean | null {
  const deal = record.steps[0]?.deal;
  const draw = GAMES[record.game];
  if (!draw) return null;
  if (!deal) return false;
  const { void: _, ...dealt } = deal;
  const drawn = draw(new Stream(record.seed, 0), record, deal);
  return JSON.stringify(sorted(drawn)) === JSON.stringify(sorted(dealt));
}

/** Recomputes a deal. Of the deal in the record it reads only which cards there are, and how many go where. */
type Draw = (stream: Stream, record: ShuffleRecord, deal: Deal) => Deal;

const GAMES: Record<string, Draw> = {
  iroha: (stream, record, deal) => {
    const inOrder = byColour('bfnmw');
    const dealer = firstSeat(stream, record);
    const cards = stream.shuffle(packOf(deal, inOrder));
    const hands = take(cards, deal.hands).map((hand) => hand.sort(inOrder));
    return { dealer, hands, aside: cards.sort(inOrder) };
  },
  irono: (stream, record) => ({ first: firstSeat(stream, record) }),
  iyadosu: (stream, record, deal) => {
    const start = firstSeat(stream, record);
    const cards = stream.shuffle(packOf(deal, byColour('krbg')));
    return { start, hands: take(cards, deal.hands) };
  },
  'wild-rawz': (stream, record, deal) => {
    const inOrder = byColour('rygb');
    const start = firstSeat(stream, record);
    const pack = packOf(deal, inOrder);
    const numbers = pack.filter((card) => !card.endsWith('s'));
    const cards = [...numbers, ...pack.filter((card) => card.endsWith('s'))];
    const up = deal.up?.length ?? 0;
    for (let at = 0; at < up; at++) exchange(cards, at, at + stream.below(numbers.length - at));
    const turned = cards.splice(0, up).sort(inOrder);
    stream.shuffle(cards);
    const hands = take(cards, deal.hands).map((hand) => hand.sort(inOrder));
    return { start, up: turned, hands, aside: cards.sort(inOrder) };
  },
  'koi-koi': (stream, { options }, deal) => {
    const pack = packOf(deal, byMonth);
    const draws = options.first === 'draw' ? drawForOya(stream, pack) : null;
    const oya = draws ? earlier(draws.at(-1)) : Number(options.first);
    const cards = stream.shuffle([...pack]);
    const hands: [string[], string[]] = [[], []];
    const ba: string[] = [];
    for (let turn = 0; turn < 2; turn++)
      for (const place of [hands[1 - oya], hands[oya], ba]) place?.push(...cards.splice(0, 4));
    for (const place of [...hands, ba]) place.sort(byMonth);
    return { oya, ...(draws && { draws }), hands, ba, deck: cards };
  },
};

/** The seat that begins. If an option names it, nothing is drawn. */
function firstSeat(stream: Stream, { options, seats }: ShuffleRecord): number {
  return options.first === 'random' ? stream.below(seats) : Number(options.first);
}

/** A record has room for this many draws. */
const MOST_DRAWS = 16;

function drawForOya(stream: Stream, pack: string[]): [string, string][] {
  const draws: [string, string][] = [];
  while (draws.length < MOST_DRAWS) {
    const first = stream.below(pack.length);
    let second = stream.below(pack.length - 1);
    if (second >= first) second += 1;
    const last = draws.length === MOST_DRAWS - 1 && monthOf(pack[first]) === monthOf(pack[second]);
    if (last) second = (second + 4) % pack.length;
    draws.push([pack[first] as string, pack[second] as string]);
    if (monthOf(pack[first]) !== monthOf(pack[second])) break;
  }
  return draws;
}

/** The seat that has drawn the earlier month. */
const earlier = (draw: [string, string] | undefined) => (monthOf(draw?.[0]) < monthOf(draw?.[1]) ? 0 : 1);

const monthOf = (card: string | undefined) => parseInt(card ?? '', 10);

type Order = (one: string, other: string) => number;

/** By the letter of the colour, then by number. A skip has no number and stands after the others of its colour. */
function byColour(colours: string): Order {
  const place = (card: string) =>
    100 * colours.indexOf(card.charAt(0)) + (card.endsWith('s') ? 99 : Number(card.slice(1)));
  return (one, other) => place(one) - place(other);
}

const KINDS = ['B', 'A', 'R', 'K1', 'K2', 'K3'];
const byMonth: Order = (one, other) => {
  const place = (card: string) => 10 * monthOf(card) + KINDS.indexOf(card.replace(/^\d+/, ''));
  return place(one) - place(other);
};

/** All cards of a deal, in pack order. */
function packOf({ up = [], hands = [], ba = [], deck = [], aside = [] }: Deal, inOrder: Order): string[] {
  return [up, ...hands, ba, deck, aside].flat().sort(inOrder);
}

/** Takes as many cards from the top as each of these hands has. */
function take(cards: string[], hands: string[][] = []): string[][] {
  return hands.map((hand) => cards.splice(0, hand.length));
}

function exchange<T>(list: T[], one: number, other: number) {
  [list[one], list[other]] = [list[other] as T, list[one] as T];
}

/** The keys of a deal in a fixed order, for comparison. */
function sorted(deal: Deal): [string, unknown][] {
  return Object.entries(deal).sort(([one], [other]) => (one < other ? -1 : 1));
}

/** The random stream of a chance event: the ChaCha12 key stream whose key is the seed and whose nonce is the event. */
export class Stream {
  #state: Uint32Array;
  #words: number[] = [];

  constructor(seed: string, event: number) {
    const key = new DataView(fromHex(seed).buffer);
    this.#state = Uint32Array.from([
      ...[0x61707865, 0x3320646e, 0x79622d32, 0x6b206574],
      ...Array.from({ length: 8 }, (_, at) => key.getUint32(4 * at, true)),
      ...[0, 0, event, 0],
    ]);
  }

  word(): number {
    if (this.#words.length === 0) {
      this.#words = chacha12(this.#state);
      // A game uses far fewer than 2³² blocks, so the high word of the counter stays 0.
      this.#state[12] = (this.#state[12] as number) + 1;
    }
    return this.#words.shift() as number;
  }

  /** A number from 0 to `count` − 1. */
  below(count: number): number {
    for (;;) {
      // Exact: the factors have 32 bits and a few.
      const product = this.word() * count;
      if (product % 2 ** 32 >= 2 ** 32 % count) return Math.floor(product / 2 ** 32);
    }
  }

  /** Shuffles a list in place. */
  shuffle<T>(list: T[]): T[] {
    for (let at = list.length - 1; at > 0; at--) exchange(list, at, this.below(at + 1));
    return list;
  }
}

const ROUNDS = 12;

function chacha12(state: Uint32Array): number[] {
  const words = state.slice();
  const get = (at: number) => words[at] as number;
  const step = (into: number, add: number, turned: number, by: number) => {
    words[into] = get(into) + get(add);
    const mixed = get(turned) ^ get(into);
    words[turned] = (mixed << by) | (mixed >>> (32 - by));
  };
  const quarter = (a: number, b: number, c: number, d: number) => {
    step(a, b, d, 16);
    step(c, d, b, 12);
    step(a, b, d, 8);
    step(c, d, b, 7);
  };
  for (let round = 0; round < ROUNDS; round += 2) {
    for (let at = 0; at < 4; at++) quarter(at, 4 + at, 8 + at, 12 + at);
    for (let at = 0; at < 4; at++) quarter(at, 4 + ((at + 1) % 4), 8 + ((at + 2) % 4), 12 + ((at + 3) % 4));
  }
  return Array.from(words, (word, at) => (word + (state[at] as number)) >>> 0);
}
