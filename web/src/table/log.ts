/** The game log: events as readable lines. */
import { lineOf } from '../games/module';
import type { Event as ProtocolEvent } from '../protocol';
import { words } from '../words/index.svelte';
import type { Sitting } from './sitting.svelte';

export interface LogLine {
  key: string;
  text: string;
  /** Whether it scores a round or a game. */
  marked: boolean;
}

export function logOf(sitting: Sitting): LogLine[] {
  const end = sitting.logBefore ?? Infinity;
  return sitting.events.flatMap(({ number, event }) => {
    if (number >= end) return [];
    if (event.type !== 'moved') {
      const text = told(event, sitting);
      return text === null ? [] : [{ key: String(number), text, marked: false }];
    }
    return sitting.gameEvents({ number, event }).flatMap((gameEvent, index) => {
      const text = sitting.module && lineOf(sitting.module, gameEvent, sitting.name);
      return text === null ? [] : [{ key: `${number}.${index}`, text, marked: gameEvent.type === 'scored' }];
    });
  });
}

function told(event: ProtocolEvent, { name }: Sitting): string | null {
  const text = words().event;
  switch (event.type) {
    case 'sat':
    case 'filled':
      return text.sat(name(event.seat));
    case 'stood':
      return text.stood(event.seat + 1);
    case 'ready':
      return text.ready(name(event.seat));
    case 'started':
      return text.started;
    case 'away':
      return text[event.why](name(event.seat));
    case 'back':
      return text.back(name(event.seat));
    case 'closed':
      return text.closed;
    default:
      return null;
  }
}
