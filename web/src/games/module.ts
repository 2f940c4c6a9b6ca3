/** What the page asks of each game: how it is drawn and told. Rules are the server's. */
import type { Component } from 'svelte';

/** An event of a game, as in `docs/formats.md`. */
export interface GameEvent {
  type: string;
  [key: string]: unknown;
}

export interface Telling {
  /** The name of who sits there. */
  name(seat: number): string;
  you: number | null;
}

export interface Option {
  /** What the option is about. */
  label: string;
  /** What it changes, in a sentence. */
  text?: string;
  /** Names of its values, by their text. */
  choices?: Record<string, string>;
}

export interface GameModule {
  /** The table, which finds the sitting by `useSitting`. */
  Table: Component;
  /** What made the points of a round that was just scored, for the notice of it; only text and spans. */
  RoundNote?: Component;
  /** An event in a readable line; null where there is nothing worth a line. */
  tell(event: GameEvent, telling: Telling): string | null;
  /** Why a move is not legal; null where the game has no words of its own for it. */
  why(code: string, facts: Record<string, unknown>): string | null;
  /** A move in words, as in a list of hints. */
  moveName(move: string): string;
  /** The names of its options and of their values. */
  options(): Record<string, Option>;
}

/** The keys that every view has. */
export interface AnyView {
  seat: number | null;
  seats: number;
  phase: string;
  round: number;
  rounds: number;
  'to-act': number[];
  scores: number[][];
  totals: number[];
  winners: number[];
}
