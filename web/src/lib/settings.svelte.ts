/** The settings of the page. They stay in this browser. */
import { keep, kept } from './keep';

export type Theme = 'auto' | 'light' | 'dark';
export type Motion = 'auto' | 'on' | 'off';
/** When a chosen move is sent: instantly, after a short delay in which it can be taken back, or after a confirmation. */
export type Sending = 'once' | 'moment' | 'confirm';
export type Level = 'easy' | 'normal' | 'strong';
export type Language = 'en' | 'de' | 'ja';

interface Kept {
  theme: Theme;
  motion: Motion;
  sending: Sending;
  level: Level;
  language: Language;
}

const KEY = 'irori.settings';

function languageOfBrowser(): Language {
  for (const tag of navigator.languages ?? [navigator.language]) {
    const language = tag.slice(0, 2).toLowerCase();
    if (language === 'en' || language === 'de' || language === 'ja') return language;
  }
  return 'en';
}

function read(): Kept {
  const usual: Kept = {
    theme: 'auto',
    motion: 'auto',
    sending: 'moment',
    level: 'normal',
    language: languageOfBrowser(),
  };
  try {
    // An older version of the page may have stored something else.
    return { ...usual, ...(JSON.parse(kept(KEY) ?? '{}') as Partial<Kept>) };
  } catch {
    return usual;
  }
}

class PageSettings {
  #kept = $state(read());
  #darkOutside = $state(matchMedia('(prefers-color-scheme: dark)').matches);
  #stillOutside = $state(matchMedia('(prefers-reduced-motion: reduce)').matches);

  constructor() {
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (event) => {
      this.#darkOutside = event.matches;
    });
    matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', (event) => {
      this.#stillOutside = event.matches;
    });
  }

  get<K extends keyof Kept>(key: K): Kept[K] {
    return this.#kept[key];
  }

  set<K extends keyof Kept>(key: K, value: Kept[K]) {
    this.#kept[key] = value;
    keep(KEY, JSON.stringify(this.#kept));
  }

  get dark(): boolean {
    return this.#kept.theme === 'auto' ? this.#darkOutside : this.#kept.theme === 'dark';
  }

  get still(): boolean {
    return this.#kept.motion === 'auto' ? this.#stillOutside : this.#kept.motion === 'off';
  }

  /** How long an animation takes, in milliseconds: 0 if animations are off. */
  time(milliseconds: number): number {
    return this.still ? 0 : milliseconds;
  }
}

export const settings = new PageSettings();
