/** The person at this screen: a guest with a name, who is created when first needed. */
import type { GuestInfo } from '../protocol';
import { api, Refused } from './api';
import { words } from '../words/index.svelte';
import { keep, kept } from './keep';

/** Says that there is a guest. Scripts cannot see the cookie, and the browser would log a failed request. */
const FLAG = 'irori.guest';

class Myself {
  #known = $state.raw<GuestInfo | null>(null);
  #asked: Promise<void> | null = null;

  get known(): GuestInfo | null {
    return this.#known;
  }

  set known(me: GuestInfo | null) {
    this.#known = me;
    keep(FLAG, me ? 'yes' : null);
  }

  /** Asks the server once who this is. That there is no guest yet is not an error. */
  look(): Promise<void> {
    if (kept(FLAG) === null) return Promise.resolve();
    this.#asked ??= api.me().then(
      (me) => {
        this.known = me;
      },
      (error: unknown) => {
        if (!(error instanceof Refused && error.code === 'no-guest')) {
          this.#asked = null;
          throw error;
        }
        this.known = null;
      },
    );
    return this.#asked;
  }

  /** Creates a guest if there is none. */
  async be(name = ''): Promise<GuestInfo> {
    await this.look();
    this.known ??= await api.welcome(name || words().guestName(1 + Math.floor(Math.random() * 99)));
    return this.known;
  }

  async rename(name: string) {
    // A guest who existed already still has the old name.
    if ((await this.be(name)).name !== name) this.known = await api.rename(name);
  }

  async claim(code: string) {
    this.known = await api.claim(code);
  }
}

export const myself = new Myself();
