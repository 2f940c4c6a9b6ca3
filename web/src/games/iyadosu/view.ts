/** What the server shows of Iyadosu, as in `docs/formats.md`. */
import type { PlayedCard, Trick as AnyTrick } from '../../table/trick.svelte';
import type { AnyView } from '../module';

export type Colour = 'black' | 'red' | 'blue' | 'green';

export interface Played extends PlayedCard {
  refused: boolean;
}

export interface Trick extends AnyTrick {
  'lead-colour': Colour | null;
  cards: Played[];
}

/** An insert card on the table: face up where all refuse cards are played, face down where somebody is out. */
export interface Insert {
  seat: number;
  'face-up': boolean;
}

export interface View extends AnyView {
  start: number | null;
  hand: string[];
  normal: string[];
  refuse: string[];
  'hand-sizes': number[];
  'normal-sizes': (number | null)[];
  'refuse-sizes': (number | null)[];
  declared: (number | null)[];
  'trick-number': number;
  trick: Trick | null;
  'last-trick': Trick | null;
  tricks: number[];
  stack: Insert[];
  eliminated: number[];
}

const LETTERS: Record<string, Colour> = { k: 'black', r: 'red', b: 'blue', g: 'green' };

export function colourOf(card: string): Colour {
  return LETTERS[card[0] ?? ''] ?? 'black';
}

export function rankOf(card: string): string {
  return card.slice(1);
}
