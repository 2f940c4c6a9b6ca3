// Generated from crates/server/src/protocol.rs by `make golden`; do not edit.

/** The version of the protocol. */
export const VERSION = 1;

/** What a client asks of a table. */
export type ToServer = { "type": "sit",
    /** The seat. */
    seat: number,
    /** 64 hex digits that are mixed into the chance of the game. */
    entropy?: string }
  | { "type": "leave" }
  | { "type": "fill",
    /** The seat. */
    seat: number,
    /** Its name, as `strong`. */
    bot: string }
  | { "type": "clear",
    /** The seat. */
    seat: number }
  | { "type": "start" }
  | { "type": "ready",
    /** 64 hex digits that are mixed into the chance of the game. */
    entropy?: string }
  | { "type": "move",
    /** What the client calls this request, so that sending it again does no harm. */
    id: string,
    /** The number of the last event the client had seen. */
    at: number,
    /** The move. */
    move: string }
  | { "type": "back" }
  | { "type": "say",
    /** What. */
    text: string }
  | { "type": "mute",
    /** The seat. */
    seat: number,
    /** Whether it is so. */
    on: boolean }
  | { "type": "hint",
    /** What the client calls this request. */
    id: string }
  | { "type": "why",
    /** What the client calls this request. */
    id: string,
    /** The move. */
    move: string };

/** What the server tells a client. */
export type ToClient = { "type": "snapshot",
    /** The number of the last event in it. */
    number: number,
    /** When that was. */
    time: number,
    /** The client's seat. */
    you: number | null,
    /** The table. */
    table: TableInfo,
    /** What was said lately. */
    talk: Array<Talk>,
    /** The seats that the client does not want to hear. */
    muted: Array<number>,
    /** The game. */
    play?: PlayInfo }
  | { "type": "event",
    /** Its number. */
    number: number,
    /** When it was. */
    time: number,
    /** The client's name for its own move. */
    id?: string,
    /** What. */
    event: Event,
    /** The client's seat, where that may have changed, and the table with it. */
    you?: number | null,
    /** The table, where it has changed. */
    table?: TableInfo,
    /** The game, where it has changed. */
    play?: PlayInfo }
  | { "type": "refused",
    /** The client's name for the request, if it had one. */
    id?: string,
    /** A word for programs. */
    code: string,
    /** A sentence for people. */
    message: string,
    /** The rule of the game that forbids it, if it was a move. */
    rule?: RuleInfo }
  | { "type": "known",
    /** The client's name for it. */
    id: string,
    /** The number of its event. */
    number: number }
  | { "type": "hint",
    /** The client's name for the request. */
    id: string,
    /** As the engine's `suggest` answers. */
    advice: unknown }
  | { "type": "why",
    /** The client's name for the request. */
    id: string,
    /** The move. */
    move: string,
    /** Whether it is legal; only if not, there is more. */
    legal: boolean,
    /** Which rule forbids it. */
    code?: string,
    /** What makes the rule apply. */
    facts?: RuleInfo["facts"],
    /** The same as a sentence for people. */
    message?: string }
  | { "type": "presence",
    /** For each seat. */
    online: Array<boolean> }
  | { "type": "closing" };

/** What happened, as everybody may know it. */
export type Event = { "type": "opened" }
  | { "type": "sat",
    /** The seat. */
    seat: number }
  | { "type": "filled",
    /** The seat. */
    seat: number }
  | { "type": "stood",
    /** The seat. */
    seat: number }
  | { "type": "ready",
    /** The seat. */
    seat: number }
  | { "type": "started" }
  | { "type": "moved",
    /** The seat. */
    seat: number,
    /** Whether a bot made it. */
    bot: boolean,
    /** The game's public events. */
    events: unknown[] }
  | { "type": "away",
    /** The seat. */
    seat: number,
    /** Why. */
    why: Why }
  | { "type": "back",
    /** The seat. */
    seat: number }
  | { "type": "said",
    /** Who and what. */
    talk: Talk }
  | { "type": "quiet" }
  | { "type": "muted",
    /** The seat. */
    seat: number,
    /** Whether it is so. */
    on: boolean };

/** What is played at a table, and how. */
export type Setting = {
    /** The id of the game. */
    game: string,
    /** How many play. */
    seats: number,
    /** Options that differ from their defaults. */
    options: Record<string, boolean | number | string>,
    /** How much time there is. */
    clock: Pace,
    /** Whether it is listed in the lobby; else the link is needed. */
    public: boolean,
    /** Whether players may ask for hints. */
    hints: boolean };

/** How much time there is. */
export type Pace = "none" | "relaxed" | "normal" | "fast" | "days-1" | "days-3" | "days-7";

/** A table, as everybody may know it. */
export type TableInfo = {
    /** Its id, which is part of its link. */
    id: string,
    /** How far it is. */
    phase: Phase,
    /** How many games have been started. */
    games: number,
    /** Who sits where. */
    chairs: Array<Chair>,
    /** The SHA-256 of the secret of the game under way, or else of the next one, in hex. */
    commitment: string,
    /** The id of the game. */
    game: string,
    /** How many play. */
    seats: number,
    /** Options that differ from their defaults. */
    options: Record<string, boolean | number | string>,
    /** How much time there is. */
    clock: Pace,
    /** Whether it is listed in the lobby; else the link is needed. */
    public: boolean,
    /** Whether players may ask for hints. */
    hints: boolean };

/** A table at which a guest sits, for him alone. */
export type MyTable = {
    /** The table. */
    table: TableInfo,
    /** His seat. */
    seat: number,
    /** Whether a move of his is awaited. */
    to_act: boolean,
    /** When something happened there last. */
    time: number };

/** How far a table is. */
export type Phase = "open" | "playing" | "over";

/** A seat at a table. */
export type Chair = { "kind": "empty" }
  | { "kind": "person",
    /** The name. */
    name: string,
    /** Whether a bot plays for him. */
    away: boolean,
    /** Whether he is ready for the next game. */
    ready: boolean,
    /** Whether he has added to the chance of the next game. */
    entropy: boolean }
  | { "kind": "bot",
    /** Its name, as `strong`. */
    bot: string };

/** The game as one viewer sees it. */
export type PlayInfo = {
    /** The viewer's legal moves; empty if it is not his turn. */
    legal: Array<string>,
    /** The seats that are to act. */
    to_act: Array<number>,
    /** The clocks, at tables that have one. */
    clocks?: Array<ClockInfo>,
    /** What the viewer is shown: the game's own form, as in `docs/formats.md`. It stands last, see `frame.rs`. */
    view: unknown };

/** A seat's clock. */
export type ClockInfo = {
    /** What was left of the reserve when the move became due, in milliseconds. */
    reserve: number,
    /** When the time for each move is up and the reserve begins to run, if a move is due. */
    turn_ends?: number };

/** What was said. */
export type Talk = {
    /** The seat of who said it, then. */
    seat: number,
    /** His name. */
    name: string,
    /** What. */
    text: string,
    /** When. */
    time: number };

/** Why a bot plays for a person. */
export type Why = "left" | "time" | "gone";

/** A rule that forbids a move. */
export type RuleInfo = {
    /** Which one, as listed in `docs/formats.md`. */
    code: string,
    /** What makes it apply: cards, cells and colours as texts, seats and months as numbers. */
    facts: Record<string, string | number | string[] | number[]> };
