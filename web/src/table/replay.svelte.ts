/** The replay of a finished game: a sitting without a connection, which shows one step after another. */
import { tick } from 'svelte';
import type { GameId, Games } from '../games/module';
import { api } from '../lib/api';
import { myself } from '../lib/me.svelte';
import type { ReplayStep, TableInfo } from '../protocol';
import { Sitting } from './sitting.svelte';

export class GameReplay {
  readonly sitting: Sitting;
  step = $state(0);
  steps = $state(0);
  /** Counts jumps, that is, steps to anything but the next move. After each the table is drawn from scratch. */
  jumps = $state(0);
  /** The last view of the game, for the result. */
  end = $state.raw<Games[GameId]['view'] | null>(null);
  /** Whether the game ended in a draw. */
  draw = $state(false);

  #table: TableInfo | null = null;
  #moment = $state.raw<ReplayStep | null>(null);
  #answers = new Map<number, Promise<ReplayStep>>();
  #told = 0;

  constructor(
    readonly id: string,
    readonly game: number,
  ) {
    this.sitting = new Sitting(id, { live: false });
  }

  async open() {
    const [{ table }, first] = await Promise.all([api.tableAfter(this.id, this.game), this.#at(0)]);
    const [last, you] = await Promise.all([this.#at(first.steps), this.#mySeat()]);
    // Who had left by the end says nothing about the moves before.
    this.#table = {
      ...table,
      chairs: table.chairs.map((chair) =>
        chair.kind === 'person' ? { ...chair, away: false, free: false } : chair,
      ),
    };
    this.steps = first.steps;
    this.end = last.view as Games[GameId]['view'];
    this.draw = last.draw ?? false;
    this.sitting.you = you ?? 0;
    this.#show(first);
  }

  /** Shows the game after `to` moves. After a jump it first shows the step before, so that the move can be seen. */
  async go(to: number) {
    const step = Math.max(0, Math.min(this.steps, to));
    const onward = step === (this.#moment?.step ?? -1) + 1;
    this.step = step;
    const [before, now] = await Promise.all([
      onward || step === 0 ? null : this.#at(step - 1),
      this.#at(step),
    ]);
    // The slider may have moved on meanwhile.
    if (this.step !== step) return;
    if (before || step === 0) {
      this.jumps += 1;
      this.sitting.events = [];
      this.#show(before ?? now);
      await tick();
      if (this.step !== step || step === 0) return;
    }
    this.#tell(now);
    this.#show(now);
    if (step < this.steps) void this.#at(step + 1).catch(() => undefined);
  }

  /** Changes the point of view to a seat, or to a spectator with null. */
  look(seat: number | null) {
    this.sitting.you = seat;
    if (this.#moment) this.#show(this.#moment);
  }

  #tell({ moved, events }: ReplayStep) {
    if (!moved) return;
    this.#told += 1;
    const event = { type: 'moved' as const, seat: moved.seat, bot: false, events };
    this.sitting.events = [{ number: this.#told, event }];
  }

  #show(moment: ReplayStep) {
    const { sitting } = this;
    this.#moment = moment;
    const view = sitting.you === null ? moment.view : moment.views[sitting.you];
    sitting.table = this.#table && {
      ...this.#table,
      phase: moment.step === moment.steps ? 'over' : 'playing',
    };
    sitting.inPlay = { view, legal: [], to_act: moment.to_act };
  }

  #at(step: number): Promise<ReplayStep> {
    const known = this.#answers.get(step);
    if (known) return known;
    const answer = api.replay(this.id, this.game, step);
    this.#answers.set(step, answer);
    // A failed request may be tried again.
    answer.catch(() => this.#answers.delete(step));
    return answer;
  }

  /** My seat in this game, if it is among my latest games. */
  async #mySeat(): Promise<number | null> {
    await myself.look().catch(() => undefined);
    if (!myself.known) return null;
    const mine = await api.myGames().catch(() => ({ games: [] }));
    return mine.games.find(({ table, game }) => table === this.id && game === this.game)?.seat ?? null;
  }
}
