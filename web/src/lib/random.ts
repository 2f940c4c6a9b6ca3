/** So many random bytes in hex. Unlike `randomUUID` it also works on a page that was not served over TLS. */
export function randomHex(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
