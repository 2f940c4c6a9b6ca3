/** Colours and cells in their fixed order, in which moves name them. */
import { REFERENCE, type Colour } from './types';

export const COLOURS = REFERENCE.colours;

const { side } = REFERENCE;

/** The cells row by row, as a view lists them. */
export const BOARD: string[][] = Array.from({ length: side }, (_, row) =>
  REFERENCE.cells.slice(row * side, (row + 1) * side),
);

export function guessOf(colours: Colour[]): string {
  return ['guess', ...COLOURS.filter((colour) => colours.includes(colour))].join(' ');
}

/** The colours that a move names. */
export function coloursOf(move: string): Colour[] {
  return move.split(' ').slice(1) as Colour[];
}
