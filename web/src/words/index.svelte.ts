/** The message catalogue: every text a person reads, by language. */
import { settings, type Language } from '../lib/settings.svelte';
import { de } from './de';
import { en } from './en';
import { ja } from './ja';

export type Words = typeof en;

/** Makes a catalogue of its own, for a game: called, it gives the texts in the language chosen now. */
export function catalogue<T>(texts: Record<Language, T>): () => T {
  return () => texts[settings.get('language')];
}

export const words = catalogue<Words>({ en, de, ja });

export const LANGUAGES: [Language, string][] = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['ja', '日本語'],
];

/** "a, b and c", as the language has it. */
export function listed(parts: string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat(settings.get('language'), { type }).format(parts);
}
