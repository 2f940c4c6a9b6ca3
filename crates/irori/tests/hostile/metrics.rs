//! The dashboard and the alerts for operators name only metrics that exist.

use std::collections::BTreeSet;
use std::path::Path;

use crate::served::Served;

/// The names of metrics in a text, without the prefix of ours.
fn named(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    words.filter_map(|word| word.strip_prefix("irori_")).map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_dashboard_and_the_alerts_name_only_metrics_that_exist() {
    let served = Served::start(&[]);
    let text = served.server.get("/metrics").await.unwrap().body;
    let types = text.lines().filter_map(|line| line.strip_prefix("# TYPE irori_"));
    let known: BTreeSet<String> = types.filter_map(|rest| Some(rest.split(' ').next()?.to_owned())).collect();
    assert!(known.contains("moves_total"), "{text}");
    let deploy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy");
    for file in ["grafana-dashboard.json", "alerts.yml"] {
        let path = deploy.join(file);
        let read = std::fs::read_to_string(&path);
        let named = named(&read.unwrap_or_else(|error| panic!("{}: {error}", path.display())));
        assert!(named.len() >= 5, "{file} names {named:?}");
        let unknown: Vec<&String> = named.difference(&known).collect();
        assert!(unknown.is_empty(), "{file} names metrics that do not exist: {unknown:?}");
    }
}
