/** What the server says about its games, its bots and its limits. */
import type { GameInfo, GameList } from '../protocol';
import { api } from './api';

let asked: Promise<GameList> | null = null;

/** Asks once; after a failure the next call asks again. */
export function gameList(): Promise<GameList> {
  asked ??= api.games();
  asked.catch(() => (asked = null));
  return asked;
}

/** Seats, options and how to start a quick game. */
export function gameInfos(): Promise<GameInfo[]> {
  return gameList().then(({ games }) => games);
}
