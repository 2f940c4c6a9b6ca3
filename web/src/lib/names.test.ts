import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settings } from './settings.svelte';
import { isolated, nameOf } from './names';

test('a name in a sentence cannot turn the words around it', () => {
  expect(isolated('אבג')).toBe('\u2068אבג\u2069');
});

test('a person who deleted their data is named in every language', () => {
  const named = (['en', 'de', 'ja'] as const).map((language) => {
    settings.set('language', language);
    return nameOf('');
  });
  settings.set('language', 'en');
  expect(named).toEqual(['Deleted guest', 'Gelöschter Gast', '削除されたゲスト']);
  expect(nameOf('Aki')).toBe('Aki');
});

test('every component isolates the names it shows', () => {
  const components = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.svelte'),
  );
  const bare = components.filter((path) => {
    const source = readFileSync(join('src', path), 'utf8');
    const rest = source.replace(/<bdi[^]*?<\/bdi>/g, '').replace(/isolated\([^)]*\)/g, '');
    return /\b(person|line|chair)\??\.name\b/.test(rest);
  });
  expect(components.length).toBeGreaterThan(50);
  expect(bare).toEqual([]);
});
