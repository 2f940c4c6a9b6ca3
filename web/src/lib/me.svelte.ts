/** The person at this screen: a guest with a name, who is created when first needed. */
import type { GuestInfo } from '../protocol';
import { api, Refused } from './api';
import { words } from '../words/index.svelte';
import { keep, kept } from './keep';
import { forgetNotes } from './notes';
import { notices } from './notices.svelte';

/** Says that there is a guest. Scripts cannot see the cookie, and the browser would log a failed request. */
const FLAG = 'irori.guest';

class Myself {
  /** Counts how often this device got another token. A connection that is older belongs to the old one. */
  session = $state(0);
  /** The operator has blocked this guest. */
  blocked = $state(false);
  #known = $state.raw<GuestInfo | null>(null);
  #asked: Promise<void> | null = null;

  get known(): GuestInfo | null {
    return this.#known;
  }

  set known(me: GuestInfo | null) {
    this.#known = me;
    keep(FLAG, me ? 'yes' : null);
  }

  /** Asks the server once who this is. It is not an error that there is no guest yet, or that they are blocked. */
  look(): Promise<void> {
    if (kept(FLAG) === null) return Promise.resolve();
    this.#asked ??= api.me().then(
      (me) => {
        this.known = me;
        this.blocked = false;
      },
      (error: unknown) => {
        const code = error instanceof Refused ? error.code : null;
        this.blocked = code === 'blocked';
        if (code === 'no-guest') {
          this.known = null;
          return;
        }
        this.#asked = null;
        if (!this.blocked) throw error;
        // They stay this guest, who may be unblocked later.
        this.#known = null;
      },
    );
    return this.#asked;
  }

  /** Creates a guest if there is none. */
  async be(name = ''): Promise<GuestInfo> {
    await this.look();
    if (this.blocked) throw new Refused('blocked', 'the operator has blocked this guest');
    this.known ??= await api.welcome(name || words().guestName(1 + Math.floor(Math.random() * 99)));
    return this.known;
  }

  async rename(name: string) {
    // A guest who existed already still has the old name.
    if ((await this.be(name)).name !== name) this.known = await api.rename(name);
  }

  async claim(code: string) {
    this.known = await api.claim(code);
    this.session += 1;
  }

  /** Asks once more who this is, because another device may have signed this one out. */
  async lookAgain() {
    const before = this.known;
    this.#asked = null;
    await this.look();
    if (before && !this.known && !this.blocked) notices.say(words().signedOut);
  }

  /** Signs out every other device. */
  async signOutElsewhere() {
    this.known = await api.signOutElsewhere();
    this.session += 1;
  }

  /** Deletes the guest on the server, and what this device has noted about their games. */
  async erase() {
    await api.erase();
    this.known = null;
    this.#asked = null;
    this.session += 1;
    forgetNotes();
  }
}

export const myself = new Myself();
