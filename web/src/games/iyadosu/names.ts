/** Names of things, in the language chosen now. */
import { colourOf, rankOf, type Colour } from './view';
import { words } from './words';

export function colourName(colour: unknown): string {
  return words().colours[colour as Colour] ?? String(colour);
}

export function cardName(card: string): string {
  return words().card(colourName(colourOf(card)), rankOf(card));
}
