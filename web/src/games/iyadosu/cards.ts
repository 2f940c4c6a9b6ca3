/** A card's text: a letter for its colour, then its rank. */
import type { Colour } from './types';

const LETTERS: Record<string, Colour> = { k: 'black', r: 'red', b: 'blue', g: 'green' };

export function colourOf(card: string): Colour {
  return LETTERS[card[0] ?? ''] ?? 'black';
}

export function rankOf(card: string): string {
  return card.slice(1);
}
