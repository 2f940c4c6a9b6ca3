//! Fault 12: only the user who runs the server can read the database.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::served::{Served, Start};

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn others_cannot_read_what_the_server_creates() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let path = data.join("irori.sqlite");
    let database = format!("sqlite:{}", path.display());
    let served = Served::launch(Start::plain(&["--database", &database]).after("umask 022"));
    served.server.guest("Aki").await.unwrap();
    let wide: Vec<String> = std::fs::read_dir(&data)
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|file| mode(file) != 0o600)
        .map(|file| format!("{} has mode {:o}", file.display(), mode(&file)))
        .collect();
    assert_eq!(wide, [] as [String; 0]);
    assert_eq!(mode(&data), 0o700, "the folder's mode");
    assert!(!served.log().contains("WARN"), "{}", served.log());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_others_can_read_is_warned_of() {
    let mut served = Served::start(&[]);
    assert!(!served.log().contains("WARN"), "{}", served.log());
    served.kill();
    std::fs::set_permissions(served.database(), Permissions::from_mode(0o644)).unwrap();
    served.start_again();
    let warned = served.log().lines().any(|line| line.contains("WARN") && line.contains("irori.sqlite"));
    assert!(warned, "no warning:\n{}", served.log());
}
