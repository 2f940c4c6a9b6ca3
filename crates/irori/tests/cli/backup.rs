//! `irori backup` and `irori restore`: what a copy holds, and what they refuse.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::serve::{Serving, command};

/// A folder for a database and its backups.
struct Place(TempDir);

impl Place {
    fn new() -> Place {
        Place(TempDir::new().unwrap())
    }

    fn database(&self) -> PathBuf {
        self.0.path().join("irori/irori.sqlite")
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn serve(&self) -> Serving {
        Serving::start(&mut command(self.0.path(), &["serve", "--bind", "127.0.0.1:0"]))
    }

    /// Its output, if it ended well, or else its error.
    fn run(&self, what: &str, file: &Path, more: &[&str]) -> Result<String, String> {
        let output = command(self.0.path(), &[what, file.to_str().unwrap()]).args(more).output().unwrap();
        let (out, err) =
            (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        match output.status.code() {
            Some(0) => {
                assert_eq!(err, "");
                Ok(out)
            }
            code => {
                assert_eq!((code, out.as_str(), err.lines().count()), (Some(2), "", 1), "{err}");
                Err(err.strip_prefix("irori: ").unwrap().to_owned())
            }
        }
    }
}

/// Becomes a guest and returns the token.
fn guest(serving: &Serving, name: &str) -> String {
    let (_, guest) = serving.request("POST", "/api/guests", None, &json!({ "name": name }));
    guest["token"].as_str().unwrap().to_owned()
}

fn name_of(serving: &Serving, token: &str) -> Value {
    serving.request("GET", "/api/me", Some(token), &Value::Null).1["name"].clone()
}

#[test]
fn a_backup_made_while_the_server_runs_brings_everything_back() {
    let place = Place::new();
    let serving = place.serve();
    let aki = guest(&serving, "Aki");
    let copy = place.file("copy.sqlite");
    let said = place.run("backup", &copy, &[]).unwrap();
    assert!(
        said.starts_with("backed up ") && said.contains("copy.sqlite, ") && said.ends_with("B\n"),
        "{said}"
    );
    assert!(!place.file("copy.sqlite.part").exists());
    let later = guest(&serving, "Bo");

    let refused = place.run("restore", &copy, &["--yes"]).unwrap_err();
    assert!(refused.contains("has the database open; stop it first"), "{refused}");
    assert_eq!(name_of(&serving, &later), "Bo", "the running server notices nothing");
    assert_eq!(serving.stop().0, 0);

    let said = place.run("restore", &copy, &["--yes"]).unwrap();
    let aside = place.file("irori/irori.sqlite.before-restore-1");
    assert!(said.ends_with(&format!("the old database is now {}\n", aside.display())), "{said}");
    assert!(aside.is_file() && copy.is_file());
    let serving = place.serve();
    assert_eq!(name_of(&serving, &aki), "Aki");
    assert!(name_of(&serving, &later).is_null(), "what happened after the backup is lost");
}

#[test]
fn a_backup_never_replaces_a_file() {
    let place = Place::new();
    let copy = place.file("copy.sqlite");
    let missing = place.run("backup", &copy, &[]).unwrap_err();
    assert!(missing.starts_with("no backup was made: ") && missing.contains("no such database"), "{missing}");
    assert!(!copy.exists());
    place.serve().stop();
    std::fs::write(&copy, "a letter").unwrap();
    let refused = place.run("backup", &copy, &[]).unwrap_err();
    assert!(refused.contains("copy.sqlite: the file exists already"), "{refused}");
    assert_eq!(std::fs::read_to_string(&copy).unwrap(), "a letter");
}

#[test]
fn only_a_sound_database_is_restored() {
    let place = Place::new();
    place.serve().stop();
    let before = std::fs::read(place.database()).unwrap();
    let junk = place.file("junk.sqlite");
    std::fs::write(&junk, "this is a letter, not a database; ".repeat(100)).unwrap();
    let refused = place.run("restore", &junk, &["--yes"]).unwrap_err();
    assert!(refused.starts_with("nothing was restored: ") && refused.contains("not a database"), "{refused}");
    let itself = place.run("restore", &place.database(), &["--yes"]).unwrap_err();
    assert!(itself.contains("this is the database itself"), "{itself}");
    let nobody = place.run("restore", &junk, &[]).unwrap_err();
    assert!(nobody.ends_with("there is no terminal to ask for it; add --yes\n"), "{nobody}");
    assert_eq!(std::fs::read(place.database()).unwrap(), before);
}

/// Nothing is replaced, so there is nothing to ask.
#[test]
fn a_backup_is_restored_to_a_new_place_without_a_question() {
    let place = Place::new();
    place.serve().stop();
    let (copy, new) = (place.file("copy.sqlite"), place.file("new/irori.sqlite"));
    place.run("backup", &copy, &[]).unwrap();
    let said = place.run("restore", &copy, &["--database", &format!("sqlite:{}", new.display())]).unwrap();
    assert!(said.starts_with("restored ") && said.lines().count() == 1, "{said}");
    assert!(new.is_file());
}

/// Backups hold names, chat messages and hidden cards.
#[test]
#[cfg(unix)]
fn only_the_owner_can_read_a_backup() {
    use std::os::unix::fs::{MetadataExt, chown};
    let place = Place::new();
    place.serve().stop();
    let copy = place.file("copy.sqlite");
    place.run("backup", &copy, &[]).unwrap();
    assert_eq!(std::fs::metadata(&copy).unwrap().mode() & 0o777, 0o600);

    // Only root can give files away, and only for root does it matter.
    std::fs::remove_file(place.file("irori/irori.sqlite.lock")).unwrap();
    if chown(place.database(), Some(12345), Some(12345)).is_ok() {
        place.run("restore", &copy, &["--yes"]).unwrap();
        for file in [place.database(), place.file("irori/irori.sqlite.lock")] {
            let data = std::fs::metadata(&file).unwrap();
            assert_eq!((data.uid(), data.gid(), data.mode() & 0o777), (12345, 12345, 0o600), "{file:?}");
        }
    }
}

#[test]
#[cfg(unix)]
fn a_database_that_others_can_read_is_a_warning() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let (code, log) = place.serve().stop();
    assert!(code == 0 && !log.contains("WARN"), "{log}");
    std::fs::set_permissions(place.database(), std::fs::Permissions::from_mode(0o644)).unwrap();
    let (code, log) = place.serve().stop();
    assert!(code == 0 && log.contains("WARN other users can read the database"), "{log}");
}
