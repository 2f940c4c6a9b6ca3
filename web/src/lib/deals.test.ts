import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isFirstDeal, Stream } from './deals';
import type { ShuffleRecord } from './fairness';

const GOLDEN = '../crates/catalog/tests/golden';
const records = readdirSync(GOLDEN).map(
  (file) => [file, JSON.parse(readFileSync(join(GOLDEN, file), 'utf8')) as ShuffleRecord] as const,
);

test('the stream of a seed of zeros begins as in docs/seeds.md', () => {
  const stream = new Stream('0'.repeat(64), 0);
  const bytes = new DataView(new ArrayBuffer(12));
  for (let at = 0; at < 3; at++) bytes.setUint32(4 * at, stream.word(), true);
  expect(Buffer.from(bytes.buffer).toString('hex')).toBe('9bf49a6a0755f953811fce12');
});

test.each(records)('the first deal of %s follows from its seed', (_, record) => {
  expect(isFirstDeal(record)).toBe(true);
});

test.each(records.filter(([, { game }]) => game !== 'irono'))(
  'two exchanged cards of %s are noticed',
  (_, record) => {
    const other = structuredClone(record);
    const hands = other.steps[0]?.deal?.hands as [string[], string[]];
    [hands[0][0], hands[1][0]] = [hands[1][0] as string, hands[0][0] as string];
    expect(isFirstDeal(other)).toBe(false);
  },
);

test.each(records)('another seed gives another deal of %s', (_, record) => {
  const dealt = [...'0123456789'].map((digit) => isFirstDeal({ ...record, seed: digit.repeat(64) }));
  expect(dealt).toContain(false);
});

test('a game without a deal here is not judged', () => {
  const [, record] = records[0] as (typeof records)[number];
  expect(isFirstDeal({ ...record, game: 'new-game' })).toBeNull();
});
