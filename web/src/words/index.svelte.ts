/** Every text that people read, by language. */
import { settings, type Language } from '../lib/settings.svelte';
import { de } from './de';
import { en } from './en';
import { ja } from './ja';

export type Words = typeof en;

/** A set of texts, as each game has one. Calling it gives the texts in the chosen language. */
export function catalogue<T>(texts: Record<Language, T>): () => T {
  return () => texts[settings.get('language')];
}

export const words = catalogue<Words>({ en, de, ja });

export const LANGUAGES: [Language, string][] = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['ja', '日本語'],
];

/** "a, b and c" in the chosen language. */
export function listed(parts: string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat(settings.get('language'), { type }).format(parts);
}
