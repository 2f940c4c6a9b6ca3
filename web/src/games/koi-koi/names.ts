/** What cards, months and yaku are called. */
import { words } from './words';
import { FIGURES, GAJI, kindOf, monthOf, ribbonOf, type Yaku } from './view';

export function cardName(card: string): string {
  const text = words();
  const kind = kindOf(card);
  const month = monthOf(card);
  const figure = card === GAJI ? 'lightning' : FIGURES[card];
  const what =
    kind === 'ribbon' ? text.ribbons[ribbonOf(month)] : figure ? (text.figures[figure] ?? null) : null;
  return text.card(text.plants[month - 1] ?? '', text.kinds[kind], what);
}

export function monthName(month: number): string {
  const text = words();
  return text.month(month, text.plants[month - 1] ?? '');
}

export function yakuName(yaku: string): string {
  return words().yaku[yaku]?.name ?? yaku;
}

/** "Tan 2" for each. */
export function yakuSum(yaku: Yaku[]): string[] {
  return yaku.map(({ name, points }) => `${yakuName(name)} ${points}`);
}
