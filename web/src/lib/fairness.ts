/**
 * Checks the shuffle of a finished game, as `docs/fairness.md` describes it: the proof in the record must be consistent,
 * and it must agree with what this device noted before the game.
 */
import type { Deal } from './deals';
import type { Note } from './notes';
import { fromHex, sha256 } from './sha256';

export interface Proof {
  commitment: string;
  secret: string;
  table: string;
  game: number;
  entropy: (string | null)[];
}

/** The part of a record that says how its cards came about (`docs/formats.md`). */
export interface ShuffleRecord {
  game: string;
  seats: number;
  options: Record<string, boolean | number | string>;
  seed: string;
  given?: number;
  proof?: Proof;
  bots?: (string | null)[];
  steps: { deal?: Deal }[];
}

/** What is wrong with a shuffle. */
export type Fault =
  | 'no-proof'
  | 'given'
  | 'secret'
  | 'seed'
  | 'table'
  | 'number'
  | 'commitment'
  | 'entropy'
  | 'bot-entropy'
  | 'deal';

/**
 * `verified` needs a note. `consistent` means that the proof is right, but this device noted nothing before the game.
 * `deal` says whether the page has recomputed the first deal as well.
 */
export type Verdict = { state: 'verified' | 'consistent'; deal: boolean } | { state: 'faulty'; fault: Fault };

/** The game that a record must be of, and what was noted before it. */
export interface Expected {
  table: string;
  number: number;
  note: Note | null;
}

export async function verify(record: ShuffleRecord, { table, number, note }: Expected): Promise<Verdict> {
  const faulty = (fault: Fault): Verdict => ({ state: 'faulty', fault });
  const { proof, seed, given, bots } = record;
  if (!proof || !isWellFormed(proof, record.seats)) return faulty('no-proof');
  if (given) return faulty('given');
  if (proof.table !== table) return faulty('table');
  if (proof.game !== number) return faulty('number');
  if (note && note.commitment !== proof.commitment) return faulty('commitment');
  if ((await sha256(fromHex(proof.secret))) !== proof.commitment) return faulty('secret');
  // Somebody who left their seat before the game, or only watched it, has no entropy in it.
  if (note?.seat !== undefined && proof.entropy[note.seat] !== note.entropy) return faulty('entropy');
  // Entropy of a bot would let the server choose among many seeds.
  if (bots?.some((bot, seat) => bot !== null && proof.entropy[seat] !== null)) return faulty('bot-entropy');
  if ((await seedOf(proof)) !== seed) return faulty('seed');
  const { isFirstDeal } = await import('./deals');
  const deal = isFirstDeal(record);
  if (deal === false) return faulty('deal');
  return { state: note?.seat !== undefined ? 'verified' : 'consistent', deal: deal === true };
}

/** The command that checks all deals of the game, and the notes of this device. */
export function checkCommand({ table, number, note }: Expected): string {
  const noted = note && ` --commitment ${note.commitment} --entropy ${note.entropy}`;
  return `irori check ${recordFile(table, number)} --table ${table} --number ${number}${noted ?? ''}`;
}

/** The name under which the browser saves the record. */
export function recordFile(table: string, number: number): string {
  return `irori-${table}-${number}.json`;
}

async function seedOf({ secret, table, game, entropy }: Proof): Promise<string> {
  const lines = ['irori-seed 1', secret, table, String(game), ...entropy.map((added) => added ?? '-')];
  return sha256(new TextEncoder().encode(lines.join('\n')));
}

function isWellFormed({ secret, entropy }: Proof, seats: number): boolean {
  const isHex = (text: unknown) => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);
  return (
    isHex(secret) && entropy.length === seats && entropy.every((added) => added === null || isHex(added))
  );
}
