import { listed } from '../../words/index.svelte';
import type { GameModule } from '../module';
import Table from './Table.svelte';
import { cardName, colourNames } from './names';
import type { Colour } from './view';
import { words } from './words';

export const game: GameModule = {
  Table,
  tell(event, { name }) {
    const text = words();
    const seat = event.seat as number;
    switch (event.type) {
      case 'dealt':
        return text.dealt(name(event.dealer as number));
      case 'chosen':
        return text.chosen(name(seat));
      case 'passed':
        return text.passed;
      case 'played':
        return (event.marker ? text.marked : text.played)(name(seat), cardName(event.card as string));
      case 'trick':
        return text.won(name(event.winner as number));
      case 'scored':
        return text.scored(listed((event.points as number[]).map((points, at) => `${name(at)} ${points}`)));
      case 'star':
        return text.star(name(seat));
      default:
        return null;
    }
  },
  why(code, facts) {
    const text = words().why;
    if (code === 'must-follow') return text.mustFollow(colourNames(facts.colours as Colour[]));
    if (code === 'must-pass') return text.mustPass;
    return null;
  },
  moveName(move) {
    const [verb = '', ...cards] = move.split(' ');
    return verb === 'pass' ? words().pass(listed(cards.map(cardName))) : cardName(verb);
  },
  options() {
    const text = words().options;
    return {
      'open-lowest': {
        label: text.openLowest,
        text: text.openLowestText,
        choices: { true: text.shown, false: text.hidden },
      },
      'tie-break': { label: text.tieBreak, choices: { 'first-star': text.firstStar, shared: text.shared } },
    };
  },
};
