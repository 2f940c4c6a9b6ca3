/** What the server shows of Iroha, as in `docs/formats.md`. */
import type { Trick as AnyTrick } from '../../table/trick.svelte';
import type { AnyView } from '../module';

export const COLOURS = ['bird', 'flower', 'fan', 'moon', 'wave'] as const;
export type Colour = (typeof COLOURS)[number];

export interface Trick extends AnyTrick {
  trump: Colour | null;
}

export interface View extends AnyView {
  dealer: number;
  hand: string[];
  'hand-sizes': number[];
  chosen: number[];
  passed: string[];
  received: string[];
  trick: Trick | null;
  'last-trick': Trick | null;
  tricks: number[];
  captured: number[];
  lowest?: string[][];
}

const LETTERS: Record<string, Colour> = { b: 'bird', f: 'flower', n: 'fan', m: 'moon', w: 'wave' };

export function colourOf(card: string): Colour {
  return LETTERS[card[0] ?? ''] ?? 'bird';
}

export function rankOf(card: string): string {
  return card.slice(1);
}
