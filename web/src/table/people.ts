/** The seats of a table, with everything the page shows about them. */
import { nameOf } from '../lib/names';
import type { ClockInfo, PlayInfo, TableInfo } from '../protocol';
import { words } from '../words/index.svelte';

export interface Person {
  seat: number;
  /** To show alone, in a `<bdi>`. In a sentence it is `sitting.name(seat)`. */
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

export interface Seen {
  inPlay: PlayInfo | null;
  you: number | null;
  online: boolean[];
  winners: number[];
}

export function peopleAt(table: TableInfo, { inPlay, you, online, winners }: Seen): Person[] {
  return table.chairs.map((chair, seat): Person => {
    const person = chair.kind === 'person' ? chair : null;
    return {
      seat,
      you: seat === you,
      name: chair.kind === 'empty' ? words().emptySeat : nameOf(chair.name),
      kind: person?.free ? 'empty' : chair.kind,
      level: chair.kind === 'bot' ? chair.bot : null,
      away: person?.away ?? false,
      ready: person?.ready ?? true,
      online: !person || (online[seat] ?? true),
      toAct: table.phase === 'playing' && (inPlay?.to_act.includes(seat) ?? false),
      winner: winners.includes(seat) && table.phase === 'over',
      clock: inPlay?.clocks?.[seat] ?? null,
    };
  });
}
