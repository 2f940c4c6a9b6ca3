/** What the page needs from each game: how to draw it and put it into words. The server knows the rules. */
import type { Component } from 'svelte';
import type { Language } from '../lib/settings.svelte';
import type { GameId, Games } from './types';

export type { GameId, Games };

/** What the start page shows of a game before anything of it is loaded. */
export type About = Record<Language, { name: string; line: string }> & {
  /** Its place on the start page. */
  order: number;
};

/** The line of the game log for each type of event; null or absent if it needs none. */
export type Tell<E extends { type: string }> = {
  [T in E['type']]?: (event: Extract<E, { type: T }>, name: (seat: number) => string) => string | null;
};

/** Why a move is not legal, by code. The server's own sentence stands in for what is absent. */
export type Reasons<I extends { code: string; facts: unknown }> = {
  [C in I['code']]?: (facts: Extract<I, { code: C }>['facts']) => string;
};

export interface Option {
  label: string;
  /** What it changes, in a sentence. */
  text?: string;
  /** Names of its values, by their text. */
  choices?: Record<string, string>;
}

export interface GameModule<G extends GameId = GameId> {
  Table: Component<{ view: Games[G]['view'] }>;
  /** How the points of the last round came about. It is shown inside a button, so it holds only text and spans. */
  RoundNote?: Component;
  /** The few sentences that a newcomer needs before the first move. */
  primer(): string[];
  tell: Tell<Games[G]['event']>;
  why: Reasons<Games[G]['illegal']>;
  /** A move in words, as in a list of hints. */
  moveName(move: string): string;
  options(): Record<string, Option>;
}

/** The line of an event for the game log. */
export function lineOf(
  module: GameModule,
  event: Games[GameId]['event'],
  name: (seat: number) => string,
): string | null {
  // The compiler cannot see that an event fits the function of its own type.
  const tell = module.tell[event.type] as ((...said: unknown[]) => string | null) | undefined;
  return tell?.(event, name) ?? null;
}

/** Why a move is not legal, as a sentence; some begin with the name of a card. */
export function reasonOf(
  module: GameModule,
  { code, facts }: { code: string; facts: unknown },
): string | null {
  const why = (module.why as Record<string, ((facts: unknown) => string) | undefined>)[code];
  const reason = why?.(facts);
  return reason ? reason.charAt(0).toUpperCase() + reason.slice(1) : null;
}
