/** Names of cards, months and yaku in the chosen language. */
import { words } from './words';
import { FIGURES, GAJI, kindOf, monthOf, ribbonOf } from './cards';
import type { Part, YakuPoints } from './types';

export function cardName(card: string): string {
  const text = words();
  const month = monthOf(card);
  const plant = text.plants[month - 1] ?? '';
  if (kindOf(card) === 'ribbon') return text.ribbonCard(plant, text.ribbons[ribbonOf(month)]);
  const figure = text.figures[card === GAJI ? 'lightning' : (FIGURES[card] ?? '')];
  return figure === undefined ? text.plainCard(plant) : text.figureCard(plant, figure);
}

/** With the kind, for people who do not see the card. */
export function cardLabel(card: string): string {
  return words().cardLabel(cardName(card), words().kinds[kindOf(card)]);
}

export function monthName(month: number): string {
  const text = words();
  return text.month(month, text.plants[month - 1] ?? '');
}

/** The name of a yaku or of the triad. */
export function partName(part: Part): string {
  return words().yaku[part].name;
}

/** "Tan 2" for each yaku. */
export function yakuSum(yaku: YakuPoints[]): string[] {
  return yaku.map(({ name, points }) => `${partName(name)} ${points}`);
}
