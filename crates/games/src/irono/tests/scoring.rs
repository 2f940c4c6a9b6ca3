//! Points and winners.

use cards::{Quick, Seat, Seats};
use serde_json::{Value, json};

use super::{finish, game, place, place_all, red_sold_out, view};
use crate::irono::score::{LINE_CELLS, LINES, LinePoints, Stones, line_points, points};
use crate::irono::{Cell, Colour, Event};
use crate::{Game, Turn};

/// A seat's stones told like `a1 yellow, b1 green`.
fn stones(texts: &str) -> Stones {
    let mut stones = Stones::default();
    for stone in texts.split(", ") {
        let (cell, colour) = stone.split_once(' ').unwrap();
        stones[colour.parse::<Colour>().unwrap() as usize] |= cell.parse::<Cell>().unwrap().bit();
    }
    stones
}

/// IO-11
#[test]
fn rows_columns_and_diagonals_are_the_ten_lines() {
    let lines: Vec<String> =
        LINE_CELLS.iter().map(|cells| cells.map(|cell| cell.to_string()).join(" ")).collect();
    assert_eq!(
        lines,
        [
            "a1 b1 c1 d1",
            "a2 b2 c2 d2",
            "a3 b3 c3 d3",
            "a4 b4 c4 d4",
            "a1 a2 a3 a4",
            "b1 b2 b3 b4",
            "c1 c2 c3 c4",
            "d1 d2 d3 d4",
            "a1 b2 c3 d4",
            "d1 c2 b3 a4",
        ]
    );
    let shown = view(&game(0), None);
    let kinds: Vec<&str> =
        shown["lines"].as_array().unwrap().iter().map(|line| line["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, [["row"; 4].as_slice(), &["column"; 4], &["diagonal"; 2]].concat());
    let points_of = |cell: &str| points(&stones(&format!("{cell} red")));
    assert_eq!((points_of("a1"), points_of("c2"), points_of("b1"), points_of("a3")), (3, 3, 2, 2));
}

/// IO-12
#[test]
fn stones_of_a_colour_in_a_line_count_squared_and_grey_double() {
    for (number, texts) in [
        (1, "a1 red"),
        (4, "a1 red, c1 red"),
        (9, "a1 red, b1 red, d1 red"),
        (16, "a1 red, b1 red, c1 red, d1 red"),
        (2, "b1 grey"),
        (8, "b1 grey, c1 grey"),
        (18, "b1 grey, c1 grey, d1 grey"),
        (32, "a1 grey, b1 grey, c1 grey, d1 grey"),
        (1 + 4 + 2, "a1 red, b1 blue, c1 blue, d1 grey"),
        (0, "a2 red, b3 grey"),
    ] {
        assert_eq!(
            line_points(&stones(texts), 0),
            LinePoints { stones: number, colourful: false },
            "{texts}"
        );
    }
}

/// IO-12
#[test]
fn the_opponents_stones_do_not_count() {
    let mut game = game(0);
    place_all(&mut game, 0, "a1 red, b1 red");
    place_all(&mut game, 1, "c1 red, d1 grey");
    let line = &view(&game, None)["lines"][0];
    let cells = ["a1", "b1", "c1", "d1"];
    assert_eq!(*line, json!({"kind": "row", "cells": cells, "points": [4, 3], "colourful": null}));
}

/// IO-13
#[test]
fn four_own_colours_in_a_line_are_colourful() {
    let colourful = stones("d1 red, c2 blue, b3 grey, a4 white");
    assert_eq!(line_points(&colourful, 9), LinePoints { stones: 5, colourful: true });
    assert_eq!((0..LINES).filter(|&line| line_points(&colourful, line).colourful).count(), 1);
    assert_eq!(points(&colourful), 5 + 4 + 5 + 5, "the line, its bonus, rows and columns");
    let twice = stones("d1 red, c2 blue, b3 grey, a4 blue");
    assert!(!line_points(&twice, 9).colourful, "only three colours");
    assert!(!line_points(&stones("d1 red, c2 blue, b3 grey"), 9).colourful, "only three stones");
    let mut game = game(0);
    place_all(&mut game, 0, "a1 red, b1 blue, c1 grey");
    place_all(&mut game, 1, "d1 white, a2 red, b2 blue, c2 grey, d2 yellow");
    let shown = view(&game, None);
    assert_eq!(shown["lines"][0]["colourful"], Value::Null, "one of the four is the opponent's");
    assert_eq!((&shown["lines"][1]["colourful"], &shown["standing"][1]["colourful"]), (&json!(1), &json!(4)));
}

/// IO-14
#[test]
fn a_sell_out_gives_four_points() {
    let sold = red_sold_out();
    let standing = &view(&sold, None)["standing"][1];
    // A row of 16; each stone alone in its column; a1 and d1 alone in their diagonals.
    assert_eq!(*standing, json!({"lines": 16 + 4 + 2, "colourful": 0, "sold-out": 4, "total": 26}));
}

/// IO-14
#[test]
fn a_sell_out_with_the_last_stone_of_the_board_counts() {
    let mut game = game(0);
    place_all(&mut game, 1, "a1 red, b2 red, a4 red");
    place_all(&mut game, 0, "b1 blue, c1 blue, d1 blue, a2 white, c2 white, d2 white");
    place_all(&mut game, 0, "a3 grey, b3 grey, c3 grey, d3 green, b4 green, c4 green");
    // Rows 1 1 0 1, columns 4 1 0 0, diagonals 4 1.
    assert_eq!(view(&game, None)["standing"][1]["total"], 3 + 5 + 5);
    let events = place(&mut game, 1, "d4", "red");
    assert_eq!(events[3], Event::SoldOut { seat: 1, colour: "red".into() });
    // Rows 1 1 0 4, columns 4 1 0 1, diagonals 9 1.
    assert_eq!(game.score(0)[1], 6 + 6 + 10 + 4);
    assert_eq!(events[4], Event::Scored { points: game.score(0).to_vec() });
}

/// IO-15
#[test]
fn most_points_win() {
    let mut random = Quick::new(4);
    let mut decided = Seats::NONE;
    for _ in 0..100 {
        let mut game = game(0);
        assert_eq!((game.winners(), game.totals()), (Seats::NONE, vec![0, 0]));
        finish(&mut game, &mut random);
        let score = game.score(0);
        let expected: Seats =
            Seat::all(2).filter(|seat| score[seat.index()] >= score[1 - seat.index()]).collect();
        assert_eq!(game.winners(), expected);
        if expected.len() == 1 {
            decided = decided.with(expected.first().unwrap());
        }
    }
    assert_eq!(decided, Seats::all(2));
}

/// IO-15
#[test]
fn equal_points_are_a_draw() {
    let mut game = game(0);
    // The lower half is the upper half turned round, for the other seat.
    place_all(&mut game, 0, "a1 red, b1 blue, c1 grey, d1 grey, a2 white, b2 red, c2 red, d2 green");
    place_all(&mut game, 1, "d4 red, c4 blue, b4 grey, a4 grey, d3 white, c3 red, b3 red, a3 green");
    assert_eq!(game.score(0)[0], game.score(0)[1]);
    assert_eq!((game.turn(), game.winners()), (Turn::Over, Seats::all(2)));
    assert_eq!(view(&game, Some(0))["winners"], json!([0, 1]));
}

/// IO-16
#[test]
fn the_worked_example_gives_forty() {
    let mut game = game(0);
    let own = "a1 yellow, b1 green, d1 yellow, c2 grey, b3 green, d3 white, a4 white, c4 white, d4 grey";
    place_all(&mut game, 0, own);
    place_all(&mut game, 1, "c1 red, a2 red, b2 red, d2 blue, a3 blue, c3 blue, b4 green");
    let shown = view(&game, None);
    let of_seat_0: Vec<i64> =
        shown["lines"].as_array().unwrap().iter().map(|line| line["points"][0].as_i64().unwrap()).collect();
    assert_eq!(of_seat_0, [5, 2, 2, 6, 2, 4, 3, 4, 3, 5]);
    assert_eq!(shown["lines"][9]["colourful"], 0);
    assert_eq!(shown["standing"][0], json!({"lines": 36, "colourful": 4, "sold-out": 0, "total": 40}));
    assert_eq!((game.rounds(), game.score(0)[0]), (1, 40));
}
