//! What a game can be played with, for those who let people choose.

use std::collections::BTreeMap;

use games::{About, Difficulty, OptionValue, Options};
use serde::Serialize;
use ts_rs::TS;

use crate::{GameId, for_game};

/// A game and its options.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct GameInfo {
    /// The id in records, requests and on the command line.
    pub game: &'static str,
    pub title: &'static str,
    /// The title in its own script.
    pub native_title: &'static str,
    /// The numbers of players that the rules allow.
    pub seats: Vec<u8>,
    /// The number of players that the game is best known with.
    pub usual_seats: u8,
    /// How long a quick game takes.
    pub minutes: u8,
    pub difficulty: Difficulty,
    /// Options that make a first game short and easy; all others keep their defaults.
    pub quick: BTreeMap<&'static str, OptionValue>,
    pub options: Vec<OptionInfo>,
}

/// An option of a game.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct OptionInfo {
    pub key: &'static str,
    /// The values it can have with the usual number of players, the default first.
    pub choices: Vec<OptionValue>,
    /// The same for each number of players that the rules allow.
    pub choices_by_seats: BTreeMap<u8, Vec<OptionValue>>,
    pub default: OptionValue,
    /// What the option decides, in one English sentence.
    pub meaning: &'static str,
}

impl GameInfo {
    pub fn of(game: GameId) -> GameInfo {
        for_game!(game, G => of::<G>())
    }
}

fn of<G: About>() -> GameInfo {
    let option = |key: &&'static str| OptionInfo {
        key,
        choices: G::Options::choices(key, G::USUAL_SEATS),
        choices_by_seats: G::SEATS.map(|seats| (seats, G::Options::choices(key, seats))).collect(),
        default: G::Options::default().get(key),
        meaning: G::Options::meaning(key),
    };
    GameInfo {
        game: G::ID,
        title: G::TITLE,
        native_title: G::NATIVE_TITLE,
        seats: G::SEATS.collect(),
        usual_seats: G::USUAL_SEATS,
        minutes: G::MINUTES,
        difficulty: G::DIFFICULTY,
        quick: G::quick().into_iter().collect(),
        options: G::Options::KEYS.iter().map(option).collect(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_game_is_described_with_the_meaning_of_its_options() {
        let koi_koi = serde_json::to_value(GameInfo::of(GameId::KoiKoi)).expect("it serialises");
        assert_eq!(koi_koi["native_title"], "花札");
        assert_eq!(koi_koi["seats"], json!([2]));
        assert_eq!(koi_koi["quick"], json!({ "rounds": 6 }));
        assert_eq!(
            koi_koi["options"][0],
            json!({
                "key": "rounds", "choices": [12, 6], "choices_by_seats": { "2": [12, 6] }, "default": 12,
                "meaning": "How many rounds a game has.",
            })
        );
    }

    #[test]
    fn choices_depend_on_the_number_of_seats() {
        let info = GameInfo::of(GameId::WildRawz);
        let hand = info.options.iter().find(|option| option.key == "hand").expect("Wild Rawz has it");
        assert_eq!(hand.choices_by_seats[&3], [11.into()]);
        assert_eq!(hand.choices_by_seats[&4], [11.into(), 12.into()]);
        assert_eq!(hand.choices, hand.choices_by_seats[&info.usual_seats]);
    }

    #[test]
    fn every_option_has_a_meaning_and_its_default_first() {
        for game in GameId::ALL {
            let info = GameInfo::of(game);
            assert!(info.seats.contains(&info.usual_seats), "{game}");
            for option in &info.options {
                assert!(option.meaning.ends_with('.'), "{game}: {} has no meaning", option.key);
                assert_eq!(option.choices.first(), Some(&option.default), "{game}: {}", option.key);
                assert!(option.choices_by_seats.keys().eq(&info.seats), "{game}: {}", option.key);
                for choices in option.choices_by_seats.values() {
                    assert_eq!(choices.first(), Some(&option.default), "{game}: {}", option.key);
                }
            }
            for (key, value) in &info.quick {
                let option = info.options.iter().find(|option| option.key == *key);
                assert!(option.is_some_and(|option| option.choices.contains(value)), "{game}: {key} {value}");
            }
        }
    }
}
