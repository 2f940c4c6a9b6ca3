import { listed } from '../../words/index.svelte';
import type { GameModule } from '../module';
import { colourName, colourNames } from './names';
import Table from './Table.svelte';
import { words } from './words';

export const game: GameModule = {
  Table,
  tell(event, { name }) {
    const text = words().tell;
    const who = name(event.seat as number);
    switch (event.type) {
      case 'dealt':
        return text.dealt(name(event.first as number));
      case 'marked':
        return text.marked(who, event.cell as string);
      case 'hidden':
        return text.hidden(who);
      case 'guessed':
        return text.guessed(who, colourNames(event.colours, 'disjunction'));
      case 'revealed':
        return text.revealed(who, colourName(event.colour), event.guessed as boolean);
      case 'placed':
        return text.placed(who, colourName(event.colour), event.cell as string);
      case 'sold-out':
        return text.soldOut(who, colourName(event.colour));
      case 'scored':
        return text.scored(listed((event.points as number[]).map((points, at) => `${name(at)}: ${points}`)));
      default:
        return null;
    }
  },
  why(code, facts) {
    const text = words().why;
    switch (code) {
      case 'must-mark':
        return text.mark;
      case 'must-hide':
        return text.hide;
      case 'must-guess':
        return text.guess;
      case 'filled':
        return text.filled(String(facts.cell));
      case 'sold-out':
        return text.soldOut(colourNames(facts.colours, 'conjunction'));
      default:
        return null;
    }
  },
  moveName(move) {
    const text = words().moves;
    const [verb, ...parts] = move.split(' ');
    if (verb === 'mark') return text.mark(parts.join(''));
    if (verb === 'hide') return text.hide(colourName(parts[0]));
    return text.guess(parts.map(colourName).join(text.and));
  },
  options: () => ({}),
};
