/**
 * A table as one person sees it, and what that person can ask of it. Everything here comes from the server, except the
 * move that is chosen and not sent yet.
 */
import { getContext, setContext } from 'svelte';
import { reasonOf, type GameId, type GameModule, type Games } from '../games/module';
import { myself } from '../lib/me.svelte';
import { isolated } from '../lib/names';
import { noteEntropy, noteOf, noteSeat } from '../lib/notes';
import { notices } from '../lib/notices.svelte';
import { randomHex } from '../lib/random';
import { settings } from '../lib/settings.svelte';
import type {
  AdviceInfo,
  Event as ProtocolEvent,
  GuestInfo,
  PlayInfo,
  TableInfo,
  Talk,
  ToClient,
  ToServer,
} from '../protocol';
import { words } from '../words/index.svelte';
import { Clocks } from './clocks';
import { Line, type LineState } from './line';
import { peopleAt, type Person } from './people';

export type { Person };

/** How long a chosen move can be taken back, where it is sent after a short delay. */
export const DELAY = 1100;
const KEPT = 200;
/** After this long without an answer to a move, the connection counts as dead. */
export const UNANSWERED = 10_000;
/** The pause before a move is sent again that the server could not store. It doubles each time. */
const RETRY = 1000;
const LONGEST_RETRY = 15_000;

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

/** `G` is the game, as far as it is known where the sitting is used. */
export class Sitting<G extends GameId = GameId> {
  line = $state<LineState>('connecting');
  /** The server cannot write at the moment. The game goes on with the next snapshot. */
  resting = $state(false);
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
  /** The server shows another commitment than the one it showed before it got our entropy. */
  replaced = $state(false);

  #online = $state.raw<boolean[]>([]);
  #clocks = new Clocks();
  /** Events that the connection has brought so far may be old. */
  #catchingUp = false;
  #hint = '';
  #unanswered: ReturnType<typeof setTimeout> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pause = 0;
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
  /** Whether a move can be chosen now: it is my turn, none is on its way, and the server can take one. */
  canChoose = $derived(this.myTurn && !this.pending?.sent && !this.resting);
  people = $derived.by(() => {
    const { table, inPlay, you } = this;
    return table
      ? peopleAt(table, { inPlay, you, online: this.#online, winners: this.view?.winners ?? [] })
      : [];
  });
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
      signedOut: () => this.#signedOut(),
      number: () => this.number,
    });
  }

  /** Opens a new connection and asks for a snapshot. `then` runs when it has come. */
  reconnect(then: () => void = () => undefined) {
    this.#line?.end();
    this.number = 0;
    this.#then = then;
    this.#line = this.#connect();
  }

  end() {
    clearTimeout(this.#timer);
    clearTimeout(this.#unanswered);
    clearTimeout(this.#retry);
    this.#line?.end();
  }

  /** The game's own events in an event of the table. */
  gameEvents(event: TableEvent | undefined): Games[G]['event'][] {
    return event?.event.type === 'moved' ? (event.event.events as Games[G]['event'][]) : [];
  }

  /** A player's name as part of a sentence. */
  name = (seat: number): string => {
    const person = this.people[seat];
    return person ? isolated(person.name) : words().seat(seat + 1);
  };

  /** What is left of the time for a seat's move, in milliseconds. */
  timeLeft(seat: number): number | null {
    return this.#clocks.left(seat);
  }

  /** Sends a request. If that is not possible now, it says so and returns false. */
  ask(message: ToServer): boolean {
    if (this.resting) {
      notices.say(words().restingShort);
      return false;
    }
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

  /** The entropy for the next game, which is noted together with the commitment before it is sent. */
  #entropy(): string | undefined {
    return this.table ? noteEntropy(this.id, this.table.games + 1, this.table.commitment) : undefined;
  }

  /** Compares the table with what was noted before the entropy was sent. */
  #compareNote() {
    const { id, table, you } = this;
    if (!this.live || !table) return;
    const playing = table.phase === 'playing';
    const game = playing ? table.games : table.games + 1;
    if (playing && you !== null) noteSeat(id, game, you);
    const note = you === null ? null : noteOf(id, game);
    this.replaced = note !== null && note.commitment !== table.commitment;
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
    this.#pause = 0;
    this.advice = null;
    this.#sendPending();
  }

  /** Takes the chosen move back, unless it is sent already. */
  takeBack() {
    if (!this.pending?.sent) this.#drop();
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
    if (!pending?.sent || this.resting) return;
    clearTimeout(this.#retry);
    this.#line?.send({ type: 'move', id: pending.id, at: pending.at, move: pending.move });
    clearTimeout(this.#unanswered);
    this.#unanswered = setTimeout(() => this.pending?.id === pending.id && this.#line?.renew(), UNANSWERED);
  }

  /** Sends the move again after a pause: the server could not store it. The same id makes that safe. */
  #sendLater() {
    clearTimeout(this.#unanswered);
    clearTimeout(this.#retry);
    if (this.resting) return;
    const pause = this.#pause * (0.5 + Math.random() / 2);
    this.#retry = setTimeout(() => this.#sendPending(), pause);
  }

  /** This device is another guest now, or none. The next connection asks for a snapshot. */
  #signedOut() {
    this.number = 0;
    myself.lookAgain().catch((error: unknown) => notices.refused(error));
  }

  #changed(state: LineState) {
    this.line = state;
    if (state === 'lost' || state === 'closing') this.#wasLost = true;
    if (state !== 'open') return;
    if (this.#wasLost) notices.say(words().backAgain);
    this.#wasLost = false;
    // If the server still rests, it says so again.
    this.resting = false;
    this.#catchingUp = true;
    if (this.advice === 'thinking') this.advice = null;
    // It may have arrived before. The server knows it by its id and does not play it twice.
    this.#sendPending();
  }

  #heard(message: ToClient) {
    switch (message.type) {
      case 'snapshot':
        this.#snapshot(message);
        break;
      case 'event':
        this.#event(message);
        break;
      case 'presence':
        this.#online = message.online;
        if (this.#catchingUp) this.#hearClocks(message.now, true);
        this.#catchingUp = false;
        break;
      case 'muted':
        this.muted = message.muted;
        break;
      case 'resting':
        this.#rest();
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

  #snapshot(message: Extract<ToClient, { type: 'snapshot' }>) {
    const rested = this.resting;
    this.resting = false;
    this.number = message.number;
    this.you = message.you;
    this.table = message.table;
    this.inPlay = message.play ?? null;
    this.talk = message.talk;
    this.muted = message.muted;
    this.events = this.events.filter(({ number }) => number <= message.number);
    this.advice = null;
    this.#hearClocks(message.now, true);
    const { pending } = this;
    if (pending && (!this.myTurn || (!pending.sent && !this.legal.includes(pending.move)))) this.#drop();
    if (rested && this.pending?.sent) this.#sendLater();
    this.#compareNote();
    this.#then?.();
    this.#then = null;
  }

  #rest() {
    this.resting = true;
    clearTimeout(this.#unanswered);
    clearTimeout(this.#retry);
    if (this.advice === 'thinking') this.advice = null;
  }

  #hearClocks(time: number, restart: boolean) {
    const pace = this.table?.clock ?? 'none';
    this.#clocks.hear(this.inPlay?.clocks ?? [], pace, time, restart);
  }

  #drop() {
    clearTimeout(this.#timer);
    this.pending = null;
  }

  #event(message: Extract<ToClient, { type: 'event' }>) {
    // An old connection and a new one may both bring it.
    if (message.number <= this.number) return;
    this.number = message.number;
    if (message.you !== undefined) this.you = message.you;
    if (message.table) this.table = message.table;
    if (message.play) {
      this.inPlay = message.play;
      this.#hearClocks(message.time, false);
    }
    if (message.id !== undefined && message.id === this.pending?.id) this.pending = null;
    const { event } = message;
    if (event.type === 'said') {
      this.talk = [...this.talk, event.talk].slice(-KEPT);
      if (event.talk.seat !== this.you) this.unread += 1;
    } else if (event.type === 'started') {
      this.events = [{ number: message.number, event }];
    } else if (event.type !== 'quiet') {
      this.events = [...this.events, { number: message.number, event }].slice(-KEPT);
    }
    this.#compareNote();
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
      if (code === 'unavailable') {
        this.#pause = Math.min(Math.max(this.#pause * 2, RETRY), LONGEST_RETRY);
        this.#sendLater();
        return;
      }
      this.pending = null;
    }
    // The page already says that the table is resting.
    if (code === 'unavailable' && this.resting) return;
    if (this.advice === 'thinking') this.advice = null;
    const reason = rule && this.module && reasonOf(this.module, rule);
    // A newer server may have codes that this page does not know.
    const known: string | undefined = words().trouble[code];
    notices.say(reason ?? known ?? message, 'trouble');
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
