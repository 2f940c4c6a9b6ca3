import type { GameModule } from '../module';
import { cardName, colourName } from './names';
import Table from './Table.svelte';
import { words } from './words';

export const game: GameModule<'iyadosu'> = {
  Table,
  primer: () => words().primer,
  tell: {
    dealt: ({ start }, name) => words().tell.dealt(name(start)),
    split: ({ seat, declared }, name) => words().tell.split(name(seat), declared),
    played: ({ seat, card, refused }, name) =>
      (refused ? words().tell.refused : words().tell.played)(name(seat), cardName(card)),
    submitted: ({ seat }, name) => words().tell.submitted(name(seat)),
    eliminated: ({ seat }, name) => words().tell.eliminated(name(seat)),
    trick: ({ winner }, name) => (winner === null ? words().tell.nobody : words().tell.won(name(winner))),
    scored: ({ points }, name) => words().tell.scored(points.map((sum, seat) => `${name(seat)} ${sum}`)),
  },
  why: {
    'must-split': () => words().why.mustSplit,
    'must-play': () => words().why.mustPlay,
    'split-number': ({ least, most }) => words().why.splitNumber(least, most),
    'is-refuse': ({ card }) => words().why.isRefuse(cardName(card)),
    'is-normal': ({ card }) => words().why.isNormal(cardName(card)),
    'leads-refuse': () => words().why.leadsRefuse,
    'must-follow': ({ colour }) => words().why.mustFollow(colourName(colour)),
    'nothing-to-refuse': ({ colour }) => words().why.nothingToRefuse(colourName(colour)),
  },
  moveName(move) {
    const text = words();
    const [verb = '', what = ''] = move.split(' ');
    if (verb === 'split') return text.bid(Number(what));
    return verb === 'refuse' ? text.refuseWith(cardName(what)) : text.play(cardName(verb));
  },
  options() {
    const text = words().options;
    return {
      stack: {
        label: text.stack,
        text: text.stackText,
        choices: { all: text.stackAll, submissions: text.stackSubmissions },
      },
      'final-bonus': { label: text.finalBonus, text: text.finalBonusText },
      'instant-win': { label: text.instantWin, text: text.instantWinText },
    };
  },
};
