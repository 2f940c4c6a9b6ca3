/** A card's text: its month, then a letter for its kind and, for plain cards, a number. */
import type { Captured } from './types';

export const KINDS = ['bright', 'animal', 'ribbon', 'plain'] as const;
export type Kind = (typeof KINDS)[number];
/** The key of a kind among captured cards. */
export const PILES: Record<Kind, keyof Captured> = {
  bright: 'brights',
  animal: 'animals',
  ribbon: 'ribbons',
  plain: 'plains',
};

export const GAJI = '11K1';

export function monthOf(card: string): number {
  return Number.parseInt(card, 10);
}

const LETTERS: Record<string, Kind> = { B: 'bright', A: 'animal', R: 'ribbon', K: 'plain' };

export function kindOf(card: string): Kind {
  return LETTERS[card.replace(/^\d+/, '')[0] ?? ''] ?? 'plain';
}

export type Ribbon = 'poem' | 'red' | 'blue';

/** The look of a month's ribbon. */
export function ribbonOf(month: number): Ribbon {
  return month <= 3 ? 'poem' : month === 6 || month === 9 || month === 10 ? 'blue' : 'red';
}

/** The figure on a bright or an animal. */
export const FIGURES: Record<string, string> = {
  '1B': 'crane',
  '2A': 'warbler',
  '3B': 'curtain',
  '4A': 'cuckoo',
  '5A': 'bridge',
  '6A': 'butterflies',
  '7A': 'boar',
  '8B': 'moon',
  '8A': 'geese',
  '9A': 'cup',
  '10A': 'deer',
  '11B': 'rainMan',
  '11A': 'swallow',
  '12B': 'phoenix',
};
