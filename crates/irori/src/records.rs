//! Writes records, one per line.

use std::fs::File;
use std::io::{BufWriter, Write};

use anyhow::Context;

pub struct Records {
    name: String,
    output: Box<dyn Write>,
}

impl Records {
    /// `-` is standard output.
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

    pub fn write(&mut self, records: &[String]) -> anyhow::Result<()> {
        let mut written = Ok(());
        for record in records {
            written = written.and_then(|()| writeln!(self.output, "{record}"));
        }
        written.with_context(|| format!("cannot write {}", self.name))
    }

    pub fn finish(&mut self) -> anyhow::Result<()> {
        self.output.flush().with_context(|| format!("cannot write {}", self.name))
    }
}
