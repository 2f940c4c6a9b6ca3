/** What the server shows of Koi-Koi, as in `docs/formats.md`. */
import type { AnyView } from '../module';

export const KINDS = ['bright', 'animal', 'ribbon', 'plain'] as const;
export type Kind = (typeof KINDS)[number];
/** The captured cards of a seat, by the key of their kind. */
export const PILES = { bright: 'brights', animal: 'animals', ribbon: 'ribbons', plain: 'plains' } as const;
export type Captured = Record<(typeof PILES)[Kind], string[]>;

export interface Yaku {
  name: string;
  points: number;
}

/** A yaku that a seat is short of by a few cards. */
export interface Near {
  yaku: string;
  missing: number;
  points: number;
}

export interface Turn {
  seat: number;
  played: string;
  wild: boolean;
  captured: string[];
  turned: string;
  'turned-captured': string[];
}

export interface Stop {
  base: number;
  multiplier: number;
  points: number;
}

export interface View extends AnyView {
  oya: number;
  draws: [number, number][];
  swapped: boolean | null;
  hand: string[];
  'hand-sizes': number[];
  pile: number;
  ba: string[];
  turned: string | null;
  turn: Turn | null;
  'last-turn': Turn | null;
  captured: Captured[];
  yaku: Yaku[][];
  points: number[];
  calls: number[];
  countered: boolean[];
  multipliers: number[];
  /** The nearest first; also those that are there and grow with a card. */
  near: Near[][];
  stop: Stop | null;
  /** What a later stop would be multiplied by after a call, and the opponent's if he counters it. */
  koi: { multiplier: number } | null;
  risk: { multiplier: number } | null;
  shown: string[][];
  wild: { seat: number; card: string } | null;
  barred: number[];
}

export const GAJI = '11K1';

export function monthOf(card: string): number {
  return Number.parseInt(card, 10);
}

const LETTERS: Record<string, Kind> = { B: 'bright', A: 'animal', R: 'ribbon', K: 'plain' };

export function kindOf(card: string): Kind {
  return LETTERS[card.replace(/^\d+/, '')[0] ?? ''] ?? 'plain';
}

export type Ribbon = 'poem' | 'red' | 'blue';

/** What is on a ribbon, by its month. */
export function ribbonOf(month: number): Ribbon {
  return month <= 3 ? 'poem' : month === 6 || month === 9 || month === 10 ? 'blue' : 'red';
}

/** The drawn figure of a bright or an animal. */
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
