import type { GameModule } from '../module';
import { colourName, colourNames } from './names';
import Table from './Table.svelte';
import type { Colour } from './types';
import { words } from './words';

export const game: GameModule<'irono'> = {
  Table,
  primer: () => words().primer,
  tell: {
    dealt: ({ first }, name) => words().tell.dealt(name(first)),
    marked: ({ seat, cell }, name) => words().tell.marked(name(seat), cell),
    hidden: ({ seat }, name) => words().tell.hidden(name(seat)),
    guessed: ({ seat, colours }, name) =>
      words().tell.guessed(name(seat), colourNames(colours, 'disjunction')),
    revealed: ({ seat, colour, guessed }, name) =>
      words().tell.revealed(name(seat), colourName(colour), guessed),
    placed: ({ seat, colour, cell }, name) => words().tell.placed(name(seat), colourName(colour), cell),
    'sold-out': ({ seat, colour }, name) => words().tell.soldOut(name(seat), colourName(colour)),
    scored: ({ points }, name) =>
      words().tell.scored(points.map((sum, seat) => words().pointsOf(name(seat), sum))),
  },
  why: {
    'must-mark': () => words().why.mark,
    'must-hide': () => words().why.hide,
    'must-guess': () => words().why.guess,
    filled: ({ cell }) => words().why.filled(cell),
    'sold-out': ({ colours }) => words().why.soldOut(colourNames(colours, 'conjunction')),
  },
  moveName(move) {
    const text = words().moves;
    const [verb, ...parts] = move.split(' ');
    if (verb === 'mark') return text.mark(parts.join(''));
    const colours = (parts as Colour[]).map(colourName).join(text.and);
    return verb === 'hide' ? text.hide(colours) : text.guess(colours);
  },
  options: () => ({}),
};
