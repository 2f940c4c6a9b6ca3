/** What happened, in readable lines. */
import type { GameEvent } from '../games/module';
import type { Event } from '../protocol';
import { words } from '../words/index.svelte';
import type { Sitting } from './sitting.svelte';

export interface Line {
  key: string;
  text: string;
  /** A round or a game was scored. */
  marked: boolean;
}

export function storyOf(sitting: Sitting): Line[] {
  const end = sitting.toldBefore ?? Infinity;
  return sitting.happenings.flatMap(({ number, event }) => {
    if (number >= end) return [];
    if (event.type !== 'moved') {
      const text = told(event, sitting);
      return text === null ? [] : [{ key: String(number), text, marked: false }];
    }
    const telling = { name: sitting.name, you: sitting.you };
    return (event.events as GameEvent[]).flatMap((happened, index) => {
      const text = sitting.module?.tell(happened, telling) ?? null;
      return text === null ? [] : [{ key: `${number}.${index}`, text, marked: happened.type === 'scored' }];
    });
  });
}

function told(event: Event, { name }: Sitting): string | null {
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
    default:
      return null;
  }
}
