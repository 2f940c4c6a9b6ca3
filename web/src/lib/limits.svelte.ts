/** The limits of the server, for input fields. */
import type { PageLimits } from '../protocol';
import { gameList } from './games';

class Limits {
  #known = $state.raw<Partial<PageLimits>>({});

  /** Asks the server. Without an answer a field has no limit; the server still refuses what is too long. */
  look() {
    gameList().then(
      ({ limits }) => (this.#known = limits),
      () => undefined,
    );
  }

  get name(): number | undefined {
    return this.#known.name;
  }

  get talk(): number | undefined {
    return this.#known.talk;
  }
}

export const limits = new Limits();
