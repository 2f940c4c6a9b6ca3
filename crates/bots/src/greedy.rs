//! `greedy`: what a beginner plays who has understood the rules. It looks at the cards on the table and in the hand,
//! not at what others may hold or do next. A few lines for each game; a higher number is a better move.

use cards::Set;
use games::{iroha, iyadosu, koi_koi, wild_rawz};

/// Takes a trick that brings points, as cheaply as possible; else throws its highest card away. Every card that is
/// still to come is taken to cost two points, and a high card to keep the trick more often than a low one. High cards
/// are passed on, since they win tricks that nobody wants.
pub fn iroha(knowledge: &iroha::Knowledge, moves: &[iroha::Move], rates: &mut [f32]) {
    let Some(seat) = knowledge.viewer() else { return };
    let (captured, trick, follow) = (knowledge.captured(seat), knowledge.trick(), knowledge.follow());
    let (best, _) = knowledge.best();
    let to_come = f32::from(knowledge.seats() - trick.len().min(knowledge.seats() - 1) - 1);
    for (rate, chosen) in rates.iter_mut().zip(moves) {
        *rate = match chosen.choice() {
            iroha::Choice::Pass(one, other) => f32::from(one.rank() + other.rank()),
            iroha::Choice::Play(card) => {
                let gain = iroha::points(captured | trick | Set::one(card)) - iroha::points(captured);
                let height = f32::from(card.rank()) / f32::from(2 * knowledge.seats());
                let leads = !follow.contains(card) || (card.suit().contains(best) && card > best);
                let wins = match leads {
                    true if to_come == 0.0 => 1.0,
                    true => height,
                    false => 0.0,
                };
                wins * (f32::from(gain) - 2.0 * to_come - height) + (1.0 - wins) * height
            }
        };
    }
}

/// Declares three tricks or so, refuses when the trick is wanted by somebody else, and wins with high cards while
/// tricks are missing.
pub fn iyadosu(knowledge: &iyadosu::Knowledge, moves: &[iyadosu::Move], rates: &mut [f32]) {
    let Some(seat) = knowledge.viewer() else { return };
    let (best, _) = knowledge.best();
    let missing = knowledge.declared()[seat.index()] > knowledge.won()[seat.index()];
    let opens = knowledge.follow().is_empty();
    for (rate, &chosen) in rates.iter_mut().zip(moves) {
        let (card, refused) = match chosen {
            iyadosu::Move::Split(number) => {
                *rate = -(f32::from(number) - 2.5).abs();
                continue;
            }
            iyadosu::Move::Play(card) => (card, false),
            iyadosu::Move::Refuse(card) => (card, true),
        };
        let wins = opens || card.beats(best);
        let height = 0.1 * f32::from(card.rank());
        let trick = match (wins, missing) {
            (true, true) => 1.0 + height,
            (true, false) => -1.0 - height,
            // The highest card that does not win is the one to be rid of, or the lowest if tricks are wanted.
            (false, false) => height,
            (false, true) => -height,
        };
        // Cards to refuse with have to go, or they eliminate their holder.
        *rate = trick + if refused { 2.0 } else { 0.0 };
    }
}

/// Wins while wins are missing, ducks otherwise, and leaves with a card that costs nothing or meets the target.
pub fn wild_rawz(knowledge: &wild_rawz::Knowledge, moves: &[wild_rawz::Move], rates: &mut [f32]) {
    let Some(seat) = knowledge.viewer() else { return };
    let missing = i32::from(knowledge.missing(seat));
    for (rate, &chosen) in rates.iter_mut().zip(moves) {
        *rate = match chosen {
            wild_rawz::Move::Take(card) => f32::from(card.value()),
            wild_rawz::Move::Play(card) => {
                let height = 0.1 * f32::from(card.value());
                match (knowledge.would_win(card), missing > 0) {
                    (true, true) => 1.0 + height,
                    (true, false) => -1.0 - height,
                    (false, true) => -height,
                    (false, false) => height,
                }
            }
            wild_rawz::Move::Leave(card) => match i32::from(card.value()) {
                0 => 3.0,
                number if number == missing => 2.0,
                number if number < missing => 1.0 - 0.5 * number as f32,
                _ => -3.0,
            },
        };
    }
}

/// Captures the finest cards, lays the plainest, and plays on only with a cheap yaku early in the round.
pub fn koi_koi(knowledge: &koi_koi::Knowledge, moves: &[koi_koi::Move], rates: &mut [f32]) {
    // The sake cup makes a yaku with two of the brights; the animals and ribbons of some months make one together.
    let worth = |card: koi_koi::Card| match (card.kind(), card.month()) {
        (koi_koi::Kind::Bright, _) | (koi_koi::Kind::Animal, 9) => 6.0,
        (koi_koi::Kind::Animal, 6 | 7 | 10) => 4.0,
        (koi_koi::Kind::Ribbon, 1..=3 | 6 | 9 | 10) => 4.0,
        (koi_koi::Kind::Animal | koi_koi::Kind::Ribbon, _) => 2.0,
        (koi_koi::Kind::Plain, _) => 1.0,
    };
    let Some(seat) = knowledge.viewer() else { return };
    let early = knowledge.stop(seat).0 < 7 && knowledge.hand_size(seat) >= 3;
    for (rate, &chosen) in rates.iter_mut().zip(moves) {
        *rate = match chosen {
            koi_koi::Move::Play(card, on) if on != card => worth(card) + worth(on),
            koi_koi::Move::Play(card, _) => {
                let taken: f32 = (knowledge.ba() & card.mates()).iter().map(worth).sum();
                if taken > 0.0 { worth(card) + taken } else { -worth(card) }
            }
            koi_koi::Move::Wild(on) => worth(on),
            koi_koi::Move::Take(card) => worth(card),
            koi_koi::Move::Stop => 1.0,
            koi_koi::Move::Koi if early => 2.0,
            koi_koi::Move::Koi | koi_koi::Move::Keep | koi_koi::Move::Swap => 0.0,
        };
    }
}
