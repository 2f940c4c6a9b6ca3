//! Drawing a deal, and checking one that is given (`KK-2`, `KK-3`, `KK-6`).

use cards::{Random, Seat, Set};

use super::card::{Card, PACK, PACK_SIZE, is_lucky};
use super::state::{DECK, DRAWS, Deal, Draws, HAND, Public, SEATS, opponent};
use crate::DealFault;

/// Shuffles and deals, in packets of four: opponent, oya, ba, and the same again (`KK-3`). If the oya is not
/// known yet, the players draw for it first.
pub(super) fn draw(table: &Public, random: &mut impl Random) -> Deal {
    let mut draws = Draws::new();
    let mut oya = table.oya;
    if table.known_oya().is_none() {
        draws = draw_for_oya(random);
        oya = earlier_month(&draws);
    }
    let mut cards = pack();
    random.shuffle(&mut cards);
    let packet = |from: usize| cards[from..from + 4].iter().copied().collect::<Set<Card>>();
    let mut hands = [Set::EMPTY; SEATS];
    hands[opponent(oya).index()] = packet(0) | packet(12);
    hands[oya.index()] = packet(4) | packet(16);
    let mut deck = [Card::default(); DECK];
    deck.copy_from_slice(&cards[24..]);
    Deal { oya, draws, hands, ba: packet(8) | packet(20), deck }
}

/// Whether a deal is void (`KK-6`). It does not depend on whether hands are swapped.
pub(super) fn is_void(deal: &Deal) -> bool {
    !deal.hands.into_iter().any(is_lucky) && is_lucky(deal.ba)
}

/// All cards in pack order.
fn pack() -> [Card; PACK_SIZE as usize] {
    std::array::from_fn(|index| cards::Card::from_index(index as u8))
}

/// Both draw a card, again as long as the months are equal (`KK-2`). If a deal has no room for more draws, seat 1 gets the
/// same card of the next month in the last one.
fn draw_for_oya(random: &mut impl Random) -> Draws {
    let pack = pack();
    let size = u32::from(PACK_SIZE);
    let mut draws = Draws::new();
    loop {
        let first = random.below(size);
        let second = random.below(size - 1);
        let second = if second >= first { second + 1 } else { second };
        let differ = first / 4 != second / 4;
        let last = draws.len() + 1 == DRAWS;
        let second = if last && !differ { (second + 4) % size } else { second };
        draws.push((pack[first as usize], pack[second as usize]));
        if differ || last {
            return draws;
        }
    }
}

/// The seat that drew the earlier month at last.
fn earlier_month(draws: &Draws) -> Seat {
    match draws.last() {
        Some((first, second)) if second.month() < first.month() => Seat(1),
        _ => Seat(0),
    }
}

/// Whether the deal names the right oya, and has draws exactly when the oya is not known yet.
pub(super) fn check_oya(deal: &Deal, oya: Option<Seat>) -> Result<(), DealFault> {
    match (oya, deal.draws.is_empty()) {
        (None, false) => check_draws(deal),
        (None, true) => Err(DealFault::Cards("the first deal must tell the draws for the oya".into())),
        (Some(_), false) => Err(DealFault::Cards("only the first deal tells draws for the oya".into())),
        (Some(oya), true) if deal.oya != oya => Err(DealFault::Starter { expected: oya, found: deal.oya }),
        (Some(_), true) => Ok(()),
    }
}

/// Whether the draws end with the first unequal months, the earlier one at the oya's seat (`KK-2`).
pub(super) fn check_draws(deal: &Deal) -> Result<(), DealFault> {
    let fault = |text: String| Err(DealFault::Cards(text));
    for (at, (first, second)) in deal.draws.iter().enumerate() {
        if first == second {
            return fault(format!("both seats drew {first}"));
        }
        let last = at + 1 == deal.draws.len();
        match first.month() == second.month() {
            true if last => return fault(format!("{first} and {second} do not decide who is oya")),
            false if !last => return fault(format!("after {first} and {second} nothing more is drawn")),
            _ => {}
        }
    }
    let oya = earlier_month(&deal.draws);
    if deal.oya == oya { Ok(()) } else { Err(DealFault::Starter { expected: oya, found: deal.oya }) }
}

/// Whether a deal's cards are the pack's, eight to each hand and to the ba (`KK-3`).
pub(super) fn check_cards(deal: &Deal) -> Result<(), DealFault> {
    let [first, second] = deal.hands;
    let open = first | second | deal.ba;
    let deck: Set<Card> = deal.deck.iter().copied().collect();
    let right_counts = first.len() == HAND && second.len() == HAND && deal.ba.len() == HAND;
    if right_counts && open | deck == PACK {
        Ok(())
    } else {
        Err(DealFault::Cards(
            "a deal gives eight cards to each hand and to the ba and 24 to the deck, each card once".into(),
        ))
    }
}
