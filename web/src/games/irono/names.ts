/** Names of things, in the language chosen now. */
import { listed } from '../../words/index.svelte';
import type { Colour } from './view';
import { words } from './words';

export function colourName(colour: unknown): string {
  return words().colours[colour as Colour] ?? String(colour);
}

export function colourNames(colours: unknown, type: 'conjunction' | 'disjunction'): string {
  return listed((colours as Colour[]).map(colourName), type);
}
