//! What a seat knows and what it is shown (`IO-17`).

use cards::Seat;
use serde::Serialize;
use ts_rs::TS;

use super::card::{CELLS, Cell, Colour, LAID, SIDE, Three};
use super::score::{
    BONUS, LINE_CELLS, LINES, LineKind, LinePoints, PLACING, line_points, points, sell_outs, weight,
};
use super::state::{Irono, Phase, Public, SEATS, other};
use crate::{PublicState, Show, Text, Texts};

/// Everything that a seat or a spectator can know, with perfect memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Knowledge {
    pub(super) viewer: Option<Seat>,
    pub(super) table: Public,
    /// The colour that the viewer has hidden.
    pub(super) hidden: Option<Colour>,
}

impl Knowledge {
    /// Built up from what is public and what the viewer hides. A seat beyond the table is a spectator.
    pub(super) fn of(game: &Irono, viewer: Option<Seat>) -> Knowledge {
        let table = game.public;
        let viewer = viewer.filter(|seat| seat.index() < SEATS);
        let mut knowledge = Knowledge { viewer, table, hidden: None };
        if viewer == Some(table.active) {
            knowledge.hidden = game.hidden.colour;
        }
        knowledge
    }

    /// Who is active in this round.
    pub fn active(&self) -> Seat {
        self.table.active
    }

    /// Who was active in the first round.
    pub fn first(&self) -> Seat {
        self.table.first
    }

    /// The marked cell, until a stone lies on it.
    pub fn mark(&self) -> Option<Cell> {
        self.table.mark
    }

    /// Whose stone lies on a cell, and its colour.
    pub fn stone(&self, cell: Cell) -> Option<(Seat, Colour)> {
        self.table.stone(cell)
    }

    /// The finished rounds in order: the cell, the colour that had been hidden, and the three that were laid.
    pub fn past(&self) -> impl Iterator<Item = (Cell, Colour, Three)> {
        self.table.rounds.iter().map(|round| (round.cell, round.hidden, round.laid))
    }
}

/// What is shown.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub struct View {
    /// The viewer; nobody for a spectator.
    seat: Option<u8>,
    seats: u8,
    phase: Text<Phase>,
    /// The round's number, from 1, of `rounds`.
    round: usize,
    rounds: usize,
    to_act: Vec<u8>,
    /// Who is active in this round.
    active: Option<u8>,
    /// Who guesses in this round.
    guesser: Option<u8>,
    mark: Option<Text<Cell>>,
    /// The colour that the viewer has hidden.
    hidden: Option<Text<Colour>>,
    /// The colours still in the game.
    colours: Texts<Colour>,
    /// The stones on the cells a1 b1 c1 d1 a2 and so on.
    board: Vec<Option<Stone>>,
    /// How many placing stones each seat has left.
    stones: Vec<PerColour>,
    /// The colours each seat has sold out.
    sold_out: Vec<Texts<Colour>>,
    past_rounds: Vec<PastRound>,
    /// What every line gives as the board stands: rows, columns, then the diagonals from a1 and from d1.
    lines: Vec<Line>,
    /// What each seat would score as the board stands.
    standing: Vec<Standing>,
    scores: Vec<Vec<i16>>,
    totals: Vec<i32>,
    winners: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct Stone {
    owner: u8,
    colour: Text<Colour>,
}

/// A number for each colour.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct PerColour {
    yellow: u8,
    green: u8,
    white: u8,
    red: u8,
    blue: u8,
    grey: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
struct PastRound {
    cell: Text<Cell>,
    active: u8,
    guesser: u8,
    /// The colour that had been hidden.
    hidden: Text<Colour>,
    /// The colours the guesser laid.
    laid: Texts<Colour>,
    /// Whether the hidden colour was among them.
    guessed: bool,
    /// Whose stone was placed.
    placed_by: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct Line {
    kind: Text<LineKind>,
    cells: Vec<Text<Cell>>,
    /// Each seat's points for its stones, without the bonus of a colourful line.
    points: Vec<i16>,
    /// The seat whose colourful line it is.
    colourful: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
struct Standing {
    /// For the stones of all lines.
    lines: i16,
    /// For colourful lines.
    colourful: i16,
    /// For sell-outs.
    sold_out: i16,
    total: i16,
}

/// What is the same in every game.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Reference {
    /// In pack order.
    colours: Vec<Text<Colour>>,
    /// The cells of the board, row by row.
    cells: Vec<Text<Cell>>,
    /// How many rows and columns the board has.
    side: u8,
    /// How many colours a guess has.
    guesses: u8,
    /// How many placing stones of each colour a player has at the start.
    stones: u8,
    /// By what the points of each colour are multiplied.
    weights: PerColour,
}

/// The viewer's own part of a view; the rest is the same for everybody.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Own {
    seat: Option<u8>,
    hidden: Option<Text<Colour>>,
}

impl Show for Irono {
    type View = View;
    type Own = Own;
    type Reference = Reference;

    fn reference() -> Reference {
        Reference {
            colours: Colour::ALL.map(Text).to_vec(),
            cells: Cell::all().iter().map(Text).collect(),
            side: SIDE,
            guesses: LAID,
            stones: PLACING as u8,
            weights: PerColour::of(|colour| weight(colour) as u8),
        }
    }

    fn own(knowledge: &Knowledge) -> Own {
        Own { seat: knowledge.viewer.map(|seat| seat.0), hidden: knowledge.hidden.map(Text) }
    }

    fn view(knowledge: &Knowledge) -> View {
        let Own { seat, hidden } = Irono::own(knowledge);
        let table = &knowledge.table;
        let seats = || Seat::all(SEATS as u8);
        let playing = matches!(table.phase, Phase::Mark | Phase::Hide | Phase::Guess);
        View {
            seat,
            seats: SEATS as u8,
            phase: Text(table.phase),
            round: CELLS.min(table.rounds.len() + 1),
            rounds: CELLS,
            to_act: table.turn().to_act().numbers(),
            active: playing.then_some(table.active.0),
            guesser: playing.then_some(other(table.active).0),
            mark: table.mark.map(Text),
            hidden,
            colours: Texts(table.colours),
            board: Cell::all().iter().map(|cell| table.stone(cell)).map(Stone::of).collect(),
            stones: seats().map(|seat| PerColour::of(|colour| table.stones_left(seat, colour))).collect(),
            sold_out: seats().map(|seat| Texts(table.sold_out(seat))).collect(),
            past_rounds: table
                .rounds()
                .map(|(round, active, placer)| PastRound {
                    cell: Text(round.cell),
                    active: active.0,
                    guesser: other(active).0,
                    hidden: Text(round.hidden),
                    laid: Texts(round.laid.colours()),
                    guessed: round.laid.contains(round.hidden),
                    placed_by: placer.0,
                })
                .collect(),
            lines: (0..LINES).map(|line| Line::of(table, line)).collect(),
            standing: seats().map(|seat| Standing::of(table, seat)).collect(),
            scores: table.sheet.rounds(),
            totals: table.sheet.totals().to_vec(),
            winners: table.winners().numbers(),
        }
    }
}

impl Stone {
    fn of(stone: Option<(Seat, Colour)>) -> Option<Stone> {
        stone.map(|(owner, colour)| Stone { owner: owner.0, colour: Text(colour) })
    }
}

impl PerColour {
    fn of(number: impl Fn(Colour) -> u8) -> PerColour {
        let [yellow, green, white, red, blue, grey] = Colour::ALL.map(number);
        PerColour { yellow, green, white, red, blue, grey }
    }
}

impl Line {
    fn of(table: &Public, line: usize) -> Line {
        let each = table.stones.each_ref().map(|stones| line_points(stones, line));
        Line {
            kind: Text(LineKind::of(line)),
            cells: LINE_CELLS[line].map(Text).to_vec(),
            points: each.iter().map(|points| points.stones).collect(),
            colourful: each.iter().position(|points| points.colourful).map(|seat| seat as u8),
        }
    }
}

impl Standing {
    fn of(table: &Public, seat: Seat) -> Standing {
        let stones = &table.stones[seat.index()];
        let lines: Vec<LinePoints> = (0..LINES).map(|line| line_points(stones, line)).collect();
        Standing {
            lines: lines.iter().map(|line| line.stones).sum(),
            colourful: lines.iter().map(|line| i16::from(line.colourful) * BONUS).sum(),
            sold_out: sell_outs(stones) * BONUS,
            total: points(stones),
        }
    }
}
