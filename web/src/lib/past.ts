/** How a past game is put into words. */
import type { GameSummary } from '../protocol';
import type { Words } from '../words/index.svelte';
import { isolated } from './names';

/** The player in each seat, with the level of a bot. */
export function playersOf(summary: GameSummary, text: Words): string[] {
  const levelName = (level: string) => text.botLevels[level] ?? level;
  return summary.names.map((name, seat) => {
    if (summary.bots) {
      const level = summary.bots[seat];
      return level ? text.botInGame(isolated(name), levelName(level)) : isolated(name);
    }
    // An old game has a bot's level in place of its name.
    return Object.hasOwn(text.botLevels, name) ? text.botName(levelName(name)) : isolated(name);
  });
}

/** How the game ended for a seat; null for a defeat. */
export function outcomeOf(summary: GameSummary, seat: number, text: Words): string | null {
  if (summary.draw) return text.drawn;
  return summary.winners.includes(seat) ? text.won : null;
}
