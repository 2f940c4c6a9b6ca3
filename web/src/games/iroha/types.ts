// Generated from crates/games by `make golden`; do not edit.

/** A card: colour and rank from 1. */
export type Card = string;

export type Colour = "bird" | "flower" | "fan" | "moon" | "wave";

export type GameEvent = { "type": "dealt", dealer: number }
  | { "type": "chosen", seat: number }
  | { "type": "passed",
    /** Who leads the first trick. */
    leader: number }
  | { "type": "played", seat: number, card: Card,
    /** Whether the trump marker went to this card. */
    marker: boolean }
  | { "type": "trick", winner: number,
    /** The complete trick, as in the view. */
    trick: Trick }
  | { "type": "scored", points: Array<number> }
  | { "type": "star", seat: number };

export type Illegal = { "code": "must-pass", "facts": Record<string, never> }
  | { "code": "must-play", "facts": Record<string, never> }
  | { "code": "not-in-hand", "facts": { card: Card } }
  | { "code": "pass-order", "facts": Record<string, never> }
  | { "code": "must-follow", "facts": { colours: Array<Colour> } };

export type Phase = "deal" | "pass" | "play" | "star" | "over";

export type Played = { seat: number, card: Card };

export type Prompt = { "kind": "pass", count: number }
  | { "kind": "lead" }
  | { "kind": "follow", colours: Array<Colour> }
  | { "kind": "free", colours: Array<Colour> };

/** What is the same in every game. */
export type Reference = {
    /** In pack order. */
    colours: Array<Colour> };

/** A trick under way or completed. */
export type Trick = { leader: number,
    /** In the order played. */
    cards: Array<Played>,
    /** The colours that must be followed. */
    colours: Array<Colour>,
    /** The colour under the trump marker, and the card that brought the marker there. */
    trump: Colour | null, marked: Card | null,
    /** Who won it, or is winning it. */
    winner: number | null };

/** What is shown. Older tricks lie face down and are left out. */
export type View = {
    /** The viewer; nobody for a spectator. */
    seat: number | null, seats: number, phase: Phase,
    /** The deal's number, from 1, of `rounds`. */
    round: number, rounds: number, dealer: number, "to-act": Array<number>, hand: Array<Card>, "hand-sizes": Array<number>,
    /** Who has chosen what to pass, until all have. */
    chosen: Array<number>, passed: Array<Card>, received: Array<Card>, trick: Trick | null, "last-trick": Trick | null,
    /** How many tricks each seat has captured in this deal, and how many cards. */
    tricks: Array<number>, captured: Array<number>,
    /** With `open-lowest`: each seat's lowest captured card of each colour. */
    lowest?: Array<Array<Card>>, scores: Array<Array<number>>, totals: Array<number>, winners: Array<number> };

export const REFERENCE: Reference = {
  "colours": [
    "bird",
    "flower",
    "fan",
    "moon",
    "wave"
  ]
};
