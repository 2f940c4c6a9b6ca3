/** Short messages that appear and disappear by themselves. */
import { words } from '../words/index.svelte';
import { Refused } from './api';

export interface Notice {
  id: number;
  text: string;
  kind: 'word' | 'trouble';
}

class Notices {
  list = $state.raw<Notice[]>([]);
  #next = 1;

  say(text: string, kind: Notice['kind'] = 'word') {
    const notice = { id: this.#next++, text, kind };
    // A repeated message replaces the first.
    this.list = [...this.list.filter((other) => other.text !== text), notice].slice(-3);
    setTimeout(() => this.dismiss(notice.id), 2500 + text.length * 45);
  }

  dismiss(id: number) {
    this.list = this.list.filter((notice) => notice.id !== id);
  }

  /** Says what went wrong, in the chosen language if the page has a text for the code. */
  refused(error: unknown) {
    // A newer server may have codes that this page does not know.
    const known: string | undefined = error instanceof Refused ? words().trouble[error.code] : undefined;
    this.say(known ?? (error instanceof Error ? error.message : String(error)), 'trouble');
  }
}

export const notices = new Notices();
