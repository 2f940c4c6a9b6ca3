/** What the server says about its games: seats, options and how to start a quick one. */
import type { GameInfo } from '../protocol';
import { api } from './api';

let asked: Promise<GameInfo[]> | null = null;

/** Asks once; after a failure the next call asks again. */
export function gameInfos(): Promise<GameInfo[]> {
  asked ??= api.games().then(({ games }) => games);
  asked.catch(() => (asked = null));
  return asked;
}
