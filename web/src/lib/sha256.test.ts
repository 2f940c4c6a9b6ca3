import { createHash } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { fromHex, ownSha256, sha256, toHex } from './sha256';

const bytes = (text: string) => new TextEncoder().encode(text);
const own = (text: string) => toHex(ownSha256(bytes(text)));

afterEach(() => vi.unstubAllGlobals());

test('the digests of FIPS 180-4', () => {
  expect(own('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(own('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(own('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe(
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  );
  expect(own('a'.repeat(1_000_000))).toBe('cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0');
});

test('every length around the end of a block gives the digest of node', () => {
  for (let length = 0; length <= 200; length++) {
    const text = Uint8Array.from({ length }, (_, at) => (at * 37 + length) & 255);
    expect(toHex(ownSha256(text)), `${length} bytes`).toBe(createHash('sha256').update(text).digest('hex'));
  }
});

test('a page without TLS has the same digests as one with it', async () => {
  const withTls = await sha256(bytes('irori'));
  vi.stubGlobal('crypto', {});
  expect(await sha256(bytes('irori'))).toBe(withTls);
  expect(withTls).toBe(own('irori'));
});

test('hex digits and bytes turn into each other', () => {
  expect(toHex(fromHex('00ff0a7f'))).toBe('00ff0a7f');
});
