//! Fault 10: behind a proxy, limits count clients and not what clients write into their headers.

use serde_json::json;

use crate::served::{Served, Start};

/// How many of 12 new guests the server takes, each with these lines of `X-Forwarded-For`.
async fn taken(served: &Served, lines: impl Fn(usize) -> Vec<String>) -> usize {
    let mut taken = 0;
    for number in 0..12 {
        let lines = lines(number);
        let headers: Vec<(&str, &str)> =
            lines.iter().map(|line| ("X-Forwarded-For", line.as_str())).collect();
        let body = json!({ "name": "Aki" });
        let answer = served.server.request("POST", "/api/guests", &headers, Some(&body)).await.unwrap();
        assert!(answer.status == 200 || answer.code() == "too-fast", "{}", answer.body);
        taken += usize::from(answer.status == 200);
    }
    taken
}

fn behind_a_proxy() -> Served {
    Served::launch(Start::plain(&["--proxy", "--max-writes", "4"]))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_addresses_of_one_ipv6_network_count_as_one() {
    let served = behind_a_proxy();
    let one = taken(&served, |number| vec![format!("2001:db8:0:7::{:x}", number + 1)]).await;
    assert!((4..=6).contains(&one), "{one} of 12 requests from one /64 pass a limit of 4");
    let many = taken(&served, |number| vec![format!("2001:db8:0:{:x}::1", number + 100)]).await;
    assert_eq!(many, 12, "other networks have limits of their own");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_header_line_does_not_pass_a_limit() {
    let served = behind_a_proxy();
    let one = taken(&served, |number| vec![format!("10.0.0.{number}"), "10.9.9.9".into()]).await;
    assert!((4..=6).contains(&one), "{one} of 12 requests with an invented first line pass a limit of 4");
    let many =
        taken(&served, |number| vec!["10.9.9.9".into(), format!("10.0.1.{number}, 10.0.2.{number}")]).await;
    assert_eq!(many, 12, "the last address of the last line counts");
}
