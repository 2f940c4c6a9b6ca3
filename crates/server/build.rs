//! Puts the built page into the program: every file of `web/dist`, with its compressed forms. If the page has not been
//! built, as for a quick `cargo test`, the program shows a notice instead.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let dist = manifest.join("../../web/dist");
    // Watching the folder would miss changes inside files. Every build of the page rewrites its index.
    println!("cargo::rerun-if-changed={}", dist.join("index.html").display());
    let mut files = Vec::new();
    if dist.is_dir() {
        collect(&dist, &dist, &mut files)?;
    }
    files.sort();
    let mut table = String::from("[\n");
    for name in files.iter().filter(|name| !name.ends_with(".br") && !name.ends_with(".gz")) {
        let bytes = |suffix: &str| {
            let name = format!("{name}{suffix}");
            match files.contains(&name) {
                true => format!("Some(include_bytes!({:?}))", dist.join(name)),
                false => "None".to_owned(),
            }
        };
        let plain = dist.join(name);
        let (br, gz) = (bytes(".br"), bytes(".gz"));
        writeln!(
            table,
            "File {{ path: \"/{name}\", plain: include_bytes!({plain:?}), br: {br}, gz: {gz} }},"
        )
        .map_err(io::Error::other)?;
    }
    table.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("page.rs");
    fs::write(out, table)
}

/// The names of all files below a folder, with `/` between their parts.
fn collect(root: &Path, folder: &Path, files: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(root, &path, files)?;
        } else if let Ok(name) = path.strip_prefix(root) {
            files.push(name.to_string_lossy().replace('\\', "/"));
        }
    }
    Ok(())
}
