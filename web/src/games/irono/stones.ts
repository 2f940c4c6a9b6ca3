/** Colours and cells in their fixed order, in which moves name them. */
import { REFERENCE, type Colour } from './types';

export const COLOURS = REFERENCE.colours;

const ROW = 4;

/** The cells row by row, as a view lists them. */
export const BOARD: string[][] = Array.from({ length: REFERENCE.cells.length / ROW }, (_, row) =>
  REFERENCE.cells.slice(row * ROW, (row + 1) * ROW),
);

export function guessOf(colours: Colour[]): string {
  return ['guess', ...COLOURS.filter((colour) => colours.includes(colour))].join(' ');
}
