/** The five games: what the start page tells of them, and where their tables are. */
import type { Component } from 'svelte';
import type { GameModule } from './module';

export interface GameCard {
  id: string;
  /** The name in its own writing. */
  written: string;
  from: number;
  to: number;
  /** How many sit at a quick table. */
  seats: number;
  minutes: number;
  /** 0 to 2. */
  hard: number;
  /** Options of a quick table: a first game should not take an evening. */
  quick: Record<string, number | boolean>;
  load: () => Promise<GameModule>;
  /** Its picture for the start page. */
  picture: () => Promise<Component>;
}

export const GAMES: GameCard[] = [
  {
    id: 'koi-koi',
    written: '花札',
    from: 2,
    to: 2,
    seats: 2,
    minutes: 10,
    hard: 0,
    quick: { rounds: 6 },
    load: async () => (await import('./koi-koi')).game,
    picture: async () => (await import('./koi-koi/Picture.svelte')).default,
  },
  {
    id: 'irono',
    written: 'いろのおふび',
    from: 2,
    to: 2,
    seats: 2,
    minutes: 8,
    hard: 0,
    quick: {},
    load: async () => (await import('./irono')).game,
    picture: async () => (await import('./irono/Picture.svelte')).default,
  },
  {
    id: 'iroha',
    written: '色映に生へど',
    from: 3,
    to: 6,
    seats: 4,
    minutes: 12,
    hard: 1,
    quick: { 'open-lowest': true },
    load: async () => (await import('./iroha')).game,
    picture: async () => (await import('./iroha/Picture.svelte')).default,
  },
  {
    id: 'wild-rawz',
    written: 'ワイルドローツ',
    from: 3,
    to: 4,
    seats: 4,
    minutes: 15,
    hard: 1,
    quick: { laps: 1 },
    load: async () => (await import('./wild-rawz')).game,
    picture: async () => (await import('./wild-rawz/Picture.svelte')).default,
  },
  {
    id: 'iyadosu',
    written: 'いやどす',
    from: 3,
    to: 5,
    seats: 4,
    minutes: 15,
    hard: 2,
    quick: {},
    load: async () => (await import('./iyadosu')).game,
    picture: async () => (await import('./iyadosu/Picture.svelte')).default,
  },
];

export function gameCard(id: string): GameCard | undefined {
  return GAMES.find((game) => game.id === id);
}
