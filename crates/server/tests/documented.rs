//! What programs outside rely on is written down: every refusal code in `docs/protocol.md`, every route and every
//! error answer in the OpenAPI document.

// A test may stop where it fails.
#![allow(clippy::unwrap_used)]

#[path = "table/house.rs"]
#[allow(dead_code)]
mod house;

use std::collections::BTreeSet;

use serde_json::{Value, json};
use server::RefusalCode;

use crate::house::{House, short};

const PAGE: &str = include_str!("../../../docs/protocol.md");
const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

#[test]
fn the_page_lists_every_refusal_code_with_its_status() {
    let table = PAGE.split("\n| code |").nth(1).unwrap().split("\n\n").next().unwrap();
    let told: Vec<&str> = table.lines().filter(|row| row.starts_with("| `")).collect();
    let expected: Vec<String> = RefusalCode::ALL
        .iter()
        .map(|code| format!("| `{}` | {} | {} |", code.name(), code.status(), code.meaning()))
        .collect();
    assert_eq!(told, expected, "the table has every code once, in order");
}

async fn document(house: &House) -> Value {
    let answer = house.server.get("/api/openapi.json").await.unwrap();
    assert_eq!(answer.status, 200);
    answer.json()
}

/// The methods of a path in the document.
fn methods(item: &Value) -> BTreeSet<&str> {
    METHODS.into_iter().filter(|method| item.get(method).is_some()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_document_has_exactly_the_routes_of_the_server() {
    let house = House::open().await;
    let document = document(&house).await;
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.len() > 12, "{paths:?}");
    for (path, item) in paths {
        // A method that no route has tells all that this one has.
        let answer = house.server.request("TRACE", path, &[], None).await.unwrap();
        assert_eq!((answer.status, answer.code().as_str()), (405, "bad-method"), "{path}");
        let allow = answer
            .head
            .lines()
            .find_map(|line| line.to_lowercase().strip_prefix("allow: ").map(str::to_owned));
        let allow = allow.unwrap();
        let served: BTreeSet<&str> = allow.trim().split(',').filter(|method| *method != "head").collect();
        assert_eq!(served, methods(item), "{path}");
    }
    // Routes that are added without a description would be missing above.
    let source = include_str!("../src/http/mod.rs");
    assert!(!source.contains(".route(") && !source.contains(".nest("), "use `.routes(routes!(…))`");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_document_refers_to_nothing_that_it_lacks() {
    fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| references(item, found)),
            Value::Object(fields) => {
                found.extend(fields.get("$ref").and_then(Value::as_str));
                fields.values().for_each(|item| references(item, found));
            }
            _ => {}
        }
    }
    let document = document(&House::open().await).await;
    let mut found = Vec::new();
    references(&document, &mut found);
    assert!(found.len() > 10);
    for reference in found {
        assert!(document.pointer(reference.strip_prefix('#').unwrap()).is_some(), "{reference}");
    }
}

/// The codes that the document lists for an answer.
fn codes(document: &Value, path: &str, method: &str, status: u16) -> Vec<String> {
    let answer = &document["paths"][path][method]["responses"][status.to_string()];
    let codes =
        &answer["content"]["application/json"]["schema"]["properties"]["error"]["properties"]["code"]["enum"];
    codes.as_array().into_iter().flatten().map(|code| code.as_str().unwrap().to_owned()).collect()
}

/// A request that is refused.
struct Case {
    /// As the document names it.
    operation: &'static str,
    /// The address, if it differs from the operation's.
    address: Option<String>,
    headers: Vec<(&'static str, String)>,
    body: Option<Value>,
    status: u16,
    code: &'static str,
}

fn case(operation: &'static str, status: u16, code: &'static str) -> Case {
    Case { operation, address: None, headers: Vec::new(), body: None, status, code }
}

impl Case {
    fn at(self, address: impl Into<String>) -> Case {
        Case { address: Some(address.into()), ..self }
    }

    fn with(mut self, name: &'static str, value: &str) -> Case {
        self.headers.push((name, value.to_owned()));
        self
    }

    fn sending(self, body: Value) -> Case {
        Case { body: Some(body), ..self }
    }

    async fn check(&self, house: &House, document: &Value) {
        let (method, template) = self.operation.split_once(' ').unwrap();
        let headers: Vec<(&str, &str)> =
            self.headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let address = self.address.as_deref().unwrap_or(template);
        let verb = method.to_uppercase();
        let answer = house.server.request(&verb, address, &headers, self.body.as_ref()).await.unwrap();
        let what = format!("{method} {address}: {}", answer.body);
        assert_eq!((answer.status, answer.code().as_str()), (self.status, self.code), "{what}");
        assert!(answer.head.to_lowercase().contains("content-type: application/json"), "{what}");
        assert!(answer.json()["error"]["message"].as_str().is_some_and(|text| text.len() > 5), "{what}");
        let documented = codes(document, template, method, self.status);
        assert!(documented.iter().any(|code| code == self.code), "{what} is not among {documented:?}");
    }
}

/// Every error is JSON with a code that the document lists for that very operation.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_error_answer_is_json_with_a_documented_code() {
    let house = House::open().await;
    let document = document(&house).await;
    let guest = house.server.guest("Aki").await.unwrap();
    let bearer = format!("Bearer {}", guest.token);
    let table = format!("/api/tables/{}", house.server.open(&guest, &short()).await.unwrap());
    let name = |name: &str| json!({ "name": name });
    let cases = [
        case("post /api/guests", 400, "bad-request"),
        case("post /api/guests", 400, "bad-request").sending(json!({ "nam": "x" })),
        case("post /api/guests", 400, "bad-name").sending(name("")),
        case("post /api/guests", 413, "too-large").sending(name(&"x".repeat(20_000))),
        case("post /api/guests", 403, "bad-origin")
            .sending(name("x"))
            .with("Origin", "https://elsewhere.example"),
        case("get /api/me", 401, "no-guest"),
        case("patch /api/me", 401, "no-guest").sending(name("x")),
        case("post /api/me/code", 401, "no-guest"),
        case("post /api/claim", 400, "bad-code").sending(json!({ "code": "x" })),
        case("get /api/me/games", 400, "bad-request").at("/api/me/games?before=soon"),
        case("get /api/me/tables", 401, "no-guest"),
        case("get /api/games/{game}/rules", 404, "unknown-game").at("/api/games/chess/rules"),
        case("post /api/tables", 404, "unknown-game")
            .sending(json!({ "game": "chess", "seats": 2 }))
            .with("Authorization", &bearer),
        case("post /api/tables", 400, "bad-seats")
            .sending(json!({ "game": "iroha", "seats": 9 }))
            .with("Authorization", &bearer),
        case("get /api/tables/{id}", 404, "no-table").at("/api/tables/none"),
        case("get /api/tables/{id}", 404, "no-record").at(format!("{table}?game=1")),
        case("get /api/tables/{id}", 400, "bad-request").at(format!("{table}?game=-1")),
        case("get /api/tables/{id}/socket", 400, "bad-request").at(format!("{table}/socket")),
        case("get /api/tables/{id}/games/{game}/record", 404, "no-record")
            .at(format!("{table}/games/1/record")),
        case("get /api/tables/{id}/games/{game}/record", 404, "not-found")
            .at(format!("{table}/games/x/record")),
        case("get /api/tables/{id}/games/{game}/replay", 400, "bad-request")
            .at(format!("{table}/games/1/replay?step=x")),
        case("get /api/tables/{id}/games/{game}/replay", 404, "not-found")
            .at("/api/tables/%ff/games/1/replay"),
    ];
    for case in cases {
        case.check(&house, &document).await;
    }
    // What no operation answers: addresses without one, and other methods.
    for (method, path, status, code) in [
        ("GET", "/api/nothing", 404, "not-found"),
        ("GET", "/api", 404, "not-found"),
        ("POST", "/api/nothing", 404, "not-found"),
        ("DELETE", "/api/tables", 405, "bad-method"),
        ("POST", "/", 405, "bad-method"),
        ("PUT", "/healthz", 405, "bad-method"),
    ] {
        let answer = house.server.request(method, path, &[], None).await.unwrap();
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (status, code),
            "{method} {path}: {}",
            answer.body
        );
    }
}
