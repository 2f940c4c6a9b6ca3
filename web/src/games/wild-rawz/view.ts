/** What the server shows of Wild Rawz, as in `docs/formats.md`. */
import type { PlayedCard, Trick as AnyTrick } from '../../table/trick.svelte';
import type { AnyView } from '../module';

export const COLOURS = ['red', 'yellow', 'green', 'blue'] as const;
export type Colour = (typeof COLOURS)[number];

export interface Trick extends AnyTrick {
  colour: Colour | null;
  leaver: PlayedCard | null;
}

export interface Trump {
  card: string;
  colour: Colour;
  number: number;
}

export interface View extends AnyView {
  start: number;
  hand: string[];
  'hand-sizes': number[];
  up: string[];
  drafted: string[][];
  aside: string[];
  trump: Trump | null;
  trick: Trick | null;
  'last-trick': Trick | null;
  targets: number[];
  leaving: string[][];
  wins: number[];
  missing: number[];
}

const LETTERS: Record<string, Colour> = { r: 'red', y: 'yellow', g: 'green', b: 'blue' };

export function colourOf(card: string): Colour {
  return LETTERS[card[0] ?? ''] ?? 'red';
}

/** The number as it is printed; null on a skip. */
export function numberOf(card: string): string | null {
  return card.slice(1) === 's' ? null : card.slice(1);
}

/** What a card has of the trump: both, its number or its colour. */
export type Rank = 'card' | 'number' | 'colour';

export function rankOf(card: string, trump: Trump | null): Rank | null {
  if (!trump) return null;
  if (card === trump.card) return 'card';
  if (numberOf(card) === String(trump.number)) return 'number';
  return colourOf(card) === trump.colour ? 'colour' : null;
}

/** The card that a move is about. */
export function cardOf(move: string): string {
  return move.split(' ').at(-1) ?? '';
}

/** A trick as it lies on the table: the leaver's card lies there too, marked, and goes back to him. */
export interface Laid extends PlayedCard {
  left: boolean;
}

export interface LaidTrick extends AnyTrick {
  cards: Laid[];
  colour: Colour | null;
}

export function laid(trick: Trick | null): LaidTrick | null {
  if (!trick) return null;
  const { leader, colour, winner, leaver } = trick;
  const cards: Laid[] = trick.cards.map((played) => ({ ...played, left: false }));
  if (leaver) cards.push({ ...leaver, left: true, to: leaver.seat });
  return { leader, colour, winner, cards };
}
