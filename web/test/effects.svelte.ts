/** Runs effects outside of a component; the returned function ends them. */
import { flushSync, untrack } from 'svelte';

export function withEffects<T>(make: () => T): { made: T; end: () => void } {
  let made!: T;
  const end = $effect.root(() => {
    // As in the script of a component, reading a state here does not subscribe to it.
    made = untrack(make);
  });
  flushSync();
  return { made, end };
}
