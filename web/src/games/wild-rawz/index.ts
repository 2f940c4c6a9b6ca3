import { listed } from '../../words/index.svelte';
import type { GameModule } from '../module';
import { cardOf } from './cards';
import { cardName } from './names';
import RoundNote from './RoundNote.svelte';
import Table from './Table.svelte';
import { words } from './words';

export const game: GameModule<'wild-rawz'> = {
  Table,
  RoundNote,
  primer: () => words().primer,
  tell: {
    dealt: ({ start }, name) => words().dealt(name(start)),
    taken: ({ seat, card }, name) => words().taken(name(seat), cardName(card)),
    trump: ({ card, leader }, name) => words().trumped(cardName(card), name(leader)),
    played: ({ seat, card }, name) => words().played(name(seat), cardName(card)),
    left: ({ seat, card }, name) => words().sitsOut(name(seat), cardName(card)),
    trick: ({ winner, leader, leaver }, name) =>
      leaver !== null && leaver === leader
        ? words().wonOther(name(winner), name(leaver))
        : words().won(name(winner)),
    scored({ points, met, bonus }, name) {
      const scored = words().scored(points.map((sum, seat) => `${name(seat)} ${sum}`));
      return met.length > 0 ? `${scored} ${words().met(bonus, listed(met.map(name)))}` : scored;
    },
  },
  why: {
    'must-take': () => words().why.mustTake,
    'draft-is-over': () => words().why.draftIsOver,
    'not-face-up': ({ card }) => words().why.notFaceUp(cardName(card)),
    'not-in-hand': ({ card }) => words().why.notInHand(cardName(card)),
    'must-follow': ({ colour }) => words().why.mustFollow(words().colours[colour]),
    'leader-cannot-leave': () => words().why.leaderCannotSitOut,
    'already-left': () => words().why.alreadyOut,
  },
  moveName(move) {
    const text = words();
    const card = cardName(cardOf(move));
    if (move.startsWith('take ')) return text.take(card);
    return move.startsWith('leave ') ? text.sitOutWith(card) : text.play(card);
  },
  options() {
    const text = words().options;
    return {
      laps: { label: text.laps, text: text.lapsText, choices: { 1: text.once, 2: text.twice } },
      hand: { label: text.hand, text: text.handText },
    };
  },
};
