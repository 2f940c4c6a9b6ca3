import { readFileSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';
import { checkCommand, verify, type Expected, type Fault, type ShuffleRecord } from './fairness';
import { forgetNotes, noteEntropy, noteOf, noteSeat } from './notes';

/** The example of `docs/fairness.md`: seats 0 and 1 are people, seat 2 is a bot. */
const PAGE = readFileSync('../docs/fairness.md', 'utf8');
const EXAMPLE = JSON.parse(/^\{"irori".*$/m.exec(PAGE)?.[0] ?? '') as Required<ShuffleRecord>;
const { proof } = EXAMPLE;
const ENTROPY = proof.entropy[1] as string;
const note = { commitment: proof.commitment, entropy: ENTROPY, seat: 1 };
const expected: Expected = { table: 'plum-rain', number: 1, note };

const faultOf = async (record: ShuffleRecord, against: Expected = expected): Promise<Fault | null> => {
  const verdict = await verify(record, against);
  return verdict.state === 'faulty' ? verdict.fault : null;
};
const withProof = (more: Partial<typeof proof>): ShuffleRecord => ({
  ...EXAMPLE,
  proof: { ...proof, ...more },
});
const OTHER = 'ab'.repeat(32);

beforeEach(() => vi.unstubAllGlobals());

test('the example of the page about fairness is verified, with and without TLS', async () => {
  expect(await verify(EXAMPLE, expected)).toEqual({ state: 'verified', deal: true });
  vi.stubGlobal('crypto', {});
  expect(await verify(EXAMPLE, expected)).toEqual({ state: 'verified', deal: true });
});

test('without a note the proof is only consistent', async () => {
  expect(await verify(EXAMPLE, { ...expected, note: null })).toEqual({ state: 'consistent', deal: true });
  const { seat: _, ...watched } = note;
  expect(await verify(EXAMPLE, { ...expected, note: watched })).toEqual({ state: 'consistent', deal: true });
});

test('a commitment that differs from the noted one is a fault, even if the proof is consistent', async () => {
  expect(await faultOf(EXAMPLE, { ...expected, note: { ...note, commitment: OTHER } })).toBe('commitment');
  // The seat does not matter: whoever noted a commitment must find it.
  const watched = { commitment: OTHER, entropy: ENTROPY };
  expect(await faultOf(EXAMPLE, { ...expected, note: watched })).toBe('commitment');
});

test('own entropy must be in the shuffle, at the own seat', async () => {
  expect(await faultOf(EXAMPLE, { ...expected, note: { ...note, entropy: OTHER } })).toBe('entropy');
  expect(await faultOf(EXAMPLE, { ...expected, note: { ...note, seat: 0 } })).toBe('entropy');
});

test('the record must be of this table and this game', async () => {
  expect(await faultOf(EXAMPLE, { ...expected, table: 'other' })).toBe('table');
  expect(await faultOf(EXAMPLE, { ...expected, number: 2 })).toBe('number');
});

test('a secret that does not belong to the commitment is a fault', async () => {
  expect(await faultOf(withProof({ secret: OTHER }))).toBe('secret');
  // Not the digits are hashed, but the bytes.
  expect(await faultOf(withProof({ secret: proof.secret.toUpperCase() }))).toBe('no-proof');
});

test('a seed that does not follow from the proof is a fault', async () => {
  expect(await faultOf({ ...EXAMPLE, seed: OTHER })).toBe('seed');
  expect(await faultOf(withProof({ entropy: [OTHER, ENTROPY, null] }))).toBe('seed');
});

test('cards that do not follow from the seed are a fault', async () => {
  const record = structuredClone(EXAMPLE);
  const hands = record.steps[0]?.deal?.hands as string[][];
  [hands[0], hands[1]] = [hands[1] as string[], hands[0] as string[]];
  expect(await faultOf(record)).toBe('deal');
});

test('a bot adds no entropy', async () => {
  expect(await faultOf({ ...EXAMPLE, bots: [null, null, 'strong'] })).toBeNull();
  expect(await faultOf({ ...EXAMPLE, bots: ['easy', null, 'strong'] })).toBe('bot-entropy');
});

test('given deals and a missing or broken proof are faults', async () => {
  expect(await faultOf({ ...EXAMPLE, given: 1 })).toBe('given');
  expect(await faultOf({ ...EXAMPLE, proof: undefined })).toBe('no-proof');
  expect(await faultOf(withProof({ entropy: [null, ENTROPY] }))).toBe('no-proof');
});

test('the command is the one of the page about fairness', () => {
  const command = checkCommand(expected).replace('irori-plum-rain-1.json', 'game.jsonl');
  expect(PAGE).toContain(`$ ${command}\n`);
  expect(checkCommand({ ...expected, note: null })).toBe(
    'irori check irori-plum-rain-1.json --table plum-rain --number 1',
  );
});

test('a note is stored before its entropy is known to anybody, and once for each game', () => {
  const first = noteEntropy('plum', 1, 'c1');
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(noteOf('plum', 1)).toEqual({ commitment: 'c1', entropy: first });
  noteSeat('plum', 1, 2);
  expect(noteOf('plum', 1)).toEqual({ commitment: 'c1', entropy: first, seat: 2 });
  expect(noteEntropy('plum', 2, 'c2')).not.toBe(first);
  noteSeat('plum', 3, 0);
  expect(noteOf('plum', 3)).toBeNull();
  forgetNotes();
  expect(noteOf('plum', 1)).toBeNull();
  expect(noteOf('plum', 2)).toBeNull();
});
