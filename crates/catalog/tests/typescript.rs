//! The games' types for programs in TypeScript: a file for each game, and one that lists them all. After a change of a
//! view, event, reason or prompt, `make golden` writes them again.

// A test that cannot go on should stop where it stands.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

use catalog::typescript::{Declarations, declared, is_fresh};
use catalog::{GameId, for_game};
use games::{Ask, CommonIllegal, Notation, Show};

const HEADER: &str = "// Generated from crates/games by `make golden`; do not edit.\n";

fn types<G: Show + Ask + Notation>() -> String
where
    G::View: 'static,
    G::Event: 'static,
    G::Illegal: 'static,
    G::Prompt: 'static,
    G::Reference: 'static,
{
    let declarations = Declarations::default()
        .with::<G::View>()
        .with::<G::Event>()
        .with::<G::Illegal>()
        .with::<G::Prompt>()
        .with::<G::Reference>();
    let reference = serde_json::to_string_pretty(&G::reference()).unwrap();
    format!("{HEADER}{}\nexport const REFERENCE: Reference = {reference};\n", declarations.into_text())
}

/// The types of every game by its id.
fn index() -> String {
    let module = |game: GameId| game.id().replace('-', "_");
    let imports: String = GameId::ALL
        .iter()
        .map(|&game| format!("import type * as {} from './{game}/types';\n", module(game)))
        .collect();
    let games: String = GameId::ALL
        .iter()
        .map(|&game| {
            let of = |name: &str| format!("{}.{name}", module(game));
            format!(
                "  '{game}': {{ view: {}; event: {}; illegal: {}; prompt: {} }};\n",
                of("View"),
                of("GameEvent"),
                of("Illegal"),
                of("Prompt"),
            )
        })
        .collect();
    let common = declared::<CommonIllegal>();
    format!(
        "{HEADER}{imports}\n/** What each game sends, by its id. */\nexport interface Games {{\n{games}}}\n\n\
         export type GameId = keyof Games;\n{common}"
    )
}

#[test]
fn the_types_for_the_page_are_those_of_the_games() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/src/games");
    let mut files = vec![("types.ts".to_owned(), index())];
    for game in GameId::ALL {
        files.push((format!("{game}/types.ts"), for_game!(game, G => types::<G>())));
    }
    for (name, made) in files {
        let fresh = is_fresh(&folder.join(&name), &made).unwrap();
        assert!(fresh, "web/src/games/{name} is missing or stale; `make golden` writes it");
    }
}
