/** A card's text: a letter for its colour, then its rank. */
import type { Colour } from './types';

const LETTERS: Record<string, Colour> = { b: 'bird', f: 'flower', n: 'fan', m: 'moon', w: 'wave' };

export function colourOf(card: string): Colour {
  return LETTERS[card[0] ?? ''] ?? 'bird';
}

export function rankOf(card: string): string {
  return card.slice(1);
}
