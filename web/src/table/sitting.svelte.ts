/**
 * Somebody at a table: what he sees, who else is there, and what he can ask. All of it is the server's word; the
 * only thing of its own is the move that is chosen and not yet made.
 */
import { getContext, setContext } from 'svelte';
import type { AnyView, GameEvent, GameModule } from '../games/module';
import type { Me } from '../lib/api';
import { keep, kept } from '../lib/keep';
import { myself } from '../lib/me.svelte';
import { notices } from '../lib/notices.svelte';
import { randomHex } from '../lib/random';
import { settings } from '../lib/settings.svelte';
import type { ClockInfo, Event, PlayInfo, TableInfo, Talk, ToClient, ToServer } from '../protocol';
import { words } from '../words/index.svelte';
import { Line, type LineState } from './line';

/** How long a chosen move can be taken back, where it is sent after a moment. */
const MOMENT = 1100;
const KEPT = 200;
/** How long nothing may be heard of a move before the line is opened anew. */
const UNHEARD = 10_000;

export interface Happening {
  number: number;
  event: Event;
}

/** A move that is chosen: not sent yet while it can be taken back. */
export interface Pending {
  id: string;
  move: string;
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

export interface Candidate {
  move: string;
  value: number;
  share: number;
  win: number;
  error: number;
  worlds: number;
}

export interface Noted {
  commitment: string;
  entropy: string | null;
}

export interface Advice {
  move: string;
  candidates: Candidate[];
}

export class Sitting {
  line = $state<LineState>('connecting');
  number = $state(0);
  you = $state<number | null>(null);
  table = $state.raw<TableInfo | null>(null);
  play = $state.raw<PlayInfo | null>(null);
  talk = $state.raw<Talk[]>([]);
  unread = $state(0);
  muted = $state.raw<number[]>([]);
  happenings = $state.raw<Happening[]>([]);
  /** What a table keeps back for a moment, as before a reveal, is not told either: nothing from this number on. */
  toldBefore = $state<number | null>(null);
  pending = $state.raw<Pending | null>(null);
  advice = $state.raw<Advice | 'thinking' | null>(null);
  module = $state.raw<GameModule | null>(null);

  #online = $state.raw<boolean[]>([]);
  /** By how much the server's clock is ahead of ours, in milliseconds. */
  #ahead = -Infinity;
  #hint = '';
  #unheard: ReturnType<typeof setTimeout> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #line: Line | null = null;
  #wasLost = false;
  #then: (() => void) | null;
  #openedAs = '';

  /** What is shown of the game. */
  view = $derived((this.play?.view ?? null) as AnyView | null);
  legal = $derived(this.play?.legal ?? []);
  myTurn = $derived.by(
    () => this.live && this.you !== null && (this.play?.to_act.includes(this.you) ?? false),
  );
  /** Whether a move can be chosen now: it is awaited, and none is on its way. */
  canChoose = $derived(this.myTurn && !this.pending?.sent);
  people = $derived.by(() => this.#people());
  /** The others, clockwise from my left; all for a spectator. */
  others = $derived.by(() => {
    const from = this.you ?? -1;
    const count = this.people.length;
    const turns = this.you === null ? count : count - 1;
    return Array.from({ length: turns }, (_, turn) => this.people[(from + 1 + turn) % count] as Person);
  });

  /** Whether there is a game to play; a past one is only looked at, and has no line. */
  readonly live: boolean;

  /** `then` is done once, when the table is first known. */
  constructor(
    readonly id: string,
    { live = true, then = () => undefined }: { live?: boolean; then?: () => void } = {},
  ) {
    this.live = live;
    this.#then = then;
    if (live) this.#line = this.#connect();
  }

  #connect(): Line {
    this.#openedAs = whoIs(myself.known);
    return new Line(this.id, {
      heard: (message) => this.#heard(message),
      changed: (state) => this.#changed(state),
      number: () => this.number,
    });
  }

  /** Opens the line anew, as when one has become somebody; `then` is done when the table is known again. */
  reconnect(then: () => void) {
    this.#line?.end();
    this.number = 0;
    this.#then = then;
    this.#line = this.#connect();
  }

  end() {
    clearTimeout(this.#timer);
    clearTimeout(this.#unheard);
    this.#line?.end();
  }

  /** The name to speak of a seat by. */
  name = (seat: number): string => this.people[seat]?.name ?? words().seat(seat + 1);

  /** How many milliseconds are left until a time of the server. */
  until(time: number): number {
    return time - (Date.now() + (Number.isFinite(this.#ahead) ? this.#ahead : 0));
  }

  /** A snapshot has the time of its last event, which may be long ago; the server's own is in the head of any answer. */
  async #setClock() {
    try {
      const asked = Date.now();
      const { headers } = await fetch('/hearth.svg', { method: 'HEAD', cache: 'no-store' });
      const date = Date.parse(headers.get('date') ?? '');
      // It is told in whole seconds, so half a second is added.
      if (!Number.isNaN(date)) this.#ahead = date + 500 - (asked + Date.now()) / 2;
    } catch {
      // Then events that are still to come set it.
    }
  }

  /** Sends a request; false, and a word about it, if there is no line. */
  ask(message: ToServer): boolean {
    const sent = this.#line?.send(message) ?? false;
    if (!sent) notices.say(words().lost, 'trouble');
    return sent;
  }

  /** Takes a seat, as who one is now: the line may have been opened as nobody, or under another name. */
  sit(seat: number) {
    if (this.#openedAs !== whoIs(myself.known)) return this.reconnect(() => this.sit(seat));
    this.ask({ type: 'sit', seat, entropy: this.#entropy() });
  }

  ready() {
    this.ask({ type: 'ready', entropy: this.#entropy() });
  }

  /** What is to be noted of the game under way, or just over, for who wants to check its shuffle. */
  get noted(): Noted | null {
    return JSON.parse(kept(`irori.noted.${this.id}.${this.table?.games}`) ?? 'null') as Noted | null;
  }

  /** While a game is played its commitment is shown; afterwards it is that of the next one. */
  #note() {
    if (!this.live || this.table?.phase !== 'playing') return;
    const key = `irori.noted.${this.id}.${this.table.games}`;
    const noted: Noted = { commitment: this.table.commitment, entropy: kept(`irori.entropy.${this.id}`) };
    if (kept(key) === null) keep(key, JSON.stringify(noted));
  }

  /** Chooses a move. What is not legal is answered with why. */
  choose(move: string) {
    if (!this.canChoose) return;
    if (!this.legal.includes(move)) return this.why(move);
    clearTimeout(this.#timer);
    this.pending = { id: randomHex(8), move, at: this.number, sent: false };
    const sending = settings.get('sending');
    if (sending === 'once') this.confirm();
    if (sending === 'moment') this.#timer = setTimeout(() => this.confirm(), MOMENT);
  }

  /** Sends the chosen move now. */
  confirm() {
    clearTimeout(this.#timer);
    if (!this.pending || this.pending.sent) return;
    this.pending = { ...this.pending, sent: true };
    this.advice = null;
    this.#sendPending();
  }

  /** Takes the chosen move back, as long as it is not sent. */
  takeBack() {
    if (this.pending?.sent) return;
    clearTimeout(this.#timer);
    this.pending = null;
  }

  /** Asks the server why a move is not legal; the answer comes up as a notice. */
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
    // A move of which nothing is heard for long may have gone into a dead line.
    clearTimeout(this.#unheard);
    this.#unheard = setTimeout(() => this.pending?.id === pending.id && this.#line?.renew(), UNHEARD);
  }

  #changed(state: LineState) {
    this.line = state;
    if (state === 'lost' || state === 'closing') this.#wasLost = true;
    if (state !== 'open') return;
    if (this.#wasLost) notices.say(words().backAgain);
    this.#wasLost = false;
    if (this.advice === 'thinking') this.advice = null;
    // Whether it had arrived is not known; with its id it can be sent again without harm.
    this.#sendPending();
  }

  #heard(message: ToClient) {
    switch (message.type) {
      case 'snapshot':
        this.number = message.number;
        this.you = message.you;
        this.table = message.table;
        this.play = message.play ?? null;
        this.talk = message.talk;
        this.muted = message.muted;
        this.happenings = this.happenings.filter(({ number }) => number <= message.number);
        this.advice = null;
        if (this.pending && !this.myTurn) this.pending = null;
        this.#note();
        if (message.table.clock !== 'none') void this.#setClock();
        this.#then?.();
        this.#then = null;
        break;
      case 'event':
        this.#event(message);
        break;
      case 'presence':
        this.#online = message.online;
        break;
      case 'known':
        if (this.pending?.id === message.id) this.pending = null;
        break;
      case 'hint':
        // An answer to an earlier question is for a moment that is gone.
        if (message.id === this.#hint && this.myTurn) this.advice = message.advice as Advice;
        break;
      case 'why':
        this.#explain(message);
        break;
      case 'refused':
        this.#refused(message.code, message.message, message.id);
        break;
      case 'closing':
        this.line = 'closing';
        break;
    }
  }

  #event(message: Extract<ToClient, { type: 'event' }>) {
    // A second connection may tell something once more.
    if (message.number <= this.number) return;
    // An event may be told late, but never early.
    this.#ahead = Math.max(this.#ahead, message.time - Date.now());
    this.number = message.number;
    if (message.you !== undefined) this.you = message.you;
    if (message.table) this.table = message.table;
    if (message.play) this.play = message.play;
    if (message.id !== undefined && message.id === this.pending?.id) this.pending = null;
    const { event } = message;
    if (event.type === 'said') {
      this.talk = [...this.talk, event.talk].slice(-KEPT);
      if (event.talk.seat !== this.you) this.unread += 1;
    } else if (event.type === 'muted') {
      this.muted = event.on ? [...this.muted, event.seat] : this.muted.filter((seat) => seat !== event.seat);
    } else if (event.type !== 'quiet') {
      this.happenings = [...this.happenings, { number: message.number, event }].slice(-KEPT);
    }
    if (event.type === 'started') {
      this.happenings = this.happenings.slice(-1);
      // From the second game on everybody has moved one seat on, and who is muted stays so.
      const { games = 1, seats = 1 } = this.table ?? {};
      if (games > 1) this.muted = this.muted.map((seat) => (seat + 1) % seats);
    }
    this.#note();
    if (event.type === 'moved' || event.type === 'away') {
      // Advice and a choice are for the moment in which they were asked; a move that is no longer awaited is void.
      if (!this.myTurn) this.advice = null;
      if (this.pending && !this.pending.sent && !this.legal.includes(this.pending.move)) this.takeBack();
    }
  }

  #explain(message: Extract<ToClient, { type: 'why' }>) {
    if (message.legal) return;
    const code = message.code ?? '';
    const facts = (message.facts ?? {}) as Record<string, unknown>;
    const text = this.module?.why(code, facts) ?? words().trouble[code] ?? message.message ?? code;
    notices.say(text);
  }

  #refused(code: string, message: string, id?: string) {
    if (id !== undefined && id === this.pending?.id) {
      // It could not be written down; it is good to try once more.
      if (code === 'unavailable') {
        setTimeout(() => this.#sendPending(), 1000);
        return;
      }
      this.pending = null;
    }
    if (this.advice === 'thinking') this.advice = null;
    notices.say(words().trouble[code] ?? message, 'trouble');
  }

  #people(): Person[] {
    const { table, play } = this;
    if (!table) return [];
    return table.chairs.map((chair, seat): Person => {
      const person = chair.kind === 'person' ? chair : null;
      const bot = chair.kind === 'bot' ? chair : null;
      const away = person?.away ?? false;
      return {
        seat,
        you: seat === this.you,
        name: person?.name ?? (bot ? botName(table, seat) : words().emptySeat),
        // Who has left a game that is over has left his seat to anybody.
        kind: table.phase === 'over' && away ? 'empty' : chair.kind,
        level: bot?.bot ?? null,
        away,
        ready: person?.ready ?? true,
        online: !person || (this.#online[seat] ?? true),
        toAct: table.phase === 'playing' && (play?.to_act.includes(seat) ?? false),
        winner: (this.view?.winners.includes(seat) ?? false) && table.phase === 'over',
        clock: play?.clocks?.[seat] ?? null,
      };
    });
  }

  #entropy(): string {
    const entropy = randomHex(32);
    keep(`irori.entropy.${this.id}`, entropy);
    return entropy;
  }
}

/** Names for bots, so that one can speak of them; the same bot keeps its name at a table. */
const BOT_NAMES = ['Aki', 'Botan', 'Chidori', 'Daichi', 'Emi', 'Fuji'];

function botName(table: TableInfo, seat: number): string {
  // Seats rotate between games by one, so counting back keeps a bot its name.
  const first = (seat - Math.max(0, table.games - 1) + table.seats * 100) % table.seats;
  return BOT_NAMES[first % BOT_NAMES.length] as string;
}

function whoIs(me: Me | null): string {
  return me ? `${me.id} ${me.name}` : '';
}

const KEY = Symbol('sitting');

export function provideSitting(sitting: Sitting) {
  setContext(KEY, sitting);
}

/** The sitting of the table around a component; with the type of its view for convenience. */
export function useSitting(): Sitting {
  return getContext<Sitting>(KEY);
}

/** The events of a game that one happening brought. */
export function gameEvents(happening: Happening | undefined): GameEvent[] {
  return happening?.event.type === 'moved' ? (happening.event.events as GameEvent[]) : [];
}
