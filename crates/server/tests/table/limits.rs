//! Where requests may come from, and how many.

use serde_json::{Value, json};

use crate::house::{House, short};

const HOSTILE: &str = "https://evil.example";

/// An operator sees in the metrics what was refused, whichever way it came.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refusals_over_http_are_counted() {
    let house = House::open().await;
    assert_eq!(house.metric("requests_refused_total").await, 0);
    assert_eq!(house.server.get("/api/tables/nothing").await.unwrap().code(), "no-table");
    assert_eq!(house.metric("requests_refused_total").await, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_other_servers_cannot_write_or_open_sockets() {
    let house = House::open().await;
    let server = &house.server;
    let guest = server.guest("Aki").await.unwrap();
    let table = server.open(&guest, &short()).await.unwrap();
    let cookie = format!("irori={}", guest.token);
    let own = format!("http://{}", server.0);
    let body = json!({ "name": "Aki" });
    let path = format!("/api/tables/{table}/socket?version=1");
    for bad in [HOSTILE, "null", "http://127.0.0.1", "file://", ""] {
        for (method, path) in [
            ("POST", "/api/guests"),
            ("PATCH", "/api/me"),
            ("POST", "/api/me/code"),
            ("POST", "/api/claim"),
            ("POST", "/api/tables"),
        ] {
            let headers = [("Origin", bad), ("Cookie", cookie.as_str())];
            let answer = server.request(method, path, &headers, Some(&body)).await.unwrap();
            assert_eq!((answer.status, answer.code().as_str()), (403, "bad-origin"), "{bad} {path}");
        }
        let refused = server.connect_with(&path, &[("Origin", bad), ("Cookie", &cookie)]).await;
        let refused = refused.err().unwrap().to_string();
        assert!(refused.starts_with("403") && refused.contains("bad-origin"), "{bad}: {refused}");
    }
    let headers = [("Origin", own.as_str()), ("Cookie", cookie.as_str())];
    let answer =
        server.request("PATCH", "/api/me", &headers, Some(&json!({ "name": "Aki II" }))).await.unwrap();
    assert_eq!(answer.json()["name"], "Aki II");
    let mut socket = server.connect_with(&path, &headers).await.unwrap();
    assert_eq!(socket.next().await.unwrap().unwrap()["type"], "snapshot");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_set_origin_is_the_only_one() {
    let house = House::with(|config| config.origin = Some("https://irori.example/".into())).await;
    let own = format!("http://{}", house.server.0);
    let ask = async |origin: &str| {
        let body = json!({ "name": "Aki" });
        house.server.request("POST", "/api/guests", &[("Origin", origin)], Some(&body)).await.unwrap()
    };
    assert_eq!(ask(&own).await.status, 403);
    let welcome = ask("https://irori.example").await;
    assert_eq!(welcome.status, 200);
    assert!(welcome.head.contains("; Secure"), "a cookie of a secure page stays secure");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_are_limited_by_address() {
    let house = House::with(|config| (config.limits.writes, config.proxy) = (5, true)).await;
    let ask = async |from: &str| {
        let headers = [("X-Forwarded-For", from)];
        let body = json!({ "name": "Aki" });
        house.server.request("POST", "/api/guests", &headers, Some(&body)).await.unwrap()
    };
    for _ in 0..5 {
        assert_eq!(ask("10.0.0.1").await.status, 200);
    }
    let refused = ask("10.0.0.1").await;
    assert_eq!((refused.status, refused.code().as_str()), (429, "too-fast"));
    // What stands before the last address was written by the client itself.
    assert_eq!(ask("10.0.0.9, 10.0.0.1").await.status, 429);
    assert_eq!(ask("10.0.0.2").await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forwarded_addresses_count_only_with_a_proxy() {
    let house = House::with(|config| config.limits.writes = 2).await;
    for (at, status) in [200, 200, 429, 429].into_iter().enumerate() {
        let from = format!("10.0.0.{at}");
        let headers = [("X-Forwarded-For", from.as_str())];
        let body = json!({ "name": "Aki" });
        let answer = house.server.request("POST", "/api/guests", &headers, Some(&body)).await.unwrap();
        assert_eq!(answer.status, status);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_are_limited_by_guest() {
    let house = House::with(|config| config.limits.tables = 3).await;
    let (aki, bo) = (house.server.guest("Aki").await.unwrap(), house.server.guest("Bo").await.unwrap());
    for _ in 0..3 {
        house.server.open(&aki, &short()).await.unwrap();
    }
    let refused = house.server.request_as(&aki, "POST", "/api/tables", Some(&short())).await.unwrap();
    assert_eq!((refused.status, refused.code().as_str()), (429, "too-many"));
    house.server.open(&bo, &short()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_are_limited_by_address_and_in_all() {
    let house = House::with(|config| {
        (config.limits.sockets_per_address, config.limits.sockets, config.proxy) = (2, 3, true);
    })
    .await;
    let guest = house.server.guest("Aki").await.unwrap();
    let table = house.server.open(&guest, &short()).await.unwrap();
    let path = format!("/api/tables/{table}/socket?version=1");
    let come = async |from: &str| house.server.connect_with(&path, &[("X-Forwarded-For", from)]).await;
    let one = come("10.0.0.1").await.unwrap();
    let _two = come("10.0.0.1").await.unwrap();
    let refused = come("10.0.0.1").await.err().unwrap().to_string();
    assert!(refused.starts_with("429") && refused.contains("too-many"), "{refused}");
    let _three = come("10.0.0.2").await.unwrap();
    let refused = come("10.0.0.3").await.err().unwrap().to_string();
    assert!(refused.starts_with("503") && refused.contains("full"), "{refused}");
    drop(one);
    while house.metric("sockets").await > 2 {
        tokio::task::yield_now().await;
    }
    assert!(come("10.0.0.3").await.is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn impossible_settings_are_refused() {
    let house = House::open().await;
    let guest = house.server.guest("Aki").await.unwrap();
    let settings: [(Value, &str); 5] = [
        (json!({ "game": "koi-koi", "seats": 3 }), "bad-seats"),
        (json!({ "game": "koi-koi", "seats": 2, "options": { "rounds": 7000 } }), "bad-option"),
        (json!({ "game": "koi-koi", "seats": 2, "options": { "odd": true } }), "bad-option"),
        (json!({ "game": "koi-koi", "seats": 2, "clock": "hourglass" }), "bad-request"),
        (json!({ "game": "koi-koi", "seats": 2, "deals": [] }), "bad-request"),
    ];
    for (setting, code) in settings {
        let answer = house.server.request_as(&guest, "POST", "/api/tables", Some(&setting)).await.unwrap();
        assert_eq!((answer.status, answer.code().as_str()), (400, code), "{setting}: {}", answer.body);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby_lists_public_tables_alone() {
    let house = House::open().await;
    let guest = house.server.guest("Aki").await.unwrap();
    let hidden = house.server.open(&guest, &short()).await.unwrap();
    let mut setting = short();
    setting["public"] = json!(true);
    let public = house.server.open(&guest, &setting).await.unwrap();
    let lobby = house.server.get("/api/tables").await.unwrap();
    assert_eq!(lobby.json()["tables"].as_array().unwrap().len(), 1);
    assert_eq!(lobby.json()["tables"][0]["id"], json!(public));
    assert!(!lobby.body.contains(&hidden));
    assert_eq!(
        house.server.get(&format!("/api/tables/{hidden}")).await.unwrap().status,
        200,
        "the link works"
    );
}
