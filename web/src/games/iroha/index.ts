import { listed } from '../../words/index.svelte';
import type { GameModule } from '../module';
import Table from './Table.svelte';
import { cardName, colourNames } from './names';
import { words } from './words';

export const game: GameModule<'iroha'> = {
  Table,
  primer: () => words().primer,
  tell: {
    dealt: ({ dealer }, name) => words().dealt(name(dealer)),
    chosen: ({ seat }, name) => words().chosen(name(seat)),
    passed: () => words().passed,
    played: ({ seat, card, marker }, name) =>
      (marker ? words().marked : words().played)(name(seat), cardName(card)),
    trick: ({ winner }, name) => words().won(name(winner)),
    scored: ({ points }, name) => words().scored(points.map((sum, seat) => `${name(seat)} ${sum}`)),
    star: ({ seat }, name) => words().star(name(seat)),
  },
  why: {
    'must-follow': ({ colours }) => words().why.mustFollow(colourNames(colours)),
    'must-pass': () => words().why.mustPass,
  },
  moveName(move) {
    const [verb = '', ...cards] = move.split(' ');
    return verb === 'pass' ? words().pass(listed(cards.map(cardName))) : words().play(cardName(verb));
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
