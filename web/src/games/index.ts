/** The games of the page: every folder here is one, named by the game's id. Tables and pictures load when needed. */
import type { Component } from 'svelte';
import { settings } from '../lib/settings.svelte';
import type { About, GameModule } from './module';

const abouts = import.meta.glob<About>('./*/about.ts', { eager: true, import: 'about' });
const modules = import.meta.glob<GameModule>('./*/index.ts', { import: 'game' });
const pictures = import.meta.glob<Component>('./*/Picture.svelte', { import: 'default' });

export interface GameFolder {
  id: string;
  about: About;
  load: () => Promise<GameModule>;
  picture: () => Promise<Component>;
}

export const GAMES: GameFolder[] = Object.entries(abouts)
  .map(([path, about]) => {
    const folder = path.slice(0, path.lastIndexOf('/'));
    const id = folder.slice(2);
    const load = modules[`${folder}/index.ts`];
    const picture = pictures[`${folder}/Picture.svelte`];
    if (!load || !picture) throw new Error(`the folder of ${id} needs index.ts and Picture.svelte`);
    return { id, about, load, picture };
  })
  .sort((a, b) => a.about.order - b.about.order);

export function gameFolder(id: string): GameFolder | undefined {
  return GAMES.find((game) => game.id === id);
}

/** A game's name in the chosen language. */
export function gameName(id: string): string {
  return gameFolder(id)?.about[settings.get('language')].name ?? id;
}
