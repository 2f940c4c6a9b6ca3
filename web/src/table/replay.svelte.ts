/** A finished game once more: a sitting without a line, which is shown one moment after another. */
import { tick } from 'svelte';
import type { AnyView } from '../games/module';
import { api, type Replayed } from '../lib/api';
import { myself } from '../lib/me.svelte';
import type { TableInfo } from '../protocol';
import { Sitting } from './sitting.svelte';

export class Replay {
  readonly sitting: Sitting;
  step = $state(0);
  steps = $state(0);
  /** How often something else than the next move was gone to: the table is laid anew then. */
  jumps = $state(0);
  /** The view at the very end, for the result. */
  end = $state.raw<AnyView | null>(null);

  #table: TableInfo | null = null;
  #moment = $state.raw<Replayed | null>(null);
  #answers = new Map<number, Promise<Replayed>>();
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
    // Whom a bot played for at the end is nothing to be told at every moment.
    this.#table = {
      ...table,
      chairs: table.chairs.map((chair) => (chair.kind === 'person' ? { ...chair, away: false } : chair)),
    };
    this.steps = first.steps;
    this.end = last.view as AnyView;
    this.sitting.you = you ?? 0;
    this.#show(first);
  }

  /** Shows the game after so many moves. Each moment is shown as it came about: out of the one before. */
  async go(to: number) {
    const step = Math.max(0, Math.min(this.steps, to));
    const onward = step === (this.#moment?.step ?? -1) + 1;
    this.step = step;
    const [before, now] = await Promise.all([
      onward || step === 0 ? null : this.#at(step - 1),
      this.#at(step),
    ]);
    // Somebody who drags the slider is further by now.
    if (this.step !== step) return;
    if (before || step === 0) {
      this.jumps += 1;
      this.sitting.happenings = [];
      this.#show(before ?? now);
      await tick();
      if (this.step !== step || step === 0) return;
    }
    this.#tell(now);
    this.#show(now);
    if (step < this.steps) void this.#at(step + 1).catch(() => undefined);
  }

  /** Looks with the eyes of a seat; null as somebody who watches. */
  look(seat: number | null) {
    this.sitting.you = seat;
    if (this.#moment) this.#show(this.#moment);
  }

  #tell({ moved, events }: Replayed) {
    if (!moved) return;
    this.#told += 1;
    const event = { type: 'moved' as const, seat: moved.seat, bot: false, events };
    this.sitting.happenings = [{ number: this.#told, event }];
  }

  #show(moment: Replayed) {
    const { sitting } = this;
    this.#moment = moment;
    const view = sitting.you === null ? moment.view : moment.views[sitting.you];
    sitting.table = this.#table && {
      ...this.#table,
      phase: moment.step === moment.steps ? 'over' : 'playing',
    };
    sitting.play = { view, legal: [], to_act: moment.to_act };
  }

  #at(step: number): Promise<Replayed> {
    const known = this.#answers.get(step);
    if (known) return known;
    const answer = api.replay(this.id, this.game, step);
    this.#answers.set(step, answer);
    // What could not be had may be asked for again.
    answer.catch(() => this.#answers.delete(step));
    return answer;
  }

  /** Where I sat in this game, if I did and it is not long ago. */
  async #mySeat(): Promise<number | null> {
    await myself.look().catch(() => undefined);
    if (!myself.known) return null;
    const mine = await api.myGames().catch(() => ({ games: [] }));
    return mine.games.find(({ table, game }) => table === this.id && game === this.game)?.seat ?? null;
  }
}
