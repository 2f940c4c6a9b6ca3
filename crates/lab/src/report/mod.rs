//! The report on the bots' strength: its goals, the matches that are still missing, and the page drawn from saved
//! results alone. The same results give the same page, so a test can tell whether the page is up to date.

mod gap;
mod goals;
mod page;
mod picture;
mod strength;

use std::fs;
use std::path::Path;

use catalog::GameId;

pub use goals::{Bound, Figure, Goal, Goals, IterationLimits, PlannedMatch, Priority};

use crate::arena::{Figures, Saved, saved};
use crate::{Error, Stopped};

/// All saved matches, oldest first.
#[derive(Default)]
pub struct Results {
    all: Vec<Saved>,
}

impl Results {
    pub fn read(path: &Path) -> Result<Results, Error> {
        Ok(Results { all: saved::read(path)? })
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The matches of a game as it is usually played. A match that stopped early is left out, since its figures are
    /// biased.
    fn of(&self, game: GameId) -> impl Iterator<Item = &Saved> {
        self.all.iter().filter(move |saved| {
            saved.game == game.id()
                && saved.seats == game.usual_seats()
                && saved.options.is_empty()
                && saved.result.sprt.is_none()
        })
    }

    /// All runs of a match.
    fn runs<'a>(&'a self, game: GameId, bots: &[String]) -> impl Iterator<Item = &'a Saved> {
        self.of(game).filter(move |saved| saved.bots == bots)
    }

    /// The planned matches of these games that are not saved yet.
    pub fn missing(&self, games: &[GameId]) -> Vec<PlannedMatch> {
        let planned = games.iter().flat_map(|&game| goals::planned(game));
        planned.filter(|planned| !self.all.iter().any(|saved| planned.is_played_by(saved))).collect()
    }
}

/// Plays a planned match and appends it to the results. If it is stopped, nothing is saved and the answer is false.
pub fn run(
    planned: &PlannedMatch,
    file: &Path,
    stopped: &Stopped,
    mut progress: impl FnMut(u64),
) -> Result<bool, Error> {
    let arena_match = planned.arena_match()?;
    let mut done = 0;
    let blocks = arena_match.run(None, stopped, |_| -> Result<(), Error> {
        done += 1;
        progress(done);
        Ok(())
    })?;
    if (blocks.len() as u64) < planned.deals {
        return Ok(false);
    }
    let figures = Figures::new(&arena_match, &blocks, None);
    saved::append(file, &[Saved::new(&arena_match, &figures, &blocks)])?;
    Ok(true)
}

/// Writes the page and, in a folder of the same name, its pictures.
pub fn write(results: &Results, page: &Path) -> Result<(), Error> {
    let pictures = page.with_extension("");
    fs::create_dir_all(&pictures).map_err(Error::file("cannot create", &pictures))?;
    let folder = pictures.file_name().unwrap_or_default().to_string_lossy().into_owned();
    for game in GameId::ALL {
        if let Some(strengths) = strength::of(game, results) {
            let picture = pictures.join(format!("{game}.svg"));
            fs::write(&picture, picture::draw(game, &strengths))
                .map_err(Error::file("cannot write", &picture))?;
        }
    }
    fs::write(page, page::write(results, &folder)).map_err(Error::file("cannot write", page))
}
