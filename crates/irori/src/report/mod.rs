//! `irori report`: the page on the bots' strength, drawn from saved results alone. The same results give the same page,
//! so that a test can tell whether it is fresh.

mod gap;
mod goals;
mod page;
mod picture;
mod strength;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use catalog::GameId;

use crate::arena::saved::{self, Saved};
use crate::cli::ReportArgs;
use crate::out::{plural, print};

/// Writes the page and its pictures, or prints what is still to be measured.
pub fn run(args: &ReportArgs) -> anyhow::Result<ExitCode> {
    let results = if args.missing && !args.results.exists() {
        Results::default()
    } else {
        Results { all: saved::read(&args.results)? }
    };
    if args.missing {
        print(&goals::missing(&results, &args.results))?;
        return Ok(ExitCode::SUCCESS);
    }
    let pictures = args.page.with_extension("");
    fs::create_dir_all(&pictures).with_context(|| format!("cannot create {pictures:?}"))?;
    let folder = pictures.file_name().unwrap_or_default().to_string_lossy().into_owned();
    for game in GameId::ALL {
        if let Some(strengths) = strength::of(game, &results) {
            write(&pictures.join(format!("{game}.svg")), &picture::draw(game, &strengths))?;
        }
    }
    write(&args.page, &page::write(&results, &folder))?;
    print(&format!("{:?} drawn from {}\n", args.page, plural(results.all.len() as u64, "result")))?;
    Ok(ExitCode::SUCCESS)
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {path:?}"))
}

/// All that was saved, oldest first.
#[derive(Default)]
struct Results {
    all: Vec<Saved>,
}

impl Results {
    /// The matches that say how strong bots are in a game as it is usually played. A match that stopped early says it
    /// with a bias.
    fn of(&self, game: GameId) -> impl DoubleEndedIterator<Item = &Saved> {
        self.all.iter().filter(move |saved| {
            saved.game == game.id()
                && saved.seats == game.usual_seats()
                && saved.options.is_empty()
                && saved.result.sprt.is_none()
        })
    }

    /// The last match of these bots.
    fn last(&self, game: GameId, bots: &[&str]) -> Option<&Saved> {
        self.of(game).rfind(|saved| saved.bots == bots)
    }
}
