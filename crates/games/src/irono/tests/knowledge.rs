//! What each player knows, and what is sampled for those who do not know it.

use cards::{Quick, Random, Seat};
use serde_json::{Value, json};

use super::{finish, game, place, play, red_sold_out, view};
use crate::irono::state::Hidden;
use crate::irono::{Cell, Colour, Deal, Event, Irono, Move, Options, Three};
use crate::{Game, Moves, Sample, Show};

/// IO-17
#[test]
fn past_rounds_stay_public() {
    let mut game = game(1);
    play(&mut game, 1, "mark b3");
    play(&mut game, 1, "hide red");
    play(&mut game, 0, "guess white red grey");
    play(&mut game, 0, "mark a1");
    play(&mut game, 0, "hide blue");
    play(&mut game, 1, "guess yellow red grey");
    let red = json!({
        "cell": "b3", "active": 1, "guesser": 0, "hidden": "red", "laid": ["white", "red", "grey"],
        "guessed": true, "placed-by": 0,
    });
    let blue = json!({
        "cell": "a1", "active": 0, "guesser": 1, "hidden": "blue", "laid": ["yellow", "red", "grey"],
        "guessed": false, "placed-by": 0,
    });
    for viewer in [None, Some(0), Some(1)] {
        assert_eq!(view(&game, viewer)["past-rounds"], json!([red, blue]));
        assert_eq!(view(&game, viewer)["hidden"], Value::Null, "shown, it is no longer hidden");
    }
}

/// IO-17: whatever colour is hidden, the others are shown and told the same.
#[test]
fn nobody_else_can_tell_the_hidden_colour() {
    let mut random = Quick::new(17);
    let mut moves = Moves::new();
    let mut compared = 0;
    for number in 0..50 {
        let mut game = game(number % 2);
        while let Some(seat) = game.to_act().first() {
            game.legal(seat, &mut moves);
            if matches!(moves[0], Move::Hide(_)) {
                let twins: Vec<(Irono, Vec<Event>)> = moves
                    .iter()
                    .map(|&hide| {
                        let (mut twin, mut events) = (game, Vec::new());
                        twin.play(seat, hide, &mut events).unwrap();
                        (twin, events)
                    })
                    .collect();
                assert!(twins.iter().all(|(twin, events)| {
                    compared += 1;
                    *events == twins[0].1 && seen_by_others(twin, seat) == seen_by_others(&twins[0].0, seat)
                }));
                let own: Vec<Value> = twins.iter().map(|(twin, _)| view(twin, Some(seat.0))).collect();
                assert!(own.iter().all(|view| own.iter().filter(|other| *other == view).count() == 1));
            }
            game.play(seat, random.pick(&moves), &mut ()).unwrap();
        }
    }
    assert!(compared > 50 * 16 * 3);
}

/// All that leaves the rules towards the active seat's opponent and a spectator: knowledge, views as bytes, the legal
/// moves and the refusal of every other move that there is.
fn seen_by_others(game: &Irono, active: Seat) -> String {
    let opponent = Seat(1 - active.0);
    let mut seen = String::new();
    for viewer in [None, Some(opponent)] {
        let knowledge = game.knows(viewer);
        seen += &format!("{knowledge:?} {}", serde_json::to_string(&Irono::view(&knowledge)).unwrap());
    }
    let mut moves = Moves::new();
    game.legal(opponent, &mut moves);
    seen += &format!("{moves:?} {:?}", game.turn());
    let all = (Cell::all().iter().map(Move::Mark))
        .chain(Colour::ALL.map(Move::Hide))
        .chain(Three::all_of(Colour::all()).iter().copied().map(Move::Guess));
    for chosen in all.filter(|chosen| !moves.contains(chosen)) {
        seen += &format!("{:?}", { *game }.play(opponent, chosen, &mut ()).unwrap_err());
    }
    seen
}

/// IO-17: all that is certain of the hidden colour is that it is in the game.
#[test]
fn samples_hide_every_colour_in_the_game_and_no_other() {
    let mut game = red_sold_out();
    play(&mut game, 1, "mark a4");
    play(&mut game, 1, "hide blue");
    let mut random = Quick::new(3);
    let mut sampled = |viewer| -> Vec<u32> {
        let mut counts = vec![0; 6];
        for _ in 0..5_000 {
            let sample = Irono::sample(&game.knows(viewer), &mut random);
            counts[sample.hidden.colour.unwrap() as usize] += 1;
        }
        counts
    };
    assert_eq!(sampled(Some(Seat(1))), [0, 0, 0, 0, 5_000, 0], "they know their own colour");
    for viewer in [None, Some(Seat(0))] {
        let counts = sampled(viewer);
        assert_eq!(counts[Colour::Red as usize], 0);
        assert!(counts.iter().filter(|&&count| (850..1150).contains(&count)).count() == 5, "{counts:?}");
    }
}

#[test]
fn a_story_lasts_from_the_deal_to_the_end() {
    let mut game = Irono::new(2, Options::default());
    assert!(game.story().is_none());
    game.deal(&Deal { first: Seat(1) }, &mut ()).unwrap();
    assert_eq!(game.story().unwrap().moves, []);
    place(&mut game, 0, "b3", "red");
    play(&mut game, 0, "mark c3");
    play(&mut game, 0, "hide grey");
    let story = game.story().unwrap();
    assert_eq!(story.deal, Deal { first: Seat(1) });
    let moves: Vec<String> = story.moves.iter().map(|(seat, chosen)| format!("{seat} {chosen}")).collect();
    assert_eq!(moves, ["1 mark b3", "1 hide red", "0 guess yellow green red", "0 mark c3", "0 hide grey"]);
    finish(&mut game, &mut Quick::new(1));
    assert!(game.story().is_none());
    assert_eq!(game.hidden, Hidden::NOTHING);
}
