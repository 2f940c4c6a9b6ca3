/** Who sits before this screen: a guest with a name, made when first needed. */
import { api, Refused, type Me } from './api';
import { words } from '../words/index.svelte';
import { keep, kept } from './keep';

/** Set once there is a guest: the cookie itself cannot be seen, and asking in vain would look like a fault. */
const FLAG = 'irori.guest';

class Myself {
  #known = $state.raw<Me | null>(null);
  #asked: Promise<void> | null = null;

  get known(): Me | null {
    return this.#known;
  }

  set known(me: Me | null) {
    this.#known = me;
    keep(FLAG, me ? 'yes' : null);
  }

  /** Asks the server once who this is; nobody yet is no mistake. */
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

  /** Makes sure that there is a guest, with a name that can be changed at any time. */
  async be(name = ''): Promise<Me> {
    await this.look();
    this.known ??= await api.welcome(name || words().guestName(1 + Math.floor(Math.random() * 99)));
    return this.known;
  }

  async rename(name: string) {
    // Who was a guest before this page knew of it has his old name.
    if ((await this.be(name)).name !== name) this.known = await api.rename(name);
  }

  async claim(code: string) {
    this.known = await api.claim(code);
  }
}

export const myself = new Myself();
