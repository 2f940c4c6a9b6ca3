// Generated from crates/games by `make golden`; do not edit.
import type * as iroha from './iroha/types';
import type * as irono from './irono/types';
import type * as iyadosu from './iyadosu/types';
import type * as wild_rawz from './wild-rawz/types';
import type * as koi_koi from './koi-koi/types';

/** What each game sends, by its id. */
export interface Games {
  'iroha': { view: iroha.View; event: iroha.GameEvent; illegal: iroha.Illegal; prompt: iroha.Prompt };
  'irono': { view: irono.View; event: irono.GameEvent; illegal: irono.Illegal; prompt: irono.Prompt };
  'iyadosu': { view: iyadosu.View; event: iyadosu.GameEvent; illegal: iyadosu.Illegal; prompt: iyadosu.Prompt };
  'wild-rawz': { view: wild_rawz.View; event: wild_rawz.GameEvent; illegal: wild_rawz.Illegal; prompt: wild_rawz.Prompt };
  'koi-koi': { view: koi_koi.View; event: koi_koi.GameEvent; illegal: koi_koi.Illegal; prompt: koi_koi.Prompt };
}

export type GameId = keyof Games;

/** The reasons to refuse a move that every game has beside its own, in the same form: a code and its facts. */
export type CommonIllegal = { "code": "not-to-act", "facts": {
    /** The seats that are to act. */
    awaited: Array<number> } }
  | { "code": "bad-move", "facts": { found: string } };
