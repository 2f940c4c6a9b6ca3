/** Opening a table, and what is to happen there as soon as one has arrived. */
import type { GameCard } from '../games';
import { api } from './api';
import { myself } from './me.svelte';
import type { Level } from './settings.svelte';
import { where } from './route.svelte';

/** What its opener means to do at a table: sit down, and perhaps play against bots at once. */
interface Intent {
  table: string;
  bot: Level | null;
}

let intent: Intent | null = null;

/** The intent for a table, once. */
export function takeIntent(table: string): Intent | null {
  const taken = intent?.table === table ? intent : null;
  intent = null;
  return taken;
}

/** A quick game against bots. */
export async function playNow(game: GameCard, level: Level) {
  await myself.be();
  const { table, link } = await api.open({
    game: game.id,
    seats: game.seats,
    options: game.quick,
    hints: true,
  });
  intent = { table: table.id, bot: level };
  where.go(link);
}

/** A table for friends, at which the opener sits down. */
export async function openTable(setting: Parameters<typeof api.open>[0]) {
  await myself.be();
  const { table, link } = await api.open(setting);
  intent = { table: table.id, bot: null };
  where.go(link);
}
