/** Opening a table, and what happens there as soon as its page is loaded. */
import type { GameInfo } from '../protocol';
import { api } from './api';
import { myself } from './me.svelte';
import type { Level } from './settings.svelte';
import { where } from './route.svelte';

/** The opener sits down, and against bots the game starts at once. */
interface Intent {
  table: string;
  bot: Level | null;
}

let intent: Intent | null = null;

/** Gives the intent for a table, and forgets it. */
export function takeIntent(table: string): Intent | null {
  const taken = intent?.table === table ? intent : null;
  intent = null;
  return taken;
}

/** A quick game against bots. */
export async function playNow(game: GameInfo, level: Level) {
  await myself.be();
  const { table, link } = await api.open({
    game: game.game,
    seats: game.usual_seats,
    options: game.quick,
    hints: true,
  });
  intent = { table: table.id, bot: level };
  where.go(link);
}

/** A table for friends. */
export async function openTable(setting: Parameters<typeof api.open>[0]) {
  await myself.be();
  const { table, link } = await api.open(setting);
  intent = { table: table.id, bot: null };
  where.go(link);
}
