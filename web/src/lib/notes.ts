/**
 * What this device noted before a game, to check its shuffle afterwards (`docs/fairness.md`). It notes the commitment
 * before it sends entropy: a note that is made later would accept whatever the server shows by then.
 */
import { forget, keep, kept } from './keep';
import { randomHex } from './random';

export interface Note {
  /** The commitment that the table showed before it got the entropy. */
  commitment: string;
  entropy: string;
  /** The seat in the game; absent until the game has started. */
  seat?: number;
}

const PREFIX = 'irori.shuffle.';
/** Earlier versions of the page noted the commitment too late. */
const OLD = ['irori.noted.', 'irori.entropy.'];
const key = (table: string, game: number) => `${PREFIX}${table}.${game}`;

export function noteOf(table: string, game: number): Note | null {
  try {
    return JSON.parse(kept(key(table, game)) ?? 'null') as Note | null;
  } catch {
    return null;
  }
}

/**
 * Makes entropy for a game and notes it with the commitment. Only then may the entropy be sent. As long as the commitment
 * is the same, so is the entropy: a second request for the same game must not replace the note of the first.
 */
export function noteEntropy(table: string, game: number, commitment: string): string {
  const known = noteOf(table, game);
  if (known?.commitment === commitment) return known.entropy;
  const note: Note = { commitment, entropy: randomHex(32) };
  keep(key(table, game), JSON.stringify(note));
  return note.entropy;
}

/** Adds the seat. Seats rotate between games, so it is known only when the game has started. */
export function noteSeat(table: string, game: number, seat: number) {
  const note = noteOf(table, game);
  if (note && note.seat !== seat) keep(key(table, game), JSON.stringify({ ...note, seat }));
}

export function forgetNotes() {
  for (const prefix of [PREFIX, ...OLD]) forget(prefix);
}
