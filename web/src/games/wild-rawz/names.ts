/** Names of cards in the chosen language. */
import { colourOf, numberOf } from './cards';
import { words } from './words';

export function cardName(card: string): string {
  const text = words();
  const colour = text.colours[colourOf(card)];
  const number = numberOf(card);
  return number === null ? text.skip(colour) : text.card(colour, number);
}
