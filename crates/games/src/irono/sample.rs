//! Inventing what a viewer cannot see: the hidden colour, while there is one.
//!
//! Nothing about it is certain except that it is still in the game (`IO-6`).

use cards::{Random, Seat, Set};

use super::card::{COLOURS, Colour};
use super::state::{Deal, Hidden, Irono, Move, Phase, other};
use super::view::Knowledge;
use crate::{Game, Story};

/// A full state in which the viewer would know just this.
pub(super) fn sample(knowledge: &Knowledge, random: &mut impl Random) -> Irono {
    let table = knowledge.table;
    let colour = match table.phase {
        Phase::Guess => knowledge.hidden.or_else(|| Some(one_of(table.colours, random))),
        Phase::Deal | Phase::Mark | Phase::Hide | Phase::Over => None,
    };
    Irono { public: table, hidden: Hidden { colour } }
}

fn one_of(colours: Set<Colour>, random: &mut impl Random) -> Colour {
    let colours: cards::List<Colour, COLOURS> = colours.iter().collect();
    random.pick(&colours)
}

/// How the game under way came about.
pub(super) fn story(game: &Irono) -> Option<Story<Irono>> {
    let table = &game.public;
    if matches!(table.phase, Phase::Deal | Phase::Over) {
        return None;
    }
    let mut moves: Vec<(Seat, Move)> = Vec::new();
    for (round, active, _) in table.rounds() {
        moves.push((active, Move::Mark(round.cell)));
        moves.push((active, Move::Hide(round.hidden)));
        moves.push((other(active), Move::Guess(round.laid)));
    }
    moves.extend(table.mark.map(|cell| (table.active, Move::Mark(cell))));
    moves.extend(game.hidden.colour.map(|colour| (table.active, Move::Hide(colour))));
    Some(Story { opening: Irono::new(game.seats(), table.options), deal: Deal { first: table.first }, moves })
}
