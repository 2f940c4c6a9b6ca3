// Generated from crates/games by `make golden`; do not edit.

export type Call = { multiplier: number };

/** A seat's captured cards. */
export type Captured = { brights: Array<Card>, animals: Array<Card>, ribbons: Array<Card>, plains: Array<Card> };

/** A card: its month and its place there, in pack order. */
export type Card = string;

/** What a seat that has made a yaku decides about. */
export type Decision = {
    /** What `stop` would score. */
    stop: Stop,
    /** What a later stop would be multiplied by after `koi`, if that may be called. */
    koi: Call | null,
    /** What the opponent's stop would then be multiplied by after countering the call. */
    risk: Call | null,
    /** Why koi-koi may not be called, if it may not. */
    "no-koi": Illegal | null };

/** What a multiplier is the product of; each factor is 1 where it does not apply. */
export type Factors = {
    /** One more than the standing koi-koi calls. */
    calls: number,
    /** 2 after countering the opponent's call. */
    counter: number,
    /** 2 from 7 points on. */
    base: number };

export type GameEvent = { "type": "dealt", oya: number,
    /** How the first oya was found: the cards of seats 0 and 1 in each draw. */
    draws?: Array<[Card, Card]>,
    /** The cards face up. */
    ba: Array<Card> }
  | { "type": "hands", seat: number, swapped: boolean }
  | { "type": "revealed", seat: number, cards: Array<Card>,
    /** Whether it holds four cards of one month. */
    teshi: boolean,
    /** Whether it is four pairs. */
    kuttsuki: boolean,
    /** Whether it wins the round: not if both hands would. */
    wins: boolean }
  | { "type": "void", oya: number }
  | { "type": "played", seat: number, card: Card,
    /** Whether it is the gaji as a wild card. */
    wild: boolean }
  | { "type": "turned", seat: number, card: Card }
  | { "type": "captured", seat: number,
    /** The card that captured, and is captured with the others. */
    with: Card,
    /** The others. */
    cards: Array<Card> }
  | { "type": "laid", seat: number, card: Card }
  | { "type": "undone",
    /** Whose attempt it was, and so who holds the gaji. */
    seat: number,
    /** The gaji. */
    card: Card,
    /** The card it tried to capture. */
    on: Card,
    /** The fourth card of that month, which the opponent holds and declared. */
    declared: Card,
    /** The month, barred from now on. */
    month: number }
  | { "type": "yaku", seat: number,
    /** All yaku that the seat has now. */
    yaku: Array<YakuPoints>,
    /** Their points together. */
    points: number,
    /** Whether it counters the opponent, who loses all calls. */
    counter: boolean }
  | { "type": "koi", seat: number,
    /** How many calls of this seat stand now. */
    calls: number }
  | { "type": "stopped", seat: number }
  | { "type": "received", seat: number, cards: Array<Card> }
  | { "type": "scored", points: Array<number>,
    /** Who won the round; nobody if it was drawn. */
    winner: number | null, end: RoundEnd,
    /** The points before multiplication, if somebody stopped. */
    base?: number, multiplier?: number,
    /** What the base is the sum of, if somebody stopped. */
    parts?: Array<PartPoints> };

export type Illegal = { "code": "must-choose-hand", "facts": Record<string, never> }
  | { "code": "must-play", "facts": Record<string, never> }
  | { "code": "must-take", "facts": { turned: Card, among: Array<Card> } }
  | { "code": "must-decide", "facts": Record<string, never> }
  | { "code": "not-in-hand", "facts": { card: Card } }
  | { "code": "must-capture", "facts": { card: Card, capturing: Array<Card> } }
  | { "code": "name-one", "facts": { card: Card, among: Array<Card> } }
  | { "code": "no-choice", "facts": { card: Card } }
  | { "code": "not-wild", "facts": Record<string, never> }
  | { "code": "willow-played", "facts": Record<string, never> }
  | { "code": "not-in-ba", "facts": { card: Card } }
  | { "code": "ordinary-gaji", "facts": { card: Card } }
  | { "code": "barred", "facts": { card: Card, month: number } }
  | { "code": "must-stop", "facts": Record<string, never> };

/** A yaku within reach. */
export type Near = { yaku: YakuName,
    /** How many cards it lacks, or 1 if it is there and grows with every card. */
    missing: number,
    /** What it gives with them. */
    points: number };

/** What adds points to a base: a yaku, or the triad of Aotan and Akatan (`KK-20`), which is no yaku of its own. */
export type Part = YakuName | "triad";

/** A part of a base and its points. */
export type PartPoints = { name: Part, points: number };

export type Phase = "deal" | "hands" | "play" | "take" | "decide" | "over";

export type Prompt = { "kind": "hands" }
  | { "kind": "capture", cards: Array<Card>,
    /** What the wild gaji may capture instead; nothing without it. */
    wild: Array<Card> }
  | { "kind": "play", wild: Array<Card> }
  | { "kind": "lay", wild: Array<Card> }
  | { "kind": "take", turned: Card, among: Array<Card> }
  | { "kind": "decide" } & Decision;

/** What is the same in every game. */
export type Reference = {
    /** All yaku, the most valuable last. */
    yaku: Array<YakuInfo> };

/** Why a round ended. */
export type RoundEnd = "stop" | "teshi" | "kuttsuki" | "both-hands" | "draw";

export type Stop = { base: number, multiplier: number, points: number, factors: Factors,
    /** What the base is the sum of. */
    parts: Array<PartPoints> };

/** What a turn did. */
export type Turn = { seat: number,
    /** The card from the hand, whether it was the wild gaji, and what it captured. */
    played: Card, wild: boolean, captured: Array<Card>,
    /** The card from the pile, and what it captured so far. */
    turned: Card, "turned-captured": Array<Card> };

/** What is shown. Only the last two turns are listed; the other cards show in the piles. */
export type View = {
    /** The viewer; nobody for a spectator. */
    seat: number | null, seats: number, phase: Phase,
    /** The round's number, from 1, of `rounds`. */
    round: number, rounds: number, oya: number,
    /** In the first deal: the months that seats 0 and 1 drew for the oya. The drawn cards went back into the pack
     * and could now lie anywhere, so they are not named here. */
    draws: Array<[number, number]>,
    /** Whether the hands were swapped, once that is decided. */
    swapped: boolean | null, "to-act": Array<number>, hand: Array<Card>,
    /** For each card of the hand, the cards in the ba of its month. */
    matches: Array<Array<Card>>, "hand-sizes": Array<number>, pile: number, ba: Array<Card>,
    /** The turned card, while it awaits the choice of what it captures. */
    turned: Card | null,
    /** The turn under way, once a card was played. */
    turn: Turn | null, "last-turn": Turn | null, captured: Array<Captured>, yaku: Array<Array<YakuPoints>>,
    /** What can score in this game. */
    "yaku-list": Array<YakuTerms>,
    /** For each seat the yaku it may still make or add to, and lacks few cards for. */
    near: Array<Array<Near>>,
    /** Each seat's yaku points. */
    points: Array<number>,
    /** Each seat's standing koi-koi calls, and whether it has countered. */
    calls: Array<number>, countered: Array<boolean>,
    /** What each seat's base would be multiplied by now. */
    multipliers: Array<number>,
    /** What `stop` would score, for the seat that decides. */
    stop: Stop | null,
    /** If that seat may call koi-koi: what its later stop would be multiplied by, and the opponent's after countering the
     * call, with the bases as they are now. */
    koi: Call | null, risk: Call | null,
    /** If it may not, why. */
    "no-koi": Illegal | null,
    /** Cards that everybody knows to lie in each hand, or that were shown to win the round. */
    shown: Array<Array<Card>>,
    /** What was captured with the wild gaji. */
    wild: Wild | null,
    /** The months barred for the wild gaji. */
    barred: Array<number>, scores: Array<Array<number>>, totals: Array<number>, winners: Array<number> };

export type Wild = { seat: number, card: Card };

/** A yaku as such. */
export type YakuInfo = { name: YakuName,
    /** What it scores with as few cards as possible. */
    points: number,
    /** How many cards it takes. */
    size: number,
    /** Those of its cards that no other card can replace. */
    needs: Array<Card> };

/** A set of captured cards that is worth points. */
export type YakuName = "kasu" | "tane" | "tan" | "aotan" | "akatan" | "inoshikachou" | "tsukimi" | "hanami" | "sankou" | "ame-shikou" | "shikou" | "gokou";

/** A yaku and its points. */
export type YakuPoints = { name: YakuName, points: number };

/** What a yaku or the triad gives in a game with its options. The reference has the cards, which are the same in every
 * game: a view must not name them. */
export type YakuTerms = { name: Part,
    /** What it scores with as few cards as possible. */
    points: number,
    /** Whether it takes brights only, but not the rain man. */
    "without-rain-man"?: boolean };

export const REFERENCE: Reference = {
  "yaku": [
    {
      "name": "kasu",
      "points": 1,
      "size": 10,
      "needs": []
    },
    {
      "name": "tane",
      "points": 1,
      "size": 5,
      "needs": []
    },
    {
      "name": "tan",
      "points": 1,
      "size": 5,
      "needs": []
    },
    {
      "name": "aotan",
      "points": 5,
      "size": 3,
      "needs": [
        "6R",
        "9R",
        "10R"
      ]
    },
    {
      "name": "akatan",
      "points": 5,
      "size": 3,
      "needs": [
        "1R",
        "2R",
        "3R"
      ]
    },
    {
      "name": "inoshikachou",
      "points": 5,
      "size": 3,
      "needs": [
        "6A",
        "7A",
        "10A"
      ]
    },
    {
      "name": "tsukimi",
      "points": 5,
      "size": 2,
      "needs": [
        "8B",
        "9A"
      ]
    },
    {
      "name": "hanami",
      "points": 5,
      "size": 2,
      "needs": [
        "3B",
        "9A"
      ]
    },
    {
      "name": "sankou",
      "points": 5,
      "size": 3,
      "needs": []
    },
    {
      "name": "ame-shikou",
      "points": 7,
      "size": 4,
      "needs": [
        "11B"
      ]
    },
    {
      "name": "shikou",
      "points": 8,
      "size": 4,
      "needs": [
        "1B",
        "3B",
        "8B",
        "12B"
      ]
    },
    {
      "name": "gokou",
      "points": 10,
      "size": 5,
      "needs": [
        "1B",
        "3B",
        "8B",
        "11B",
        "12B"
      ]
    }
  ]
};
