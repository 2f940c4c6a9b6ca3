// Generated from crates/games by `make golden`; do not edit.

/** A card: colour and rank from 1. */
export type Card = string;

export type Colour = "black" | "red" | "blue" | "green";

export type GameEvent = { "type": "dealt",
    /** Who leads the first trick. */
    start: number }
  | { "type": "split", seat: number,
    /** How many refusal cards the seat has, and so how many tricks it bids. */
    declared: number }
  | { "type": "played", seat: number, card: Card,
    /** Whether it was a refusal card. */
    refused: boolean }
  | { "type": "submitted", seat: number }
  | { "type": "eliminated", seat: number }
  | { "type": "trick",
    /** Nobody if at most one seat was left. */
    winner: number | null,
    /** The complete trick, as in the view. */
    trick: Trick }
  | { "type": "scored", points: Array<number> };

export type Illegal = { "code": "must-split", "facts": Record<string, never> }
  | { "code": "must-play", "facts": Record<string, never> }
  | { "code": "split-number", "facts": { number: number, least: number, most: number } }
  | { "code": "not-in-hand", "facts": { card: Card } }
  | { "code": "is-refuse", "facts": { card: Card } }
  | { "code": "is-normal", "facts": { card: Card } }
  | { "code": "leads-refuse", "facts": Record<string, never> }
  | { "code": "must-follow", "facts": { colour: Colour } }
  | { "code": "nothing-to-refuse", "facts": { colour: Colour } };

/** A divider on the table. */
export type Insert = { seat: number,
    /** Face up for a submission, face down for an elimination. */
    "face-up": boolean };

export type Phase = "deal" | "split" | "play" | "over";

export type Played = { seat: number, card: Card, refused: boolean };

export type Prompt = { "kind": "split", least: number, most: number }
  | { "kind": "lead" }
  | { "kind": "follow", colour: Colour }
  | { "kind": "follow-or-refuse", colour: Colour }
  | { "kind": "free", colour: Colour };

/** What is the same in every game. */
export type Reference = {
    /** In pack order. */
    colours: Array<Colour>,
    /** The colour that is always trump. */
    trump: Colour };

/** A trick under way or completed. */
export type Trick = {
    /** Who leads, or is to lead; nobody in a trick to which nobody could play. */
    leader: number | null, "lead-colour": Colour | null,
    /** In the order played. */
    cards: Array<Played>,
    /** Who won it, or is winning it; nobody if at most one seat is left. */
    winner: number | null };

/** What is shown. Older tricks lie face down and are left out. */
export type View = {
    /** The viewer; nobody for a spectator. */
    seat: number | null, seats: number, phase: Phase,
    /** The round's number, from 1, of `rounds`. */
    round: number, rounds: number,
    /** The start player; nobody before the first is drawn at random. */
    start: number | null, "to-act": Array<number>,
    /** The viewer's cards: left to right before the split, then normal before refusal cards. */
    hand: Array<Card>,
    /** Of these, once split, the normal and the refusal cards. */
    normal: Array<Card>, refuse: Array<Card>, "hand-sizes": Array<number>,
    /** How many normal and refusal cards each seat holds; unknown before its split. */
    "normal-sizes": Array<number | null>, "refuse-sizes": Array<number | null>,
    /** The numbers that a seat can bid. */
    bids: Array<number>,
    /** What each seat has bid, once it has. */
    declared: Array<number | null>,
    /** The number of the trick under way, or of the round's last one, from 1; 0 before the first. */
    "trick-number": number, trick: Trick | null, "last-trick": Trick | null,
    /** How many tricks each seat has won in this round. */
    tricks: Array<number>,
    /** The dividers on the table, from the bottom. */
    stack: Array<Insert>, eliminated: Array<number>, scores: Array<Array<number>>, totals: Array<number>, winners: Array<number> };

export const REFERENCE: Reference = {
  "colours": [
    "black",
    "red",
    "blue",
    "green"
  ],
  "trump": "black"
};
