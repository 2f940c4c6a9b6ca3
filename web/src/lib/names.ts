/**
 * Names that other people chose, in a sentence. A name may be written from right to left; without isolation it would
 * turn the words around it. Where a name stands alone in an element, `<bdi>` does the same.
 */
import { words } from '../words/index.svelte';

/** FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE: what `<bdi>` is for elements, these are for texts. */
const ISOLATE = '\u2068';
const END = '\u2069';

/** The name of a person. A person who deleted their data has none. */
export function nameOf(name: string): string {
  return name === '' ? words().deletedGuest : name;
}

/** A name as part of a sentence. */
export function isolated(name: string): string {
  return ISOLATE + nameOf(name) + END;
}
