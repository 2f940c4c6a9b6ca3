//! The rules of a round, the text forms, and the helpers of all tests.

use cards::{Quick, Random, Seat, Seats, Set};
use serde_json::{Value, json};

use super::{Cell, Colour, Deal, DealStep, Event, Illegal, Irono, Move, Options, Three};
use crate::{DealFault, First, Game, Moves, Notation, PlayError, Show, Texts, Turn, Written};

mod knowledge;
mod scoring;

/// A game that awaits its first mark, from this seat.
fn game(first: u8) -> Irono {
    let mut game = Irono::new(2, Options { first: First::Seat(Seat(first)) });
    game.deal(&Deal { first: Seat(first) }, &mut ()).unwrap();
    game
}

fn play(game: &mut Irono, seat: u8, text: &str) -> Vec<Event> {
    let mut events = Vec::new();
    game.play(Seat(seat), text.parse().unwrap(), &mut events).unwrap_or_else(|why| panic!("{text}: {why}"));
    events
}

fn refused(game: &Irono, seat: u8, text: &str) -> PlayError<Illegal> {
    let mut after = *game;
    let refusal = after.play(Seat(seat), text.parse().unwrap(), &mut ()).unwrap_err();
    assert_eq!(after, *game, "a refused move changes nothing");
    refusal
}

fn legal(game: &Irono, seat: u8) -> Vec<String> {
    let mut moves = Moves::new();
    game.legal(Seat(seat), &mut moves);
    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

fn view(game: &Irono, seat: Option<u8>) -> Value {
    serde_json::to_value(Irono::view(&game.knows(seat.map(Seat)))).unwrap()
}

fn active(game: &Irono) -> u8 {
    game.to_act().first().unwrap().0
}

/// Plays a round in which `owner` puts a stone of this colour on the cell, by guessing right or by not being guessed,
/// and hands back what the guess led to.
fn place(game: &mut Irono, owner: u8, cell: &str, colour: &str) -> Vec<Event> {
    let active = active(game);
    play(game, active, &format!("mark {cell}"));
    play(game, active, &format!("hide {colour}"));
    let hidden: Colour = colour.parse().unwrap();
    let mut guesses = Three::all_of(game.public.colours).iter();
    let laid =
        guesses.find(|laid| laid.contains(hidden) == (owner != active)).expect("such a guess is possible");
    play(game, 1 - active, &Move::Guess(*laid).to_string())
}

/// Places stones told like `a1 yellow, b1 green` for one seat.
fn place_all(game: &mut Irono, owner: u8, stones: &str) {
    for stone in stones.split(", ") {
        let (cell, colour) = stone.split_once(' ').unwrap();
        place(game, owner, cell, colour);
    }
}

/// Plays random moves to the end.
fn finish(game: &mut Irono, random: &mut Quick) {
    let mut moves = Moves::new();
    while let Some(seat) = game.to_act().first() {
        game.legal(seat, &mut moves);
        game.play(seat, random.pick(&moves), &mut ()).unwrap();
    }
}

/// IO-1
#[test]
fn the_board_has_four_columns_and_four_rows() {
    assert_eq!(
        Cell::all().texts().join(" "),
        "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4",
        "left to right, top to bottom"
    );
    let cell: Cell = "b3".parse().unwrap();
    assert_eq!((cell.column(), cell.row()), (1, 2));
    let mut game = game(0);
    place(&mut game, 1, "b3", "red");
    let board = &view(&game, None)["board"];
    assert_eq!(board.as_array().unwrap().len(), 16);
    assert_eq!(board[9], json!({"owner": 1, "colour": "red"}), "the tenth cell");
    assert_eq!(board[6], Value::Null, "c2 is its mirror");
}

/// IO-2
#[test]
fn there_are_six_colours() {
    let colours = ["yellow", "green", "white", "red", "blue", "grey"];
    assert_eq!(Colour::all().texts(), colours);
    assert_eq!(view(&game(0), None)["colours"], json!(colours));
    assert_eq!("gray".parse::<Colour>().unwrap_err().found, "gray");
}

/// IO-3
#[test]
fn each_player_has_four_placing_stones_of_every_colour() {
    let mut game = game(0);
    let all = json!({"yellow": 4, "green": 4, "white": 4, "red": 4, "blue": 4, "grey": 4});
    assert_eq!(view(&game, None)["stones"], json!([all, all]));
    place(&mut game, 1, "a1", "red");
    place(&mut game, 1, "a2", "red");
    place(&mut game, 0, "a3", "red");
    let shown = view(&game, None);
    assert_eq!((&shown["stones"][0]["red"], &shown["stones"][1]["red"]), (&json!(3), &json!(2)));
    assert_eq!((&shown["board"][4]["owner"], &shown["board"][8]["owner"]), (&json!(1), &json!(0)));
}

/// IO-4
#[test]
fn the_active_role_alternates_for_sixteen_rounds() {
    for first in 0..2 {
        let mut game = game(first);
        let mut actives = Vec::new();
        for (number, cell) in Cell::all().iter().enumerate() {
            assert_eq!((game.turn(), game.rounds()), (Turn::Move(Seats::one(Seat(active(&game)))), 0));
            assert_eq!(view(&game, None)["round"], json!(number + 1));
            actives.push(active(&game));
            assert_eq!(view(&game, None)["active"], json!(active(&game)));
            // No seat gets more than two stones of a colour, so nothing is sold out.
            let owner = (number / 6) as u8 % 2;
            place(&mut game, owner, &cell.to_string(), Colour::ALL[number % 6].text());
        }
        assert_eq!(actives, [first, 1 - first].repeat(8));
        assert_eq!((game.turn(), game.rounds(), game.score(0).len()), (Turn::Over, 1, 2));
        assert_eq!(view(&game, None)["active"], Value::Null);
    }
}

/// IO-4
#[test]
fn the_first_active_player_is_drawn_at_random() {
    let game = Irono::new(2, Options::default());
    assert_eq!(game.turn(), Turn::Deal);
    let mut random = Quick::new(1);
    let drawn: Seats = (0..50).map(|_| game.draw(&mut random).first).collect();
    assert_eq!(drawn, Seats::all(2));
    for first in drawn.iter() {
        let mut game = game;
        let mut events = Vec::new();
        game.deal(&Deal { first }, &mut events).unwrap();
        assert_eq!(events, [Event::Dealt { first: first.0 }]);
        assert_eq!(game.turn(), Turn::Move(Seats::one(first)));
        assert_eq!(game.deal(&Deal { first }, &mut ()), Err(DealFault::NotAwaited));
    }
    let beyond = { game }.deal(&Deal { first: Seat(2) }, &mut ());
    assert!(matches!(beyond, Err(DealFault::Cards(_))), "{beyond:?}");
}

/// IO-4
#[test]
fn an_option_fixes_the_first_active_player() {
    struct NoChance;
    impl Random for NoChance {
        fn word(&mut self) -> u32 {
            panic!("nothing is to be drawn");
        }
    }
    let mut game = Irono::new(2, Options { first: First::Seat(Seat(1)) });
    assert_eq!(game.draw(&mut NoChance), Deal { first: Seat(1) });
    let fault = DealFault::Starter { expected: Seat(1), found: Seat(0) };
    assert_eq!(game.deal(&Deal { first: Seat(0) }, &mut ()), Err(fault));
    assert_eq!(game.turn(), Turn::Deal);
}

/// IO-5
#[test]
fn the_active_player_marks_any_empty_cell_openly() {
    let mut game = game(0);
    assert_eq!((legal(&game, 0).len(), legal(&game, 1).len()), (16, 0));
    place(&mut game, 0, "b3", "red");
    assert_eq!(legal(&game, 1).len(), 15);
    assert!(!legal(&game, 1).contains(&"mark b3".to_owned()));
    let refusal = refused(&game, 1, "mark b3");
    let PlayError::Illegal(Illegal::Filled { cell, empty }) = refusal else { panic!("{refusal:?}") };
    assert_eq!((cell.to_string(), empty.0.len()), ("b3".into(), 15));
    assert!(matches!(refused(&game, 0, "mark a1"), PlayError::NotToAct { seat: Seat(0), .. }));
    assert_eq!(refused(&game, 1, "hide red"), PlayError::Illegal(Illegal::MustMark {}));
    assert_eq!(play(&mut game, 1, "mark c4"), [Event::Marked { seat: 1, cell: "c4".into() }]);
    for viewer in [None, Some(0), Some(1)] {
        assert_eq!(view(&game, viewer)["mark"], "c4");
    }
}

/// IO-6
#[test]
fn the_active_player_takes_a_colour_secretly() {
    let mut game = game(1);
    play(&mut game, 1, "mark a1");
    assert_eq!(
        legal(&game, 1),
        ["hide blue", "hide green", "hide grey", "hide red", "hide white", "hide yellow"]
    );
    assert_eq!(legal(&game, 0), [""; 0]);
    assert_eq!(refused(&game, 1, "mark a2"), PlayError::Illegal(Illegal::MustHide {}));
    assert_eq!(play(&mut game, 1, "hide grey"), [Event::Hidden { seat: 1 }]);
    assert_eq!(view(&game, Some(1))["hidden"], "grey");
    assert_eq!(view(&game, Some(0))["hidden"], Value::Null);
    assert_eq!(view(&game, None)["hidden"], Value::Null);
    assert_eq!(view(&game, Some(9)), view(&game, None), "who has no seat is a spectator");
}

/// IO-7
#[test]
fn the_other_player_lays_exactly_three_different_colours() {
    let mut game = game(0);
    play(&mut game, 0, "mark a1");
    play(&mut game, 0, "hide red");
    assert_eq!((legal(&game, 1).len(), legal(&game, 0).len()), (20, 0));
    assert!(legal(&game, 1).contains(&"guess yellow red grey".to_owned()));
    assert_eq!(refused(&game, 1, "hide red"), PlayError::Illegal(Illegal::MustGuess {}));
    assert!(matches!(refused(&game, 0, "guess yellow red grey"), PlayError::NotToAct { .. }));
    for text in [
        "guess",
        "guess red",
        "guess red blue",
        "guess green white red blue",
        "guess red red blue",
        "guess blue red grey",
        "guess grey blue red",
    ] {
        assert!(text.parse::<Move>().is_err(), "{text}");
    }
    let fault = "guess grey blue red".parse::<Move>().unwrap_err();
    assert_eq!(fault.expected, "three different colours in the order yellow green white red blue grey");
    let events = play(&mut game, 1, "guess yellow green grey");
    assert_eq!(events[0], Event::Guessed { seat: 1, colours: "yellow green grey".into() });
}

/// IO-8
#[test]
fn the_guesser_places_if_right_and_the_active_player_if_not() {
    let mut game = game(0);
    play(&mut game, 0, "mark b3");
    play(&mut game, 0, "hide red");
    let events = play(&mut game, 1, "guess white red grey");
    let told = [
        Event::Revealed { seat: 0, colour: "red".into(), guessed: true },
        Event::Placed { seat: 1, cell: "b3".into(), colour: "red".into() },
    ];
    assert_eq!(events[1..], told);
    play(&mut game, 1, "mark c3");
    play(&mut game, 1, "hide blue");
    let events = play(&mut game, 0, "guess white red grey");
    let told = [
        Event::Revealed { seat: 1, colour: "blue".into(), guessed: false },
        Event::Placed { seat: 1, cell: "c3".into(), colour: "blue".into() },
    ];
    assert_eq!(events[1..], told);
    let board = &view(&game, None)["board"];
    assert_eq!(board[9], json!({"owner": 1, "colour": "red"}));
    assert_eq!(board[10], json!({"owner": 1, "colour": "blue"}));
    assert_eq!(board.as_array().unwrap().iter().filter(|stone| !stone.is_null()).count(), 2);
}

/// A game in which seat 1 has sold out red and seat 0 has one red stone, at d4. Seat 1 is active.
fn red_sold_out() -> Irono {
    let mut game = game(0);
    place_all(&mut game, 0, "d4 red");
    place_all(&mut game, 1, "a1 red, b1 red, c1 red");
    assert!(legal_after_mark(game, "a4").contains(&"hide red".to_owned()), "three stones sell nothing out");
    let events = place(&mut game, 1, "d1", "red");
    assert_eq!(events.last(), Some(&Event::SoldOut { seat: 1, colour: "red".into() }));
    game
}

fn legal_after_mark(mut game: Irono, cell: &str) -> Vec<String> {
    let active = active(&game);
    play(&mut game, active, &format!("mark {cell}"));
    legal(&game, active)
}

/// IO-9
#[test]
fn a_sold_out_colour_can_neither_be_hidden_nor_laid() {
    let mut game = red_sold_out();
    play(&mut game, 1, "mark a4");
    assert_eq!(legal(&game, 1), ["hide blue", "hide green", "hide grey", "hide white", "hide yellow"]);
    assert_eq!(
        refused(&game, 1, "hide red").to_string(),
        "sold out: red; colours still in the game: yellow green white blue grey"
    );
    play(&mut game, 1, "hide blue");
    assert_eq!(legal(&game, 0).len(), 10);
    assert!(legal(&game, 0).iter().all(|text| !text.contains("red")));
    let left = Colour::all() - Set::one(Colour::Red);
    let why = Illegal::SoldOut { colours: "red".into(), left: Texts(left) };
    assert_eq!(refused(&game, 0, "guess red blue grey"), PlayError::Illegal(why));
}

/// IO-9
#[test]
fn a_sell_out_boxes_the_opponents_stones_and_leaves_the_board_as_it_is() {
    let shown = view(&red_sold_out(), None);
    assert_eq!((&shown["stones"][0]["red"], &shown["stones"][1]["red"]), (&json!(0), &json!(0)));
    assert_eq!(shown["stones"][0]["blue"], 4);
    assert_eq!(shown["sold-out"], json!([[], ["red"]]));
    assert_eq!(shown["colours"], json!(["yellow", "green", "white", "blue", "grey"]));
    assert_eq!(shown["board"][15], json!({"owner": 0, "colour": "red"}));
    assert_eq!(shown["standing"][0]["total"], 3, "the stone at d4 lies in three lines");
}

/// IO-9
#[test]
fn the_stones_of_both_players_together_sell_nothing_out() {
    let mut game = game(0);
    place_all(&mut game, 0, "a1 red, a2 red, a3 red");
    place_all(&mut game, 1, "b1 red, b2 red, b3 red");
    assert_eq!(view(&game, None)["sold-out"], json!([[], []]));
    assert!(legal_after_mark(game, "d4").contains(&"hide red".to_owned()));
}

/// IO-10
#[test]
fn with_three_colours_left_the_guesser_is_always_right() {
    let mut game = game(0);
    place_all(
        &mut game,
        0,
        "a1 yellow, b1 yellow, c1 yellow, d1 yellow, a2 white, b2 white, c2 white, d2 white",
    );
    place_all(&mut game, 1, "a3 green, b3 green, c3 green, d3 green");
    for cell in ["a4", "b4", "c4", "d4"] {
        let active = active(&game);
        play(&mut game, active, &format!("mark {cell}"));
        assert_eq!(legal(&game, active), ["hide blue", "hide grey", "hide red"]);
        play(&mut game, active, "hide grey");
        assert_eq!(legal(&game, 1 - active), ["guess red blue grey"]);
        let events = play(&mut game, 1 - active, "guess red blue grey");
        assert_eq!(events[2], Event::Placed { seat: 1 - active, cell: cell.into(), colour: "grey".into() });
    }
    assert_eq!(game.turn(), Turn::Over);
}

/// IO-10
#[test]
fn a_fourth_sell_out_fills_the_board() {
    let mut game = game(0);
    place_all(
        &mut game,
        1,
        "a1 yellow, b1 yellow, c1 yellow, d1 yellow, a2 green, b2 green, c2 green, d2 green",
    );
    place_all(&mut game, 0, "a3 red, b3 red, c3 red, a4 white, b4 white, c4 white, d4 white");
    assert_eq!(legal_after_mark(game, "d3"), ["hide blue", "hide grey", "hide red"]);
    let events = place(&mut game, 0, "d3", "red");
    assert_eq!(events[3], Event::SoldOut { seat: 0, colour: "red".into() });
    assert_eq!(game.turn(), Turn::Over);
    assert_eq!(view(&game, None)["sold-out"], json!([["white", "red"], ["yellow", "green"]]));
    // Each has two rows of 16, two colours once in every column and diagonal, and two sell-outs.
    assert_eq!(game.score(0), [32 + 8 + 4 + 8, 32 + 8 + 4 + 8]);
}

#[test]
fn deals_read_back_and_nonsense_does_not() {
    let game = Irono::new(2, Options::default());
    let text = r#"{"deal":{"first":1}}"#;
    let step: DealStep = serde_json::from_str(text).unwrap();
    assert_eq!(game.read_deal(&step), Ok(Deal { first: Seat(1) }));
    assert_eq!(serde_json::to_string(&game.deal_step(&Deal { first: Seat(1) })).unwrap(), text);
    let beyond: DealStep = serde_json::from_str(r#"{"deal":{"first":2}}"#).unwrap();
    assert_eq!(game.read_deal(&beyond).unwrap_err().to_string(), "there is no seat 2; the seats are 0 to 1");
    for text in
        [r#"{"deal":{}}"#, r#"{"deal":{"first":-1}}"#, r#"{"deal":{"first":1,"dealer":1}}"#, r#"{"star":1}"#]
    {
        assert!(serde_json::from_str::<DealStep>(text).is_err(), "{text}");
    }
}

#[test]
fn states_and_moves_are_small() {
    assert!(size_of::<Irono>() <= 112, "{}", size_of::<Irono>());
    assert!(size_of::<Move>() <= 2);
}

#[test]
fn moves_read_back_and_nonsense_does_not() {
    for text in ["mark a1", "mark d4", "hide red", "guess red blue grey", "guess yellow green white"] {
        assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
    }
    for text in [
        "",
        " ",
        "a1",
        "red",
        "mark",
        "mark ",
        "mark a0",
        "mark a5",
        "mark e1",
        "mark A1",
        "mark a01",
        "mark 1a",
        "mark  a1",
        "mark a1 ",
        "mark a1 b1",
        "mark é",
        "Mark a1",
        "hide",
        "hide Red",
        "hide gray",
        "hide röd",
        "hide red blue",
        "guess red  blue grey",
        "guess red blue grey ",
        "guess red,blue,grey",
    ] {
        assert!(text.parse::<Move>().is_err(), "{text:?}");
    }
}
