/** Names of colours in the chosen language. */
import { listed } from '../../words/index.svelte';
import type { Colour } from './types';
import { words } from './words';

export function colourName(colour: Colour): string {
  return words().colours[colour];
}

export function colourNames(colours: Colour[], type: 'conjunction' | 'disjunction'): string {
  return listed(colours.map(colourName), type);
}
