//! What a game can be played with, for those who let people choose.

use games::{Game, Options};
use serde_json::{Value, json};

use crate::{GameId, for_game};

/// A game's id, title, numbers of seats, and its options with their values, the default first.
pub fn describe(id: GameId) -> Value {
    let options: Vec<Value> = for_game!(id, G => {
        type O = <G as Game>::Options;
        let choices = |key: &&str| json!({ "key": key, "choices": O::choices(key, id.usual_seats()) });
        O::KEYS.iter().map(choices).collect()
    });
    json!({
        "game": id.id(),
        "title": id.title(),
        "seats": id.seats().collect::<Vec<u8>>(),
        "usual_seats": id.usual_seats(),
        "options": options,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_described_with_its_defaults_first() {
        let koi_koi = describe(GameId::KoiKoi);
        assert_eq!(koi_koi["seats"], json!([2]));
        assert_eq!(koi_koi["options"][0], json!({ "key": "rounds", "choices": [12, 6] }));
        for id in GameId::ALL {
            assert!(describe(id)["options"].as_array().is_some_and(|options| !options.is_empty()), "{id}");
        }
    }
}
