/**
 * A table as one person sees it, and what that person can ask of it. Everything here comes from the server, except the
 * move that is chosen and not sent yet.
 */
import { getContext, setContext } from 'svelte';
import { reasonOf, type GameId, type GameModule, type Games } from '../games/module';
import { keep, kept } from '../lib/keep';
import { myself } from '../lib/me.svelte';
import { notices } from '../lib/notices.svelte';
import { randomHex } from '../lib/random';
import { settings } from '../lib/settings.svelte';
import type {
  AdviceInfo,
  ClockInfo,
  Event as ProtocolEvent,
  GuestInfo,
  PlayInfo,
  TableInfo,
  Talk,
  ToClient,
  ToServer,
} from '../protocol';
import { words } from '../words/index.svelte';
import { Line, type LineState } from './line';

/** How long a chosen move can be taken back, where it is sent after a short delay. */
export const DELAY = 1100;
const KEPT = 200;
/** After this long without an answer to a move, the connection counts as dead. */
export const UNANSWERED = 10_000;
const RETRY = 1000;

export interface TableEvent {
  number: number;
  event: ProtocolEvent;
}

/** A move that is chosen. It can be taken back until it is sent. */
export interface Pending {
  id: string;
  move: string;
  /** The number of the last event that was known when it was chosen. */
  at: number;
  sent: boolean;
}

export interface Person {
  seat: number;
  name: string;
  kind: 'empty' | 'person' | 'bot';
  level: string | null;
  away: boolean;
  ready: boolean;
  online: boolean;
  you: boolean;
  toAct: boolean;
  winner: boolean;
  clock: ClockInfo | null;
}

/** What a player notes down to check the shuffle later. */
export interface Noted {
  commitment: string;
  entropy: string | null;
}

/** `G` is the game, as far as it is known where the sitting is used. */
export class Sitting<G extends GameId = GameId> {
  line = $state<LineState>('connecting');
  number = $state(0);
  you = $state<number | null>(null);
  table = $state.raw<TableInfo | null>(null);
  /** The game as the server last told it; null before the first one. */
  inPlay = $state.raw<PlayInfo | null>(null);
  talk = $state.raw<Talk[]>([]);
  unread = $state(0);
  muted = $state.raw<number[]>([]);
  events = $state.raw<TableEvent[]>([]);
  /** The log stops before this number: a table may show something a moment later, as before a reveal. */
  logBefore = $state<number | null>(null);
  pending = $state.raw<Pending | null>(null);
  advice = $state.raw<AdviceInfo | 'thinking' | null>(null);
  module = $state.raw<GameModule | null>(null);

  #online = $state.raw<boolean[]>([]);
  /** By how many milliseconds the server's clock is ahead of ours. */
  #ahead = 0;
  #hint = '';
  #unanswered: ReturnType<typeof setTimeout> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #line: Line | null = null;
  #wasLost = false;
  #then: (() => void) | null;
  #openedAs = '';

  view = $derived((this.inPlay?.view ?? null) as Games[G]['view'] | null);
  /** What the game asks of the player now. */
  prompt = $derived((this.inPlay?.prompt ?? null) as Games[G]['prompt'] | null);
  legal = $derived(this.inPlay?.legal ?? []);
  myTurn = $derived.by(
    () => this.live && this.you !== null && (this.inPlay?.to_act.includes(this.you) ?? false),
  );
  /** Whether a move can be chosen now: it is my turn, and none is on its way. */
  canChoose = $derived(this.myTurn && !this.pending?.sent);
  people = $derived.by(() => this.#people());
  /** The others, clockwise from my left; everybody for a spectator. */
  others = $derived.by(() => {
    const from = this.you ?? -1;
    const count = this.people.length;
    const turns = this.you === null ? count : count - 1;
    return Array.from({ length: turns }, (_, turn) => this.people[(from + 1 + turn) % count] as Person);
  });

  /** False for the replay of a past game, which has no connection. */
  readonly live: boolean;

  /** `then` runs once, when the table is first known. */
  constructor(
    readonly id: string,
    { live = true, then = () => undefined }: { live?: boolean; then?: () => void } = {},
  ) {
    this.live = live;
    this.#then = then;
    if (live) this.#line = this.#connect();
  }

  #connect(): Line {
    this.#openedAs = identity(myself.known);
    return new Line(this.id, {
      heard: (message) => this.#heard(message),
      changed: (state) => this.#changed(state),
      number: () => this.number,
    });
  }

  /** Opens a new connection and asks for a snapshot. `then` runs when it has come. */
  reconnect(then: () => void) {
    this.#line?.end();
    this.number = 0;
    this.#then = then;
    this.#line = this.#connect();
  }

  end() {
    clearTimeout(this.#timer);
    clearTimeout(this.#unanswered);
    this.#line?.end();
  }

  /** The game's own events in an event of the table. */
  gameEvents(event: TableEvent | undefined): Games[G]['event'][] {
    return event?.event.type === 'moved' ? (event.event.events as Games[G]['event'][]) : [];
  }

  name = (seat: number): string => this.people[seat]?.name ?? words().seat(seat + 1);

  /** How many milliseconds are left until a time on the server's clock. */
  until(time: number): number {
    return time - (Date.now() + this.#ahead);
  }

  /** Sends a request. If there is no connection, it says so and returns false. */
  ask(message: ToServer): boolean {
    const sent = this.#line?.send(message) ?? false;
    if (!sent) notices.say(words().lost, 'trouble');
    return sent;
  }

  /** Takes a seat. The connection may be older than the guest, or than their name; then it opens a new one first. */
  sit(seat: number) {
    if (this.#openedAs !== identity(myself.known)) return this.reconnect(() => this.sit(seat));
    this.ask({ type: 'sit', seat, entropy: this.#entropy() });
  }

  ready() {
    this.ask({ type: 'ready', entropy: this.#entropy() });
  }

  /** What was noted of the current game, or of the last one. */
  get noted(): Noted | null {
    return JSON.parse(kept(`irori.noted.${this.id}.${this.table?.games}`) ?? 'null') as Noted | null;
  }

  /** Notes the commitment while the game is played: afterwards the table shows that of the next game. */
  #note() {
    if (!this.live || this.table?.phase !== 'playing') return;
    const key = `irori.noted.${this.id}.${this.table.games}`;
    const noted: Noted = { commitment: this.table.commitment, entropy: kept(`irori.entropy.${this.id}`) };
    if (kept(key) === null) keep(key, JSON.stringify(noted));
  }

  /** Chooses a move. If it is not legal, it asks the server why. */
  choose(move: string) {
    if (!this.canChoose) return;
    if (!this.legal.includes(move)) return this.why(move);
    clearTimeout(this.#timer);
    this.pending = { id: randomHex(8), move, at: this.number, sent: false };
    const sending = settings.get('sending');
    if (sending === 'once') this.confirm();
    if (sending === 'moment') this.#timer = setTimeout(() => this.confirm(), DELAY);
  }

  /** Sends the chosen move now. */
  confirm() {
    clearTimeout(this.#timer);
    if (!this.pending || this.pending.sent) return;
    this.pending = { ...this.pending, sent: true };
    this.advice = null;
    this.#sendPending();
  }

  /** Takes the chosen move back, unless it is sent already. */
  takeBack() {
    if (this.pending?.sent) return;
    clearTimeout(this.#timer);
    this.pending = null;
  }

  /** Asks the server why a move is not legal. The answer appears as a notice. */
  why(move: string) {
    this.ask({ type: 'why', id: randomHex(8), move });
  }

  hint() {
    if (!this.myTurn || this.advice === 'thinking') return;
    this.#hint = randomHex(8);
    this.advice = this.ask({ type: 'hint', id: this.#hint }) ? 'thinking' : null;
  }

  #sendPending() {
    const { pending } = this;
    if (!pending?.sent) return;
    this.#line?.send({ type: 'move', id: pending.id, at: pending.at, move: pending.move });
    clearTimeout(this.#unanswered);
    this.#unanswered = setTimeout(() => this.pending?.id === pending.id && this.#line?.renew(), UNANSWERED);
  }

  #changed(state: LineState) {
    this.line = state;
    if (state === 'lost' || state === 'closing') this.#wasLost = true;
    if (state !== 'open') return;
    if (this.#wasLost) notices.say(words().backAgain);
    this.#wasLost = false;
    if (this.advice === 'thinking') this.advice = null;
    // It may have arrived before. The server knows it by its id and does not play it twice.
    this.#sendPending();
  }

  #heard(message: ToClient) {
    switch (message.type) {
      case 'snapshot':
        this.number = message.number;
        this.#ahead = message.now - Date.now();
        this.you = message.you;
        this.table = message.table;
        this.inPlay = message.play ?? null;
        this.talk = message.talk;
        this.muted = message.muted;
        this.events = this.events.filter(({ number }) => number <= message.number);
        this.advice = null;
        if (this.pending && !this.myTurn) this.pending = null;
        this.#note();
        this.#then?.();
        this.#then = null;
        break;
      case 'event':
        this.#event(message);
        break;
      case 'presence':
        this.#online = message.online;
        this.#hearTime(message.now);
        break;
      case 'known':
        if (this.pending?.id === message.id) this.pending = null;
        break;
      case 'hint':
        // The answer to an earlier question is out of date.
        if (message.id === this.#hint && this.myTurn) this.advice = message.advice;
        break;
      case 'why':
        this.#explain(message);
        break;
      case 'refused':
        this.#refused(message);
        break;
      case 'closing':
        this.line = 'closing';
        break;
    }
  }

  /** A message may arrive late but never early, so the largest difference is nearest to the truth. */
  #hearTime(time: number) {
    this.#ahead = Math.max(this.#ahead, time - Date.now());
  }

  #event(message: Extract<ToClient, { type: 'event' }>) {
    // An old connection and a new one may both bring it.
    if (message.number <= this.number) return;
    this.#hearTime(message.time);
    this.number = message.number;
    if (message.you !== undefined) this.you = message.you;
    if (message.table) this.table = message.table;
    if (message.muted) this.muted = message.muted;
    if (message.play) this.inPlay = message.play;
    if (message.id !== undefined && message.id === this.pending?.id) this.pending = null;
    const { event } = message;
    if (event.type === 'said') {
      this.talk = [...this.talk, event.talk].slice(-KEPT);
      if (event.talk.seat !== this.you) this.unread += 1;
    } else if (event.type === 'started') {
      this.events = [{ number: message.number, event }];
    } else if (event.type !== 'quiet' && event.type !== 'muted') {
      this.events = [...this.events, { number: message.number, event }].slice(-KEPT);
    }
    this.#note();
    if (event.type === 'moved' || event.type === 'away') {
      // Advice and an unsent choice belong to the position in which they were made.
      if (!this.myTurn) this.advice = null;
      if (this.pending && !this.pending.sent && !this.legal.includes(this.pending.move)) this.takeBack();
    }
  }

  #explain(message: Extract<ToClient, { type: 'why' }>) {
    if (message.legal) return;
    const { code = '', facts = {} } = message;
    const text = this.module && reasonOf(this.module, { code, facts });
    notices.say(text ?? message.message ?? words().trouble['illegal-move']);
  }

  #refused({ code, message, id, rule }: Extract<ToClient, { type: 'refused' }>) {
    if (id !== undefined && id === this.pending?.id) {
      // The server could not store the move. Trying again is safe.
      if (code === 'unavailable') {
        setTimeout(() => this.#sendPending(), RETRY);
        return;
      }
      this.pending = null;
    }
    if (this.advice === 'thinking') this.advice = null;
    const reason = rule && this.module && reasonOf(this.module, rule);
    // A newer server may have codes that this page does not know.
    const known: string | undefined = words().trouble[code];
    notices.say(reason ?? known ?? message, 'trouble');
  }

  #people(): Person[] {
    const { table, inPlay } = this;
    if (!table) return [];
    return table.chairs.map((chair, seat): Person => {
      const person = chair.kind === 'person' ? chair : null;
      const away = person?.away ?? false;
      return {
        seat,
        you: seat === this.you,
        name: chair.kind === 'empty' ? words().emptySeat : chair.name,
        kind: person?.free ? 'empty' : chair.kind,
        level: chair.kind === 'bot' ? chair.bot : null,
        away,
        ready: person?.ready ?? true,
        online: !person || (this.#online[seat] ?? true),
        toAct: table.phase === 'playing' && (inPlay?.to_act.includes(seat) ?? false),
        winner: (this.view?.winners.includes(seat) ?? false) && table.phase === 'over',
        clock: inPlay?.clocks?.[seat] ?? null,
      };
    });
  }

  #entropy(): string {
    const entropy = randomHex(32);
    keep(`irori.entropy.${this.id}`, entropy);
    return entropy;
  }
}

function identity(me: GuestInfo | null): string {
  return me ? `${me.id} ${me.name}` : '';
}

const KEY = Symbol('sitting');

export function provideSitting(sitting: Sitting) {
  setContext(KEY, sitting);
}

/** The sitting of the table around a component. A game's own components name their game. */
export function useSitting<G extends GameId = GameId>(): Sitting<G> {
  return getContext<Sitting<G>>(KEY);
}
