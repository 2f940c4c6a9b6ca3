// Generated from crates/table, crates/server and crates/catalog by `make golden`; do not edit.

/** The version of the protocol. */
export const VERSION = 1;

/** A request over a table's socket. */
export type ToServer = { "type": "sit", seat: number,
    /** 64 hex digits that are mixed into the seed of the game. */
    entropy?: string }
  | { "type": "leave" }
  | { "type": "fill", seat: number,
    /** Its level, as `strong`. */
    bot: string }
  | { "type": "clear", seat: number }
  | { "type": "start" }
  | { "type": "ready",
    /** 64 hex digits that are mixed into the seed of the game. */
    entropy?: string }
  | { "type": "move",
    /** The client's own id for this request, so that sending it twice does no harm. */
    id: string,
    /** The number of the last event the client had seen. */
    at: number, move: string }
  | { "type": "back" }
  | { "type": "say", text: string }
  | { "type": "mute", seat: number, on: boolean }
  | { "type": "hint", id: string }
  | { "type": "why", id: string, move: string };

/** A message over a table's socket. */
export type ToClient = { "type": "snapshot",
    /** The number of the last event in it. */
    number: number,
    /** The time of that event. */
    time: number,
    /** The server's clock when it made this message. */
    now: number,
    /** The client's seat; null for a spectator. */
    you: number | null, table: TableInfo,
    /** The latest chat messages. */
    talk: Array<Talk>,
    /** The seats that the client has muted. */
    muted: Array<number>, play?: PlayInfo }
  | { "type": "event", number: number, time: number,
    /** The client's own id for its move. */
    id?: string, event: Event,
    /** The client's seat. Present together with `table`. */
    you?: number | null,
    /** The table, if it has changed. */
    table?: TableInfo,
    /** The game, if it has changed. */
    play?: PlayInfo }
  | { "type": "refused",
    /** The client's own id for the request, if it had one. */
    id?: string, code: RefusalCode,
    /** For people, in English. */
    message: string,
    /** The rule of the game that forbids it, if the request was a move. */
    rule?: RuleInfo }
  | { "type": "known", id: string, number: number }
  | { "type": "hint", id: string,
    /** As the engine's `suggest` answers. */
    advice: AdviceInfo }
  | { "type": "why", id: string, move: string, legal: boolean,
    /** The rule that forbids the move. */
    code?: string,
    /** What makes the rule apply. */
    facts?: RuleInfo["facts"],
    /** The same for people, in English. */
    message?: string }
  | { "type": "presence",
    /** One for each seat. */
    online: Array<boolean>,
    /** The server's clock when it made this message. */
    now: number }
  | { "type": "muted", muted: Array<number> }
  | { "type": "resting" }
  | { "type": "closing" };

/** Something that happened at the table, as the client may know it. */
export type Event = { "type": "opened" }
  | { "type": "sat", seat: number }
  | { "type": "filled", seat: number }
  | { "type": "stood", seat: number }
  | { "type": "ready", seat: number }
  | { "type": "started" }
  | { "type": "moved", seat: number,
    /** Whether a bot made it. */
    bot: boolean,
    /** The game's public events. */
    events: unknown[] }
  | { "type": "away", seat: number, why: AwayReason }
  | { "type": "back", seat: number }
  | { "type": "said", talk: Talk }
  | { "type": "quiet" }
  | { "type": "closed" };

/** What is played at a table, and how. */
export type Setting = {
    /** The id of the game. */
    game: string, seats: number,
    /** Options that differ from their defaults. */
    options: Record<string, boolean | number | string>, clock: Pace,
    /** Whether the lobby lists the table. Otherwise people need its link. */
    public: boolean,
    /** Whether players may ask for hints. */
    hints: boolean };

/** How much time players have. */
export type Pace = "none" | "relaxed" | "normal" | "fast" | "days-1" | "days-3" | "days-7";

/** A table as everybody may see it. */
export type TableInfo = {
    /** Part of the table's link. */
    id: string, phase: TablePhase,
    /** How many games have been started. */
    games: number,
    /** One for each seat. */
    chairs: Array<Chair>,
    /** The SHA-256 of the secret of the current game, or else of the next one, in hex. */
    commitment: string,
    /** The id of the game. */
    game: string, seats: number,
    /** Options that differ from their defaults. */
    options: Record<string, boolean | number | string>, clock: Pace,
    /** Whether the lobby lists the table. Otherwise people need its link. */
    public: boolean,
    /** Whether players may ask for hints. */
    hints: boolean };

/** A table at which a guest sits, for that guest alone. */
export type MyTable = { table: TableInfo,
    /** The guest's seat. */
    seat: number,
    /** Whether the table waits for the guest's move. */
    to_act: boolean,
    /** The time of the table's last event. */
    time: number };

export type TablePhase = "open" | "playing" | "over" | "closed";

/** A seat at a table. */
export type Chair = { "kind": "empty" }
  | { "kind": "person", name: string,
    /** Whether a bot plays for them. */
    away: boolean,
    /** Whether they are ready for the next game. */
    ready: boolean,
    /** Whether they have added entropy to the seed of the next game. */
    entropy: boolean,
    /** Whether anybody may take the seat: the game is over, and they left it. */
    free: boolean }
  | { "kind": "bot",
    /** Its level, as `strong`. */
    bot: string,
    /** Its name, which no one else at the table has. It keeps the name when seats rotate. */
    name: string };

/** The game as one viewer sees it. */
export type PlayInfo = {
    /** The viewer's legal moves; empty if it is not their turn. */
    legal: Array<string>,
    /** The seats whose move the game waits for. */
    to_act: Array<number>,
    /** What the game asks of the viewer now; absent if it is not their turn. */
    prompt?: unknown,
    /** One for each seat, at tables with a clock. */
    clocks?: Array<ClockInfo>,
    /** Whether the game has ended in a draw; absent before it is over. */
    draw?: boolean,
    /** What the viewer sees, in the game's own form (`docs/formats.md`). Always the last key: see `frame.rs`. */
    view: unknown };

/** A seat's clock. */
export type ClockInfo = {
    /** What was left of the reserve when the move became due, in milliseconds. */
    reserve: number,
    /** When the time for the move is up and the reserve begins to run. Only while the game waits for the person. */
    turn_ends?: number };

/** A chat message. */
export type Talk = {
    /** The sender's seat at that time. */
    seat: number,
    /** The sender's name. */
    name: string, text: string, time: number };

/** Why a bot plays for a person. */
export type AwayReason = "left" | "time" | "gone";

/** A rule that forbids a move. */
export type RuleInfo = {
    /** As listed in `docs/formats.md`. */
    code: string,
    /** What makes it apply: cards, cells and colours as texts, seats and months as numbers. */
    facts: Record<string, string | number | string[] | number[]> };

/** What a bot would do, and what it thinks of every legal move. */
export type AdviceInfo = { move: string,
    /** Best first. */
    candidates: Array<CandidateInfo>, iterations: number,
    /** The effective sample size: how many equally likely worlds would tell as much as the sampled ones, which are
     * not equally likely. 0 where nothing is hidden. */
    effective: number };

/** A legal move and what a bot thinks of it. */
export type CandidateInfo = { move: string,
    /** The expected lead over the average of the others at the end of this round, in points. */
    value: number,
    /** How often to choose this move, from 0 to 1. */
    share: number,
    /** The win probability. */
    win: number,
    /** The standard error of the win probability. */
    error: number,
    /** In how many sampled worlds the bot tried it. */
    worlds: number };

export type RefusalCode = "ahead" | "away" | "bad-code" | "bad-method" | "bad-name" | "bad-option" | "bad-origin" | "bad-request" | "bad-seat" | "bad-seats" | "bad-talk" | "bad-version" | "blocked" | "closed" | "full" | "illegal-move" | "no-guest" | "no-hints" | "no-record" | "no-table" | "not-away" | "not-found" | "not-playing" | "not-ready" | "not-seated" | "not-to-act" | "not-yours" | "playing" | "seated" | "stale" | "table-limit" | "taken" | "too-fast" | "too-large" | "too-many" | "unavailable" | "unknown-bot" | "unknown-game";

/** The answer to every request that the server refuses. */
export type ErrorAnswer = { error: ErrorInfo };

export type ErrorInfo = { code: RefusalCode,
    /** A sentence for people, in English. */
    message: string };

/** A name to be known by. */
export type NewName = { name: string };

export type GuestInfo = { id: string, name: string,
    /** Keep it secret: it says who you are. Only an answer that makes a new token shows it. */
    token?: string };

/** A code to be the same guest on another device. It works once. */
export type DeviceCode = { code: string,
    /** The code as part of an address of the page. */
    link: string, expires: number };

export type ClaimCode = { code: string };

/** The games and the bots of this server. */
export type GameList = { games: Array<GameInfo>,
    /** The levels of the bots, weakest first. */
    bots: Array<string>, limits: PageLimits };

/** Limits that a page needs to know before it asks. */
export type PageLimits = {
    /** The longest name of a guest, in characters. */
    name: number,
    /** The longest chat message, in characters. */
    talk: number,
    /** How many tables or games a list has at most. */
    listed: number,
    /** After how many days the server deletes finished games and guests who did not come back; absent if it never does. */
    keep_days?: number };

/** A game and its options. */
export type GameInfo = {
    /** The id in records, requests and on the command line. */
    game: string, title: string,
    /** The title in its own script. */
    native_title: string,
    /** The numbers of players that the rules allow. */
    seats: Array<number>,
    /** The number of players that the game is best known with. */
    usual_seats: number,
    /** How long a quick game takes. */
    minutes: number, difficulty: Difficulty,
    /** Options that make a first game short and easy; all others keep their defaults. */
    quick: { [key in string]: OptionValue }, options: Array<OptionInfo> };

/** An option of a game. */
export type OptionInfo = { key: string,
    /** The values it can have with the usual number of players, the default first. */
    choices: Array<OptionValue>,
    /** The same for each number of players that the rules allow. */
    choices_by_seats: { [key in number]: Array<OptionValue> }, default: OptionValue,
    /** What the option decides, in one English sentence. */
    meaning: string };

/** How much there is to learn before a first game. */
export type Difficulty = "easy" | "medium" | "hard";

/** A value of an option, as in records: seats and numbers as integers, the rest as booleans and words. */
export type OptionValue = boolean | number | string;

export type TableList = { tables: Array<TableInfo>,
    /** Which page of the list this is, from 0. */
    page: number,
    /** Whether there is another page. */
    more: boolean,
    /** How many tables all pages have. */
    total: number };

export type TableAnswer = { table: TableInfo };

export type OpenedTable = { table: TableInfo,
    /** The address of the table's page. */
    link: string };

export type MyTableList = { tables: Array<MyTable> };

export type PastGameList = { games: Array<PastGame> };

/** A finished game of a guest. */
export type PastGame = {
    /** The id of the table. */
    table: string,
    /** Its number at the table, from 1. */
    game: number,
    /** The id of the game, as `koi-koi`. */
    kind: string, ended: number,
    /** The guest's seat. */
    seat: number,
    /** Whether the guest wants to keep it. */
    keep: boolean,
    /** When the server deletes it; absent if it does not. */
    expires?: number, summary: GameSummary };

/** How a game ended. The journal keeps it with the game. */
export type GameSummary = {
    /** One for each seat. In games without `bots`, which are old, a bot's name is its level. */
    names: Array<string>,
    /** One for each seat: the level of a bot, or null for a person. */
    bots?: Array<string | null>, totals: Array<number>,
    /** The winning seats. */
    winners: Array<number>,
    /** Whether the game ended in a draw; absent in old games. */
    draw?: boolean };

/** Whether to keep a game, however old it gets. */
export type KeepGame = { keep: boolean };

export type MutedList = { muted: Array<MutedPerson> };

/** A person that the guest has muted. */
export type MutedPerson = {
    /** The key of the muting, by which it is taken back. */
    id: number,
    /** What the person was called then. */
    name: string };

/** A finished game after some of its moves, seen by everybody. */
export type ReplayStep = {
    /** How many moves have been made. */
    step: number,
    /** How many moves the game has. */
    steps: number,
    /** The last of those moves; null before the first. */
    moved: ReplayedMove | null,
    /** What that move announced. */
    events: unknown[], to_act: Array<number>,
    /** Whether the game has ended in a draw; absent before the last move. */
    draw?: boolean,
    /** What a spectator saw. */
    view: unknown,
    /** What each seat saw. */
    views: unknown[] };

export type ReplayedMove = { seat: number, move: string };

/** The rules of a game, to be drawn. */
export type RulesAnswer = {
    /** The id of the game. */
    game: string, blocks: Array<Block> };

/** A block of a rules text. */
export type Block = { "type": "heading", level: number, text: Array<Inline> }
  | { "type": "paragraph", text: Array<Inline> }
  | { "type": "list", start?: number, items: Array<Array<Block>> }
  | { "type": "table", head: Array<Array<Inline>>, rows: Array<Array<Array<Inline>>> }
  | { "type": "code", text: string }
  | { "type": "quote", blocks: Array<Block> };

/** A piece of the text in a block. */
export type Inline = { "type": "text", text: string }
  | { "type": "code", text: string }
  | { "type": "strong", content: Array<Inline> }
  | { "type": "emphasis", content: Array<Inline> }
  | { "type": "link", href: string, content: Array<Inline> };
