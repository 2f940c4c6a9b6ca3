/** What the server shows of Irono Ofubi, as in `docs/formats.md`. */
import type { AnyView } from '../module';

export const COLOURS = ['yellow', 'green', 'white', 'red', 'blue', 'grey'] as const;
export type Colour = (typeof COLOURS)[number];

const COLUMNS = ['a', 'b', 'c', 'd'];
const ROWS = ['1', '2', '3', '4'];
/** The cells row by row, as the board of a view has them. */
export const BOARD: string[][] = ROWS.map((row) => COLUMNS.map((column) => column + row));

export interface PlacedStone {
  owner: number;
  colour: Colour;
}

export interface PastRound {
  cell: string;
  active: number;
  hidden: Colour;
  laid: Colour[];
  'placed-by': number;
}

/** A row, column or diagonal: each seat's points in it, and whose colourful line it is. */
export interface Line {
  cells: string[];
  points: number[];
  colourful: number | null;
}

export interface Standing {
  lines: number;
  colourful: number;
  'sold-out': number;
  total: number;
}

export interface View extends AnyView {
  active: number | null;
  mark: string | null;
  hidden: Colour | null;
  colours: Colour[];
  board: (PlacedStone | null)[];
  stones: Record<Colour, number>[];
  'sold-out': Colour[][];
  'past-rounds': PastRound[];
  lines: Line[];
  standing: Standing[];
}

/** The three colours as a move names them: in their one order. */
export function guessOf(colours: Colour[]): string {
  return ['guess', ...COLOURS.filter((colour) => colours.includes(colour))].join(' ');
}
