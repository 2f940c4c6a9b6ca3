//! `irori games`: the games with their seats and options, to read or as JSON for scripts.

use std::process::ExitCode;

use catalog::rules::{Block, Inline};
use catalog::{GameId, GameInfo, OptionInfo};
use serde_json::json;

use crate::cli::GamesArgs;
use crate::layout::{self, Look};
use crate::out::print;

pub fn run(args: &GamesArgs) -> anyhow::Result<ExitCode> {
    let games = GameId::ALL.map(GameInfo::of);
    if args.json {
        print(&format!("{}\n", json!({ "games": games })))?;
    } else {
        let blocks: Vec<Block> = games.iter().flat_map(described).collect();
        print(&layout::show(&blocks, Look::of_stdout()))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn described(info: &GameInfo) -> [Block; 3] {
    let players = match info.seats[..] {
        [only] => format!("For {only} players."),
        [least, .., most] => format!("For {least} to {most} players, usually {}.", info.usual_seats),
        [] => String::new(),
    };
    let title = format!("{}: {} ({})", info.game, info.title, info.native_title);
    [
        Block::Heading { level: 2, text: text(&title) },
        Block::Paragraph { text: text(&players) },
        Block::Table {
            head: ["Option", "Values, the default first", "Meaning"].map(text).to_vec(),
            rows: info.options.iter().map(option).collect(),
        },
    ]
}

fn option(option: &OptionInfo) -> Vec<Vec<Inline>> {
    let choices: Vec<String> = option.choices.iter().map(ToString::to_string).collect();
    [option.key, &choices.join(", "), option.meaning].map(text).to_vec()
}

fn text(text: &str) -> Vec<Inline> {
    vec![Inline::Text { text: text.to_owned() }]
}
