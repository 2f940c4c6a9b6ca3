//! The files in `deploy/` fit the program and the page on operating.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};

use serde_json::Value;
use tempfile::TempDir;

use crate::serve::command;

const PAGE: &str = include_str!("../../../../docs/operating.md");
const DASHBOARD: &str = include_str!("../../../../deploy/grafana-dashboard.json");
const ALERTS: &str = include_str!("../../../../deploy/alerts.yml");
const UNIT: &str = include_str!("../../../../deploy/irori.service");

/// The names of metrics in a text.
fn metrics(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with("irori_")).collect()
}

#[test]
fn the_dashboard_and_the_alerts_name_only_metrics_of_the_page() {
    let table = PAGE.split("\n| number | meaning |\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let explained = metrics(table);
    assert!(explained.len() > 30, "{explained:?}");
    assert_eq!(metrics(DASHBOARD), explained, "the dashboard shows every number, and no other");
    assert!(metrics(ALERTS).is_subset(&explained), "{:?}", metrics(ALERTS));
}

#[test]
fn the_dashboard_can_be_imported() {
    let dashboard: Value = serde_json::from_str(DASHBOARD).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    let rows = panels.iter().filter(|panel| panel["type"] == "row").map(|row| row["title"].as_str().unwrap());
    let expected = ["Play", "Journal", "Limits", "Bots", "Connections", "Tables", "Host"];
    assert_eq!(rows.collect::<Vec<_>>(), expected);
    let ids: BTreeSet<u64> = panels.iter().map(|panel| panel["id"].as_u64().unwrap()).collect();
    assert_eq!(ids.len(), panels.len(), "every panel has an id of its own");
}

/// A regression: a variable in the unit won over the same setting in the file, and nobody noticed.
#[test]
fn the_unit_overrides_no_setting() {
    assert!(UNIT.contains("Environment=XDG_DATA_HOME=/var/lib\n"));
    assert!(!UNIT.lines().any(|line| line.starts_with("Environment=IRORI_")), "{UNIT}");
}

#[test]
fn the_settings_for_the_unit_are_accepted() {
    let home = TempDir::new().unwrap();
    let config = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/irori.toml");
    let args = ["serve", "--config", config, "--bind", "127.0.0.1:0"];
    let mut child = command(home.path(), &args).spawn().unwrap();
    let mut said = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
    child.kill().unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(said.starts_with("Irori is at http://127.0.0.1:"), "{said}");
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(log.lines().all(|line| line.starts_with('{')), "the log is for programs: {log}");
}
