import { listed } from '../../words/index.svelte';
import type { GameModule } from '../module';
import { cardName, monthName, yakuSum } from './names';
import RoundNote from './RoundNote.svelte';
import Table from './Table.svelte';
import { words } from './words';

const names = (cards: string[]) => listed(cards.map(cardName));
const oneOf = (cards: string[]) => listed(cards.map(cardName), 'disjunction');

export const game: GameModule<'koi-koi'> = {
  Table,
  RoundNote,
  primer: () => words().primer,
  tell: {
    dealt: ({ oya, draws }, name) => (draws ? words().tell.drawn : words().tell.dealt)(name(oya)),
    hands: ({ seat, swapped }, name) => (swapped ? words().tell.swapped : words().tell.kept)(name(seat)),
    revealed: ({ seat, teshi, wins }, name) => {
      const { tell } = words();
      return (wins ? tell.wins : tell.shows)(name(seat), teshi ? tell.teshi : tell.kuttsuki);
    },
    void: ({ oya }, name) => words().tell.void(name(oya)),
    // The next event says what the card does.
    played: ({ seat, wild }, name) => (wild ? words().tell.wild(name(seat)) : null),
    turned: ({ seat, card }, name) => words().tell.turned(name(seat), cardName(card)),
    captured: (event, name) =>
      words().tell.captured(name(event.seat), cardName(event.with), names(event.cards)),
    laid: ({ seat, card }, name) => words().tell.laid(name(seat), cardName(card)),
    undone: ({ seat, declared }, name) => words().tell.undone(name(seat), cardName(declared)),
    yaku: ({ seat, yaku, counter }, name) =>
      (counter ? words().tell.counter : words().tell.yaku)(name(seat), listed(yakuSum(yaku))),
    koi: ({ seat }, name) => words().tell.koi(name(seat)),
    stopped: ({ seat }, name) => words().tell.stopped(name(seat)),
    received: ({ seat, cards }, name) => words().tell.received(name(seat), names(cards)),
    scored({ points, winner, end, base, multiplier }, name) {
      const text = words();
      if (winner === null) return end === 'both-hands' ? text.tell.bothHands : text.tell.draw;
      const sum = text.points(points[winner] ?? 0);
      const product = base !== undefined && multiplier !== undefined && multiplier > 1;
      return text.tell.scored(name(winner), product ? text.tell.product(base, multiplier, sum) : sum);
    },
  },
  why: {
    'must-choose-hand': () => words().why.mustChooseHand,
    'must-play': () => words().why.mustPlay,
    'must-take': ({ turned, among }) => words().why.mustTake(cardName(turned), oneOf(among)),
    'must-decide': () => words().why.mustDecide,
    'must-capture': ({ card, capturing }) => words().why.mustCapture(cardName(card), oneOf(capturing)),
    'name-one': ({ card, among }) => words().why.nameOne(cardName(card), oneOf(among)),
    'not-in-hand': ({ card }) => words().why.notInHand(cardName(card)),
    'not-in-ba': ({ card }) => words().why.notInBa(cardName(card)),
    'not-wild': () => words().why.notWild,
    'willow-played': () => words().why.willowPlayed,
    'ordinary-gaji': ({ card }) => words().why.ordinaryGaji(cardName(card)),
    barred: ({ month }) => words().why.barred(monthName(month)),
    'must-stop': () => words().mustStop,
  },
  moveName(move) {
    const text = words().move;
    const [verb = '', first = '', second] = move.split(' ');
    switch (verb) {
      case 'play':
        return second ? text.playOn(cardName(first), cardName(second)) : text.play(cardName(first));
      case 'wild':
        return text.wild(cardName(second ?? ''));
      case 'take':
        return text.take(cardName(first));
      case 'keep':
      case 'swap':
      case 'koi':
      case 'stop':
        return text[verb];
      default:
        return move;
    }
  },
  options() {
    const text = words().options;
    return {
      rounds: { label: text.rounds, text: text.roundsText },
      'must-capture': { label: text.mustCapture, text: text.mustCaptureText },
      'sankou-rain-man': { label: text.rainMan, text: text.rainManText },
      triad: { label: text.triad, text: text.triadText },
      gaji: { label: text.gaji, text: text.gajiText },
    };
  },
};
