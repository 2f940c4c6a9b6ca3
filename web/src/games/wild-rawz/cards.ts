/** A card's text: a letter for its colour, then its number or `s` for a skip. */
import type { Colour, Played, View } from './types';

type Trick = NonNullable<View['trick']>;

const LETTERS: Record<string, Colour> = { r: 'red', y: 'yellow', g: 'green', b: 'blue' };

export function colourOf(card: string): Colour {
  return LETTERS[card[0] ?? ''] ?? 'red';
}

/** The number as it is printed; null on a skip. */
export function numberOf(card: string): string | null {
  return card.slice(1) === 's' ? null : card.slice(1);
}

/** The cards with one of these colours and one of these numbers; null is a skip. */
export function cardsWith(colours: Colour[], numbers: (number | null)[]): string[] {
  return colours.flatMap((colour) => numbers.map((number) => `${colour[0]}${number ?? 's'}`));
}

/** The card that a move is about. */
export function cardOf(move: string): string {
  return move.split(' ').at(-1) ?? '';
}

/** A card as it lies on the table. The card of a player who sits out lies there too and goes back to that player. */
export interface Laid extends Played {
  out: boolean;
  to?: number;
}

export interface LaidTrick extends Omit<Trick, 'cards' | 'leaver'> {
  cards: Laid[];
}

export function laid(trick: Trick | null): LaidTrick | null {
  if (!trick) return null;
  const { leader, colour, winner, leaver } = trick;
  const cards: Laid[] = trick.cards.map((played) => ({ ...played, out: false }));
  if (leaver) cards.push({ ...leaver, out: true, to: leaver.seat });
  return { leader, colour, winner, cards };
}
