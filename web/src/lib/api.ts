/** The server's HTTP API (`docs/protocol.md`). */
import type {
  DeviceCode,
  ErrorAnswer,
  GameList,
  GuestInfo,
  KeepGame,
  MutedList,
  MyTableList,
  OpenedTable,
  PastGameList,
  RefusalCode,
  ReplayStep,
  RulesAnswer,
  Setting,
  TableAnswer,
  TableList,
} from '../protocol';

import type { ShuffleRecord } from './fairness';

/** `offline` is the page's own code: no answer came. */
export class Refused extends Error {
  constructor(
    readonly code: RefusalCode | 'offline',
    message: string,
  ) {
    super(message);
  }
}

/** Whether the server gave no answer, or only that it cannot serve now. Parts of the page that cannot be loaded count too. */
export function isOffline(error: unknown): boolean {
  return !(error instanceof Refused) || error.code === 'offline' || error.code === 'unavailable';
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: { accept: 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused('offline', 'the server cannot be reached');
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as T;
  // A proxy in between may answer something else.
  const error = (answer as Partial<ErrorAnswer> | null)?.error;
  throw new Refused(error?.code ?? 'unavailable', error?.message ?? response.statusText);
}

/** Which tables of the lobby, and in which order. */
export interface LobbyOrder {
  /** Only this game; null for all. */
  game: string | null;
  sort: 'newest' | 'free';
}

export const recordPath = (id: string, game: number) => `${table(id)}/games/${game}/record`;

const table = (id: string) => `/api/tables/${encodeURIComponent(id)}`;

export const api = {
  me: () => ask<GuestInfo>('GET', '/api/me'),
  welcome: (name: string) => ask<GuestInfo>('POST', '/api/guests', { name }),
  rename: (name: string) => ask<GuestInfo>('PATCH', '/api/me', { name }),
  code: () => ask<DeviceCode>('POST', '/api/me/code'),
  erase: () => ask<null>('DELETE', '/api/me'),
  signOutElsewhere: () => ask<GuestInfo>('DELETE', '/api/me/tokens'),
  muted: () => ask<MutedList>('GET', '/api/me/muted'),
  unmute: (id: number) => ask<null>('DELETE', `/api/me/muted/${id}`),
  claim: (code: string) => ask<GuestInfo>('POST', '/api/claim', { code }),
  games: () => ask<GameList>('GET', '/api/games'),
  lobby: ({ game, sort }: LobbyOrder, page = 0) => {
    const query = new URLSearchParams({ sort, page: String(page) });
    if (game !== null) query.set('game', game);
    return ask<TableList>('GET', `/api/tables?${query}`);
  },
  open: (setting: Partial<Setting> & { game: string; seats: number }) =>
    ask<OpenedTable>('POST', '/api/tables', setting),
  /** The table as it was when that game ended. */
  tableAfter: (id: string, game: number) => ask<TableAnswer>('GET', `${table(id)}?game=${game}`),
  myTables: () => ask<MyTableList>('GET', '/api/me/tables'),
  myGames: (before?: number) =>
    ask<PastGameList>('GET', `/api/me/games${before === undefined ? '' : `?before=${before}`}`),
  /** Marks a past game to keep, or lets the server delete it in time. */
  keep: (id: string, game: number, keep: boolean) =>
    ask<KeepGame>('PUT', `/api/me/games/${encodeURIComponent(id)}/${game}/keep`, { keep }),
  record: (id: string, game: number) => ask<ShuffleRecord>('GET', recordPath(id, game)),
  replay: (id: string, game: number, step: number) =>
    ask<ReplayStep>('GET', `${table(id)}/games/${game}/replay?step=${step}`),
  rules: (game: string) => ask<RulesAnswer>('GET', `/api/games/${encodeURIComponent(game)}/rules`),
};
