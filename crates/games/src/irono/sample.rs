//! Samples what a viewer cannot see: the hidden colour, while there is one.
//!
//! Nothing about it is certain except that it is still in the game (`IO-6`).

use cards::{Random, Seat, Set};

use super::card::{COLOURS, Colour};
use super::state::{Deal, Hidden, Irono, Move, Phase, other};
use super::view::Knowledge;
use crate::{Game, Sample, Story};

impl Sample for Irono {
    fn sample(knowledge: &Knowledge, random: &mut impl Random) -> Irono {
        let table = knowledge.table;
        let colour = match table.phase {
            Phase::Guess => knowledge.hidden.or_else(|| Some(one_of(table.colours, random))),
            Phase::Deal | Phase::Mark | Phase::Hide | Phase::Over => None,
        };
        Irono { public: table, hidden: Hidden { colour } }
    }

    fn story(&self) -> Option<Story<Irono>> {
        let table = &self.public;
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
        moves.extend(self.hidden.colour.map(|colour| (table.active, Move::Hide(colour))));
        Some(Story {
            opening: Irono::new(self.seats(), table.options),
            deal: Deal { first: table.first },
            moves,
        })
    }
}

fn one_of(colours: Set<Colour>, random: &mut impl Random) -> Colour {
    let colours: cards::List<Colour, COLOURS> = colours.iter().collect();
    random.pick(&colours)
}
