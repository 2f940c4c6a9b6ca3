//! Text forms: cards (`1B`, `12K3`), moves (`play 1R 1B`, `koi`), deals and options.

use std::fmt;
use std::str::FromStr;

use cards::Set;
use serde::{Deserialize, Deserializer, Serialize};

use super::card::{Card, GAJI, Kind};
use super::deal::{check_cards, check_draws, is_void};
use super::event::{Part, RoundEnd};
use super::state::{DECK, DRAWS, Deal, Draws, KoiKoi, Move, Options, Phase, ROUNDS, SEATS};
use super::yaku::Yaku;
use crate::text::{Written, card_set, check_hands, display_by_text, number, starter, texts};
use crate::{DealFault, First, Notation, OptionValue, TextFault};

impl Kind {
    pub const fn letter(self) -> char {
        match self {
            Kind::Bright => 'B',
            Kind::Animal => 'A',
            Kind::Ribbon => 'R',
            Kind::Plain => 'K',
        }
    }
}

impl Written for Phase {
    fn text(self) -> &'static str {
        match self {
            Phase::Deal => "deal",
            Phase::Hands => "hands",
            Phase::Play => "play",
            Phase::Take => "take",
            Phase::Decide => "decide",
            Phase::Over => "over",
        }
    }
}

impl Written for Yaku {
    fn text(self) -> &'static str {
        match self {
            Yaku::Kasu => "kasu",
            Yaku::Tane => "tane",
            Yaku::Tan => "tan",
            Yaku::Aotan => "aotan",
            Yaku::Akatan => "akatan",
            Yaku::Inoshikachou => "inoshikachou",
            Yaku::Tsukimi => "tsukimi",
            Yaku::Hanami => "hanami",
            Yaku::Sankou => "sankou",
            Yaku::AmeShikou => "ame-shikou",
            Yaku::Shikou => "shikou",
            Yaku::Gokou => "gokou",
        }
    }
}

impl Written for Part {
    fn text(self) -> &'static str {
        match self {
            Part::Yaku(yaku) => yaku.text(),
            Part::Triad => "triad",
        }
    }
}

impl Written for RoundEnd {
    fn text(self) -> &'static str {
        match self {
            RoundEnd::Stop => "stop",
            RoundEnd::Teshi => "teshi",
            RoundEnd::Kuttsuki => "kuttsuki",
            RoundEnd::BothHands => "both-hands",
            RoundEnd::Draw => "draw",
        }
    }
}

/// Plain cards are numbered within their month, where they come last.
const TEXTS: [[&str; 4]; 12] = [
    texts!("1" ["B" "R" "K1" "K2"]),
    texts!("2" ["A" "R" "K1" "K2"]),
    texts!("3" ["B" "R" "K1" "K2"]),
    texts!("4" ["A" "R" "K1" "K2"]),
    texts!("5" ["A" "R" "K1" "K2"]),
    texts!("6" ["A" "R" "K1" "K2"]),
    texts!("7" ["A" "R" "K1" "K2"]),
    texts!("8" ["B" "A" "K1" "K2"]),
    texts!("9" ["A" "R" "K1" "K2"]),
    texts!("10" ["A" "R" "K1" "K2"]),
    texts!("11" ["B" "A" "R" "K1"]),
    texts!("12" ["B" "K1" "K2" "K3"]),
];

impl Written for Card {
    fn text(self) -> &'static str {
        let index = usize::from(cards::Card::index(self));
        TEXTS[index / 4][index % 4]
    }
}

display_by_text!(Card);

impl FromStr for Card {
    type Err = TextFault;

    fn from_str(text: &str) -> Result<Card, TextFault> {
        let expected =
            "a card: a month from 1 to 12 and a kind that it has, of B A R K1 K2 K3, as in 1B or 12K3";
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let month = number(&text[..digits]).filter(|month| (1..=12).contains(month));
        month
            .and_then(|month| Card::new(month, 0).mates().iter().find(|card| card.to_string() == text))
            .ok_or_else(|| TextFault::new(text, expected))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Keep => f.write_str("keep"),
            Move::Swap => f.write_str("swap"),
            Move::Play(card, on) if card == on => write!(f, "play {card}"),
            Move::Play(card, on) => write!(f, "play {card} {on}"),
            Move::Wild(on) => write!(f, "wild {GAJI} {on}"),
            Move::Take(on) => write!(f, "take {on}"),
            Move::Koi => f.write_str("koi"),
            Move::Stop => f.write_str("stop"),
        }
    }
}

impl FromStr for Move {
    type Err = TextFault;

    fn from_str(text: &str) -> Result<Move, TextFault> {
        match text.split(' ').collect::<Vec<_>>()[..] {
            ["keep"] => Ok(Move::Keep),
            ["swap"] => Ok(Move::Swap),
            ["play", card] => {
                let card = card.parse()?;
                Ok(Move::Play(card, card))
            }
            ["play", card, on] if card != on => Ok(Move::Play(card.parse()?, on.parse()?)),
            ["wild", gaji, on] if gaji.parse() == Ok(GAJI) => Ok(Move::Wild(on.parse()?)),
            ["take", on] => Ok(Move::Take(on.parse()?)),
            ["koi"] => Ok(Move::Koi),
            ["stop"] => Ok(Move::Stop),
            _ => Err(TextFault::new(
                text,
                "keep, swap, koi, stop, or a move as in play 1R, play 1R 1B, wild 11K1 8B, take 3B",
            )),
        }
    }
}

/// A chance step of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DealStep {
    Deal(DealForm),
}

/// A deal, as in a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealForm {
    oya: u8,
    #[serde(default, deserialize_with = "told", skip_serializing_if = "Option::is_none")]
    draws: Option<Vec<[String; 2]>>,
    hands: Vec<Vec<String>>,
    ba: Vec<String>,
    deck: Vec<String>,
    #[serde(default, deserialize_with = "told", skip_serializing_if = "Option::is_none")]
    void: Option<bool>,
}

/// A key that may be left out, but has a value where it stands.
fn told<'de, T: Deserialize<'de>, D: Deserializer<'de>>(form: D) -> Result<Option<T>, D::Error> {
    T::deserialize(form).map(Some)
}

impl Notation for KoiKoi {
    type DealStep = DealStep;

    fn deal_step(&self, deal: &Deal) -> DealStep {
        let draw_texts =
            || deal.draws.iter().map(|(first, second)| [first.to_string(), second.to_string()]).collect();
        DealStep::Deal(DealForm {
            oya: deal.oya.0,
            draws: (!deal.draws.is_empty()).then(draw_texts),
            hands: deal.hands.iter().map(|hand| hand.texts()).collect(),
            ba: deal.ba.texts(),
            deck: deal.deck.iter().map(ToString::to_string).collect(),
            void: is_void(deal).then_some(true),
        })
    }

    fn read_deal(&self, step: &DealStep) -> Result<Deal, DealFault> {
        let DealStep::Deal(form) = step;
        check_hands(form.hands.len(), SEATS as u8)?;
        let mut hands = [Set::EMPTY; SEATS];
        for (hand, texts) in hands.iter_mut().zip(&form.hands) {
            *hand = card_set(texts)?;
        }
        let ba = card_set(&form.ba)?;
        let deck = form.deck.iter().map(|text| text.parse()).collect::<Result<Vec<Card>, TextFault>>()?;
        let found = deck.len();
        let Ok(deck) = deck.try_into() else {
            return Err(DealFault::Cards(format!("found {found} cards in the deck, expected {DECK}")));
        };
        let draws = read_draws(form.draws.as_deref())?;
        let deal = Deal { oya: starter(form.oya, SEATS as u8)?, draws, hands, ba, deck };
        check_cards(&deal)?;
        if !deal.draws.is_empty() {
            if self.public.options.first != First::Random {
                return Err(DealFault::Cards("the first oya is given, so nothing is drawn".into()));
            }
            check_draws(&deal)?;
        }
        match (form.void, is_void(&deal)) {
            (Some(true), false) => {
                Err(DealFault::Cards("the deal says that it is void, but it is not".into()))
            }
            (Some(false), _) => {
                Err(DealFault::Cards("only a void deal has the key void, and says true".into()))
            }
            _ => Ok(deal),
        }
    }
}

fn read_draws(forms: Option<&[[String; 2]]>) -> Result<Draws, DealFault> {
    let Some(forms) = forms else { return Ok(Draws::new()) };
    if !(1..=DRAWS).contains(&forms.len()) {
        return Err(DealFault::Cards(format!("found {} draws, expected 1 to {DRAWS}", forms.len())));
    }
    let mut draws = Draws::new();
    for [first, second] in forms {
        draws.push((first.parse()?, second.parse()?));
    }
    Ok(draws)
}

impl crate::Options for Options {
    const KEYS: &'static [&'static str] =
        &["rounds", "must-capture", "sankou-rain-man", "triad", "gaji", "first"];

    fn meaning(key: &str) -> &'static str {
        match key {
            "rounds" => "How many rounds a game has.",
            "must-capture" => "Whether you must play a card that captures if you hold one.",
            "sankou-rain-man" => "Whether the rain man counts for Sankou.",
            "triad" => "Whether Aotan and Akatan together score 3 extra points.",
            "gaji" => "Whether the lightning card of month 11 is wild.",
            "first" => "Who deals first.",
            _ => "",
        }
    }

    fn choices(key: &str, seats: u8) -> Vec<OptionValue> {
        match key {
            "rounds" => vec![(ROUNDS as u8).into(), 6.into()],
            "must-capture" | "sankou-rain-man" => vec![true.into(), false.into()],
            "triad" | "gaji" => vec![false.into(), true.into()],
            "first" => First::choices("draw", seats),
            _ => Vec::new(),
        }
    }

    fn get(&self, key: &str) -> OptionValue {
        match key {
            "rounds" => self.rounds.into(),
            "must-capture" => self.must_capture.into(),
            "sankou-rain-man" => self.sankou_rain_man.into(),
            "triad" => self.triad.into(),
            "gaji" => self.gaji.into(),
            _ => self.first.value("draw"),
        }
    }

    fn put(&mut self, key: &str, value: &OptionValue) {
        let on = *value == true.into();
        match key {
            "rounds" => self.rounds = if *value == 6.into() { 6 } else { ROUNDS as u8 },
            "must-capture" => self.must_capture = on,
            "sankou-rain-man" => self.sankou_rain_man = on,
            "triad" => self.triad = on,
            "gaji" => self.gaji = on,
            _ => self.first = First::from_value(value),
        }
    }
}
