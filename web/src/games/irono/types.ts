// Generated from crates/games by `make golden`; do not edit.

/** A cell of the board. Cells are numbered row by row: `a1 b1 c1 d1 a2 …`. */
export type Cell = string;

export type Colour = "yellow" | "green" | "white" | "red" | "blue" | "grey";

export type GameEvent = { "type": "dealt",
    /** The seat that is active first. */
    first: number }
  | { "type": "marked", seat: number, cell: Cell }
  | { "type": "hidden", seat: number }
  | { "type": "guessed", seat: number, colours: Array<Colour> }
  | { "type": "revealed",
    /** The active seat, which had hidden the colour. */
    seat: number, colour: Colour,
    /** Whether it was among the three. */
    guessed: boolean }
  | { "type": "placed",
    /** Whose stone it is. */
    seat: number, cell: Cell, colour: Colour }
  | { "type": "sold-out", seat: number, colour: Colour }
  | { "type": "scored", points: Array<number> };

export type Illegal = { "code": "must-mark", "facts": Record<string, never> }
  | { "code": "must-hide", "facts": Record<string, never> }
  | { "code": "must-guess", "facts": Record<string, never> }
  | { "code": "filled", "facts": { cell: Cell,
    /** The cells that may be marked. */
    empty: Array<Cell> } }
  | { "code": "sold-out", "facts": {
    /** Those that the move named. */
    colours: Array<Colour>,
    /** Those still in the game. */
    left: Array<Colour> } };

export type Line = { kind: LineKind, cells: Array<Cell>,
    /** Each seat's points for its stones, without the bonus of a colourful line. */
    points: Array<number>,
    /** The seat whose colourful line it is. */
    colourful: number | null };

/** What sort of line it is; all count alike (`IO-11`). */
export type LineKind = "row" | "column" | "diagonal";

export type PastRound = { cell: Cell, active: number, guesser: number,
    /** The colour that had been hidden. */
    hidden: Colour,
    /** The colours the guesser laid. */
    laid: Array<Colour>,
    /** Whether the hidden colour was among them. */
    guessed: boolean,
    /** Whose stone was placed. */
    "placed-by": number };

/** A number for each colour. */
export type PerColour = { yellow: number, green: number, white: number, red: number, blue: number, grey: number };

export type Phase = "deal" | "mark" | "hide" | "guess" | "over";

export type Prompt = { "kind": "mark", empty: Array<Cell> }
  | { "kind": "hide", cell: Cell | null, colours: Array<Colour> }
  | { "kind": "guess", cell: Cell | null, count: number, colours: Array<Colour> };

/** What is the same in every game. */
export type Reference = {
    /** In pack order. */
    colours: Array<Colour>,
    /** The cells of the board, row by row. */
    cells: Array<Cell>,
    /** How many rows and columns the board has. */
    side: number,
    /** How many colours a guess has. */
    guesses: number,
    /** How many placing stones of each colour a player has at the start. */
    stones: number,
    /** By what the points of each colour are multiplied. */
    weights: PerColour };

export type Standing = {
    /** For the stones of all lines. */
    lines: number,
    /** For colourful lines. */
    colourful: number,
    /** For sell-outs. */
    "sold-out": number, total: number };

export type Stone = { owner: number, colour: Colour };

/** What is shown. */
export type View = {
    /** The viewer; nobody for a spectator. */
    seat: number | null, seats: number, phase: Phase,
    /** The round's number, from 1, of `rounds`. */
    round: number, rounds: number, "to-act": Array<number>,
    /** Who is active in this round. */
    active: number | null,
    /** Who guesses in this round. */
    guesser: number | null, mark: Cell | null,
    /** The colour that the viewer has hidden. */
    hidden: Colour | null,
    /** The colours still in the game. */
    colours: Array<Colour>,
    /** The stones on the cells a1 b1 c1 d1 a2 and so on. */
    board: Array<Stone | null>,
    /** How many placing stones each seat has left. */
    stones: Array<PerColour>,
    /** The colours each seat has sold out. */
    "sold-out": Array<Array<Colour>>, "past-rounds": Array<PastRound>,
    /** What every line gives as the board stands: rows, columns, then the diagonals from a1 and from d1. */
    lines: Array<Line>,
    /** What each seat would score as the board stands. */
    standing: Array<Standing>, scores: Array<Array<number>>, totals: Array<number>, winners: Array<number> };

export const REFERENCE: Reference = {
  "colours": [
    "yellow",
    "green",
    "white",
    "red",
    "blue",
    "grey"
  ],
  "cells": [
    "a1",
    "b1",
    "c1",
    "d1",
    "a2",
    "b2",
    "c2",
    "d2",
    "a3",
    "b3",
    "c3",
    "d3",
    "a4",
    "b4",
    "c4",
    "d4"
  ],
  "side": 4,
  "guesses": 3,
  "stones": 4,
  "weights": {
    "yellow": 1,
    "green": 1,
    "white": 1,
    "red": 1,
    "blue": 1,
    "grey": 2
  }
};
