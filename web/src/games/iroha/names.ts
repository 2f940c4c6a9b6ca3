/** Names of cards and colours in the chosen language. */
import { listed } from '../../words/index.svelte';
import { colourOf, rankOf } from './cards';
import type { Colour } from './types';
import { words } from './words';

export function cardName(card: string): string {
  const text = words();
  return text.card(text.colours[colourOf(card)], rankOf(card));
}

export function colourNames(colours: Colour[], type: 'conjunction' | 'disjunction' = 'disjunction'): string {
  return listed(
    colours.map((colour) => words().colours[colour] ?? colour),
    type,
  );
}
