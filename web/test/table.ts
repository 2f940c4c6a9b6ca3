/** A table as the server would describe it, for unit tests. */
import { flushSync } from 'svelte';
import type { GameId } from '../src/games/module';
import { Sitting } from '../src/table/sitting.svelte';
import type { Chair, Event as ProtocolEvent, PlayInfo, TableInfo, ToClient } from '../src/protocol';
import { FakeSocket } from './socket';

const person = (name: string, more: Partial<Extract<Chair, { kind: 'person' }>> = {}): Chair => ({
  kind: 'person',
  name,
  away: false,
  ready: false,
  entropy: true,
  free: false,
  ...more,
});

export const chairs = { person, bot: (name: string): Chair => ({ kind: 'bot', bot: 'easy', name }) };

export function tableInfo(more: Partial<TableInfo> = {}): TableInfo {
  return {
    id: 'table',
    game: 'iroha',
    phase: 'playing',
    games: 1,
    seats: 3,
    chairs: [person('Aki'), person('Ben'), chairs.bot('Chidori')],
    commitment: 'c0ffee',
    options: {},
    clock: 'none',
    public: false,
    hints: true,
    ...more,
  };
}

export function playInfo(view: unknown, more: Partial<PlayInfo> = {}): PlayInfo {
  return { legal: [], to_act: [], view, ...more };
}

type Snapshot = Extract<ToClient, { type: 'snapshot' }>;

export function snapshot(more: Partial<Snapshot> = {}): Snapshot {
  return {
    type: 'snapshot',
    number: 10,
    time: 0,
    now: Date.now(),
    you: 0,
    table: tableInfo(),
    talk: [],
    muted: [],
    ...more,
  };
}

type EventMessage = Extract<ToClient, { type: 'event' }>;

/** Sends the page an event over its latest socket. */
export function happen(number: number, event: ProtocolEvent, more: Partial<EventMessage> = {}) {
  FakeSocket.latest.tell({ type: 'event', number, time: Date.now(), event, ...more });
}

/** A move that caused these events of the game. */
export const moved = (seat: number, events: unknown[]): ProtocolEvent => ({
  type: 'moved',
  seat,
  bot: false,
  events,
});

/** A table as its displays see it: the test sets the view and tells events, without a server. */
export class FakeTable<G extends GameId> {
  readonly sitting: Sitting<G>;
  #number = 0;

  constructor(view: unknown, { live = true, you = 0 }: { live?: boolean; you?: number | null } = {}) {
    // Without a connection it stays as the test sets it.
    this.sitting = Object.defineProperty(new Sitting<G>('table', { live: false }), 'live', { value: live });
    this.sitting.you = you;
    this.sitting.table = tableInfo();
    this.sitting.inPlay = playInfo(view);
  }

  /** A move of a seat brings these events of the game, and a new view. */
  move(seat: number, events: unknown[], view: unknown): number {
    this.#number += 1;
    const event = moved(seat, events);
    // In a replay, only the events of the last step are kept.
    const before = this.sitting.live ? this.sitting.events : [];
    this.sitting.events = [...before, { number: this.#number, event }];
    this.sitting.inPlay = playInfo(view);
    flushSync();
    return this.#number;
  }
}
