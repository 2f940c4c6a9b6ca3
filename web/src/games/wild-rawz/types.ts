// Generated from crates/games by `make golden`; do not edit.

/** The face of a card: its colour, and its number unless it is a skip. Cards of the same face are interchangeable. */
export type Card = string;

export type Colour = "red" | "yellow" | "green" | "blue";

export type GameEvent = { "type": "dealt", start: number,
    /** The cards turned up. */
    up: Array<Card>,
    /** The cards laid beside the table. */
    aside: Array<Card> }
  | { "type": "taken", seat: number, card: Card }
  | { "type": "trump", card: Card,
    /** Who leads the first trick. */
    leader: number }
  | { "type": "played", seat: number, card: Card }
  | { "type": "left", seat: number, card: Card }
  | { "type": "trick", winner: number,
    /** Who leads the next one; nobody after the last. */
    leader: number | null,
    /** Who sat it out. */
    leaver: number | null,
    /** The complete trick, as in the view. */
    trick: Trick }
  | { "type": "scored", points: Array<number>,
    /** The seats that met their target. */
    met: Array<number>,
    /** How many of their points each of them got for that. */
    bonus: number };

export type Illegal = { "code": "must-take", "facts": Record<string, never> }
  | { "code": "draft-is-over", "facts": Record<string, never> }
  | { "code": "not-face-up", "facts": { card: Card } }
  | { "code": "not-in-hand", "facts": { card: Card } }
  | { "code": "must-follow", "facts": { colour: Colour } }
  | { "code": "leader-cannot-leave", "facts": Record<string, never> }
  | { "code": "already-left", "facts": { seat: number } };

export type Phase = "deal" | "draft" | "play" | "over";

export type Played = { seat: number, card: Card,
    /** What the card has of the trump. */
    trump: TrumpRank | null };

export type Prompt = { "kind": "take" }
  | { "kind": "lead" }
  | { "kind": "follow", colour: Colour, leave: Array<Card> }
  | { "kind": "free", colour: Colour, leave: Array<Card> };

/** What is the same in every game. */
export type Reference = {
    /** In pack order. */
    colours: Array<Colour> };

/** Cards of the pack that are stronger than all of the next rank: every number in every colour. They are not written as
 * cards, since a view names no card that its viewer cannot know. */
export type Strength = { kind: StrengthKind,
    /** In pack order; equally strong. None if the lead colour is not known yet. */
    colours: Array<Colour>,
    /** The strongest first; null for a skip. */
    numbers: Array<number | null> };

/** What makes cards strong: the trump's colour and number, its number, its colour, or the lead colour. */
export type StrengthKind = "card" | "number" | "colour" | "lead";

/** A trick under way or completed. */
export type Trick = { leader: number, colour: Colour | null,
    /** The cards played, in order, without that of the player who sits out. */
    cards: Array<Played>,
    /** The seat that sits out, and its card. */
    leaver: Played | null,
    /** Who won it, or is winning it. */
    winner: number | null };

/** The last face-up card. */
export type Trump = { card: Card, colour: Colour, number: number };

/** What a card has of the trump, the strongest first: both colour and number, the number, or the colour. */
export type TrumpRank = "card" | "number" | "colour";

/** What is shown. Older tricks lie face down and are left out. The cards of a round stay visible until the
 * next deal. */
export type View = {
    /** The viewer; nobody for a spectator. */
    seat: number | null, seats: number, phase: Phase,
    /** The round's number, from 1, of `rounds`. */
    round: number, rounds: number, start: number, "to-act": Array<number>, hand: Array<Card>,
    /** What each card of the hand has of the trump, once there is one. */
    "hand-trumps": Array<TrumpRank | null>, "hand-sizes": Array<number>,
    /** The face-up cards that can still be taken; none from the end of the draft on. */
    up: Array<Card>,
    /** The cards each seat has taken face up, in order. */
    drafted: Array<Array<Card>>,
    /** The cards laid beside the table. */
    aside: Array<Card>, trump: Trump | null,
    /** Which cards beat which, the strongest first; other cards cannot win. Empty until there is a trump. */
    strength: Array<Strength>, trick: Trick | null, "last-trick": Trick | null,
    /** The number on each seat's target card. */
    targets: Array<number>,
    /** The cards each seat has used to sit out, in order. */
    leaving: Array<Array<Card>>,
    /** The sum of their numbers. */
    "leaving-sums": Array<number>,
    /** How many tricks each seat has won in this round. */
    wins: Array<number>,
    /** How many more wins would meet each seat's target. 0 is worth five points at the end. */
    missing: Array<number>, scores: Array<Array<number>>, totals: Array<number>, winners: Array<number> };

export const REFERENCE: Reference = {
  "colours": [
    "red",
    "yellow",
    "green",
    "blue"
  ]
};
