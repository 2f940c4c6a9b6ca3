//! Records as they go out, one a line.

use std::fs::File;
use std::io::{BufWriter, Write};

use anyhow::Context;

/// A file of records, or standard output.
pub struct Records {
    name: String,
    output: Box<dyn Write>,
}

impl Records {
    /// Opens a file, or standard output for `-`.
    pub fn open(path: &str) -> anyhow::Result<Records> {
        let output: Box<dyn Write> = match path {
            "-" => Box::new(BufWriter::new(std::io::stdout())),
            _ => {
                let file = File::create(path).with_context(|| format!("cannot create {path:?}"))?;
                Box::new(BufWriter::new(file))
            }
        };
        Ok(Records { name: path.to_owned(), output })
    }

    /// Writes records.
    pub fn write(&mut self, records: &[String]) -> anyhow::Result<()> {
        let mut written = Ok(());
        for record in records {
            written = written.and_then(|()| writeln!(self.output, "{record}"));
        }
        written.with_context(|| format!("cannot write {}", self.name))
    }

    /// Makes sure that all is written.
    pub fn finish(&mut self) -> anyhow::Result<()> {
        self.output.flush().with_context(|| format!("cannot write {}", self.name))
    }
}
