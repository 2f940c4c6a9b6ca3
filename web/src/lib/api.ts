/** The server's HTTP side, as `docs/protocol.md` tells it. */
import type { Setting, TableInfo } from '../protocol';

export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export interface GameInfo {
  game: string;
  title: string;
  seats: number[];
  usual_seats: number;
  options: { key: string; choices: (string | number | boolean)[] }[];
}

export interface Me {
  id: string;
  name: string;
}

export interface PastGame {
  table: string;
  game: number;
  kind: string;
  ended: number;
  seat: number;
  summary: { names: string[]; totals: number[]; winners: number[] };
}

export interface MyTable {
  table: TableInfo;
  seat: number;
  to_act: boolean;
  time: number;
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, { method, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Refused('offline', 'the server cannot be reached');
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as T;
  const error = (answer as { error?: { code?: string; message?: string } } | null)?.error;
  throw new Refused(error?.code ?? 'unavailable', error?.message ?? response.statusText);
}

export const api = {
  me: () => ask<Me>('GET', '/api/me'),
  welcome: (name: string) => ask<Me>('POST', '/api/guests', { name }),
  rename: (name: string) => ask<Me>('PATCH', '/api/me', { name }),
  code: () => ask<{ code: string; link: string; expires: number }>('POST', '/api/me/code'),
  claim: (code: string) => ask<Me>('POST', '/api/claim', { code }),
  games: () => ask<{ games: GameInfo[]; bots: string[] }>('GET', '/api/games'),
  lobby: () => ask<{ tables: TableInfo[] }>('GET', '/api/tables'),
  open: (setting: Partial<Setting> & { game: string; seats: number }) =>
    ask<{ table: TableInfo; link: string }>('POST', '/api/tables', setting),
  /** The table as it was when that game ended. */
  tableAfter: (table: string, game: number) =>
    ask<{ table: TableInfo }>('GET', `/api/tables/${encodeURIComponent(table)}?game=${game}`),
  myTables: () => ask<{ tables: MyTable[] }>('GET', '/api/me/tables'),
  myGames: (before?: number) =>
    ask<{ games: PastGame[] }>('GET', `/api/me/games${before === undefined ? '' : `?before=${before}`}`),
  replay: (table: string, game: number, step: number) =>
    ask<Replayed>('GET', `/api/tables/${encodeURIComponent(table)}/games/${game}/replay?step=${step}`),
  async rules(game: string): Promise<string> {
    const response = await fetch(`/api/games/${encodeURIComponent(game)}/rules`);
    if (!response.ok) throw new Refused('unavailable', response.statusText);
    return response.text();
  },
};

/** A finished game after so many of its moves. */
export interface Replayed {
  step: number;
  steps: number;
  /** The last of these moves. */
  moved: { seat: number; move: string } | null;
  /** What it brought about. */
  events: unknown[];
  to_act: number[];
  /** What somebody who watches sees, and what each seat does. */
  view: unknown;
  views: unknown[];
}
