/** Names of cards and colours in the chosen language. */
import { colourOf, rankOf } from './cards';
import type { Colour } from './types';
import { words } from './words';

export function colourName(colour: Colour): string {
  return words().colours[colour];
}

export function cardName(card: string): string {
  return words().card(colourName(colourOf(card)), rankOf(card));
}
