//! A server to measure, and the CPU time and memory of a process.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::Context;

/// Clock ticks a second in `/proc`, the same on all common Linux systems.
const TICKS: f64 = 100.0;

/// A server with a temporary database. Dropping it stops the server.
pub struct Child {
    pub address: String,
    process: std::process::Child,
    folder: std::path::PathBuf,
}

impl Child {
    pub fn start() -> anyhow::Result<Child> {
        let folder = std::env::temp_dir().join(format!("irori-load-{}", std::process::id()));
        // The server creates the folder, for this user alone.
        let mut process = Command::new(std::env::current_exe()?)
            .arg("serve")
            .args(["--bind", "127.0.0.1:0", "--bot-pause", "0", "--log-level", "warn"])
            .arg("--database")
            .arg(format!("sqlite:{}", folder.join("load.sqlite").display()))
            .args(["--max-sockets-per-address", "1000000", "--max-sockets", "1000000"])
            .args(["--max-messages", "100000", "--max-writes", "10000000", "--max-tables", "10000000"])
            .args(["--max-connections-per-address", "1000000", "--max-listed", "1000000"])
            .stdout(Stdio::piped())
            .spawn()
            .context("the server cannot be started")?;
        let output = process.stdout.take().context("the server has no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let address = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next()).map(str::to_owned);
        let child = Child { address: address.unwrap_or_default(), process, folder };
        anyhow::ensure!(!child.address.is_empty(), "the server did not start");
        Ok(child)
    }

    pub fn pid(&self) -> u32 {
        self.process.id()
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        let _ = Command::new("kill").arg(self.process.id().to_string()).status();
        for _ in 0..100 {
            if matches!(self.process.try_wait(), Ok(Some(_))) {
                break;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The CPU time of a process, in seconds.
pub fn cpu(pid: u32) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in parentheses may contain anything; the numbers come after it.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: f64 = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
    Some(ticks / TICKS)
}

/// The resident memory of a process, in bytes.
pub fn memory(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}
