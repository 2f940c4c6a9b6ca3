import { listed } from '../../words/index.svelte';
import type { GameModule } from '../module';
import RoundNote from './RoundNote.svelte';
import Table from './Table.svelte';
import { cardOf, type Colour } from './view';
import { cardName, words } from './words';

export const game: GameModule = {
  Table,
  RoundNote,
  tell(event, { name }) {
    const text = words();
    const seat = event.seat as number;
    const card = typeof event.card === 'string' ? cardName(event.card) : '';
    switch (event.type) {
      case 'dealt':
        return text.dealt(name(event.start as number));
      case 'taken':
        return text.taken(name(seat), card);
      case 'trump':
        return text.trumped(card, name(event.leader as number));
      case 'played':
        return text.played(name(seat), card);
      case 'left':
        return text.leaves(name(seat), card);
      case 'trick': {
        const { winner, leader } = event as { winner?: number; leader?: number | null };
        if (winner === undefined) return null;
        return typeof leader === 'number' && leader !== winner
          ? text.wonOther(name(winner), name(leader))
          : text.won(name(winner));
      }
      case 'scored': {
        const points = listed((event.points as number[]).map((points, at) => `${name(at)} ${points}`));
        const met = (event.met as number[]).map(name);
        return met.length > 0 ? `${text.scored(points)} ${text.met(listed(met))}` : text.scored(points);
      }
      default:
        return null;
    }
  },
  why(code, facts) {
    const text = words().why;
    const card = typeof facts.card === 'string' ? cardName(facts.card) : null;
    const colour = words().colours[facts.colour as Colour] as string | undefined;
    switch (code) {
      case 'must-take':
        return text.mustTake;
      case 'draft-is-over':
        return text.draftIsOver;
      case 'not-face-up':
        return card && text.notFaceUp(card);
      case 'not-in-hand':
        return card && text.notInHand(card);
      case 'must-follow':
        return colour ? text.mustFollow(colour) : null;
      case 'leader-cannot-leave':
        return text.leaderCannotLeave;
      case 'already-left':
        return text.alreadyLeft;
      default:
        return null;
    }
  },
  moveName(move) {
    const text = words();
    const card = cardName(cardOf(move));
    return move.startsWith('take ')
      ? text.take(card)
      : move.startsWith('leave ')
        ? text.leaveWith(card)
        : card;
  },
  options() {
    const text = words().options;
    return {
      laps: { label: text.laps, text: text.lapsText, choices: { 1: text.once, 2: text.twice } },
      hand: { label: text.hand, text: text.handText },
    };
  },
};
