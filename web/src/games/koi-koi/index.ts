import { listed } from '../../words/index.svelte';
import type { GameModule } from '../module';
import { cardName, monthName, yakuSum } from './names';
import RoundNote from './RoundNote.svelte';
import Table from './Table.svelte';
import { monthOf, type Yaku } from './view';
import { words } from './words';

const names = (cards: unknown) => listed((cards as string[]).map(cardName));
const oneOf = (cards: unknown) => listed((cards as string[]).map(cardName), 'disjunction');

export const game: GameModule = {
  Table,
  RoundNote,
  tell(event, { name }) {
    const text = words().tell;
    const who = name(event.seat as number);
    const card = event.card as string;
    switch (event.type) {
      case 'dealt':
        return (event.draws ? text.drawn : text.dealt)(name(event.oya as number));
      case 'hands':
        return (event.swapped ? text.swapped : text.kept)(who);
      case 'revealed':
        return (event.teshi ? text.teshi : text.kuttsuki)(who);
      case 'void':
        return text.void(name(event.oya as number));
      case 'played':
        // What it does is told next.
        return event.wild ? text.wild(who) : null;
      case 'turned':
        return text.turned(who, cardName(card));
      case 'captured':
        return text.captured(who, cardName(event.with as string), names(event.cards));
      case 'laid':
        return text.laid(who, cardName(card));
      case 'undone':
        return text.undone(who, cardName(event.declared as string));
      case 'yaku':
        return (event.counter ? text.counter : text.yaku)(who, listed(yakuSum(event.yaku as Yaku[])));
      case 'koi':
        return text.koi(who);
      case 'stopped':
        return text.stopped(who);
      case 'received':
        return text.received(who, names(event.cards));
      case 'scored': {
        const points = event.points as number[];
        const winner = points.findIndex((point) => point > 0);
        if (winner < 0) return text.draw;
        const sum = words().points(points[winner] as number);
        const multiplier = (event.multiplier as number | undefined) ?? 1;
        return text.scored(
          name(winner),
          multiplier > 1 ? text.product(event.base as number, multiplier, sum) : sum,
        );
      }
      default:
        return null;
    }
  },
  why(code, facts) {
    const text = words();
    const card = typeof facts.card === 'string' ? cardName(facts.card) : '';
    switch (code) {
      case 'must-take':
        return text.whyTake(cardName(facts.turned as string), oneOf(facts.among));
      case 'must-capture':
        return text.whyCapture(card, oneOf(facts.capturing));
      case 'name-one':
        return text.whyName(card, oneOf(facts.among));
      case 'not-in-hand':
        return text.whyHand(card);
      case 'not-in-ba':
        return text.whyBa(card);
      case 'ordinary-gaji':
        return text.whyOrdinary(card);
      case 'barred':
        return text.whyBarred(monthName(monthOf(facts.card as string)));
      default:
        return text.why[code] ?? null;
    }
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
