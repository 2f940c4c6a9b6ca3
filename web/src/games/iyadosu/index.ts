import { listed } from '../../words/index.svelte';
import type { GameModule } from '../module';
import { cardName, colourName } from './names';
import Table from './Table.svelte';
import { words } from './words';

export const game: GameModule = {
  Table,
  tell(event, { name }) {
    const text = words().tell;
    const who = name(event.seat as number);
    switch (event.type) {
      case 'dealt':
        return text.dealt(name(event.start as number));
      case 'split':
        return text.split(who, event.declared as number);
      case 'played':
        return (event.refused ? text.refused : text.played)(who, cardName(event.card as string));
      case 'submitted':
        return text.submitted(who);
      case 'eliminated':
        return text.eliminated(who);
      case 'trick':
        return event.winner === null ? text.nobody : text.won(name(event.winner as number));
      case 'scored':
        return text.scored(listed((event.points as number[]).map((points, at) => `${name(at)}: ${points}`)));
      default:
        return null;
    }
  },
  why(code, facts) {
    const text = words().why;
    switch (code) {
      case 'must-split':
        return text.mustSplit;
      case 'must-play':
        return text.mustPlay;
      case 'split-number':
        return text.splitNumber;
      case 'is-refuse':
        return text.isRefuse(cardName(String(facts.card)));
      case 'is-normal':
        return text.isNormal(cardName(String(facts.card)));
      case 'leads-refuse':
        return text.leadsRefuse;
      case 'must-follow':
        return text.mustFollow(colourName(facts.colour));
      case 'nothing-to-refuse':
        return text.nothingToRefuse(colourName(facts.colour));
      default:
        return null;
    }
  },
  moveName(move) {
    const text = words();
    const [verb = '', what = ''] = move.split(' ');
    if (verb === 'split') return text.declare(Number(what));
    return verb === 'refuse' ? text.refuseWith(cardName(what)) : cardName(verb);
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
