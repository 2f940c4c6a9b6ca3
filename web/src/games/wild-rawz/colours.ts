/** Inks by colour: the card itself, text on a light ground, and text on the card. */
import type { Colour } from './types';

export const FILL: Record<Colour, string> = {
  red: '#b8321f',
  yellow: '#e9ae24',
  green: '#2e7a45',
  blue: '#2a58a8',
};

export const INK: Record<Colour, string> = {
  red: '#a82a18',
  yellow: '#805300',
  green: '#226637',
  blue: '#234b92',
};

export const ON: Record<Colour, string> = {
  red: '#fff6ea',
  yellow: '#432c00',
  green: '#fff6ea',
  blue: '#fff6ea',
};
