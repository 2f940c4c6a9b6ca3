//! `irori admin`: how it finds a server, what it asks, and what it shows.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::Command;
use std::sync::mpsc::{Receiver, channel};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::serve::{Serving, command, free_port};

/// A database folder with the file that a server leaves there.
struct Desk {
    home: TempDir,
}

struct Said {
    code: i32,
    out: String,
    err: String,
}

impl Desk {
    fn new(file: &str) -> Desk {
        let desk = Desk { home: TempDir::new().unwrap() };
        std::fs::create_dir(desk.home.path().join("irori")).unwrap();
        std::fs::write(desk.file(), file).unwrap();
        desk
    }

    fn file(&self) -> PathBuf {
        self.home.path().join("irori/irori.sqlite.admin")
    }

    fn admin(&self, args: &[&str]) -> Said {
        said(command(self.home.path(), &["admin"]).args(args))
    }
}

fn said(command: &mut Command) -> Said {
    let output = command.output().unwrap();
    Said {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A server that gives these answers in turn, and what it was asked.
fn fake(answers: Vec<(u16, Value)>) -> (Desk, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let desk = Desk::new(&json!({ "address": listener.local_addr().unwrap(), "key": "secret" }).to_string());
    let (asked, requests) = channel();
    std::thread::spawn(move || {
        for (status, body) in answers {
            let mut stream = listener.accept().unwrap().0;
            let (mut bytes, mut buffer) = (Vec::new(), [0; 4096]);
            let request = loop {
                let read = stream.read(&mut buffer).unwrap();
                bytes.extend(&buffer[..read]);
                let text = String::from_utf8(bytes.clone()).unwrap();
                if let Some((head, body)) = text.split_once("\r\n\r\n")
                    && head.contains(&format!("Content-Length: {}", body.len()))
                {
                    assert!(head.contains("\r\nAuthorization: Bearer secret\r\n"), "{head}");
                    let line = head.lines().next().unwrap().trim_end_matches(" HTTP/1.1");
                    break format!("{line} {body}").trim_end().to_owned();
                }
            };
            asked.send(request).unwrap();
            let body = if body.is_null() { String::new() } else { body.to_string() };
            let head = format!("HTTP/1.1 {status} Some\r\nContent-Length: {}\r\n\r\n", body.len());
            stream.write_all((head + &body).as_bytes()).unwrap();
        }
    });
    (desk, requests)
}

fn before(milliseconds: i64) -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as i64 - milliseconds
}

#[test]
fn tables_are_listed_over_all_pages() {
    let table = |id: &str, names: Value| {
        json!({
            "id": id, "game": "koi-koi", "status": "playing", "public": true, "updated": before(130_000),
            "opener": "guest1", "names": names, "listeners": 3, "entries": 120,
        })
    };
    let pages = || {
        vec![
            (200, json!({ "tables": [table("aaa", json!(["Aki", "いろり"]))], "more": true })),
            (200, json!({ "tables": [table("bbb", json!([null, ""]))], "more": false })),
        ]
    };
    let (desk, asked) = fake(pages());
    let said = desk.admin(&["tables"]);
    assert_eq!(
        (said.code, said.err.as_str(), said.out.as_str()),
        (
            0,
            "",
            "\
table  game     status   public  sockets  entries  last entry  opened by  seats
aaa    koi-koi  playing  yes     3        120      2 min ago   guest1     Aki, いろり
bbb    koi-koi  playing  yes     3        120      2 min ago   guest1     –, (deleted)
"
        )
    );
    let asked: Vec<String> = asked.iter().collect();
    assert_eq!(asked, ["GET /api/admin/tables?page=0", "GET /api/admin/tables?page=1"]);

    let (desk, _asked) = fake(pages());
    let said = desk.admin(&["tables", "--json"]);
    let listed: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!((&listed["tables"][1]["id"], &listed["more"]), (&json!("bbb"), &json!(false)));

    let (desk, _asked) = fake(pages());
    let said = desk.admin(&["tables", "--max", "1"]);
    assert_eq!((said.code, said.out.lines().count()), (0, 2), "{}", said.out);
    assert_eq!(said.err, "irori: there are more than these 1; --max N lists more\n");

    let (desk, _asked) = fake(vec![(200, json!({ "tables": [], "more": false }))]);
    assert_eq!(desk.admin(&["tables"]).out, "There are no tables.\n");
}

#[test]
fn guests_are_found_by_part_of_their_name() {
    let guest = json!({
        "id": "abc", "name": "Bo\u{1b}[2J\u{202e}", "added": before(3 * 86_400_000), "seen": before(5_000),
        "blocked": true, "tables": 2,
    });
    let (desk, asked) = fake(vec![(200, json!({ "guests": [guest], "more": false }))]);
    let said = desk.admin(&["guests", "bö &"]);
    assert_eq!(asked.recv().unwrap(), "GET /api/admin/guests?name=b%C3%B6%20%26&page=0");
    assert!(said.out.contains("abc    2       yes      3 d ago  "), "{}", said.out);
    assert!(
        said.out.ends_with(" Bo\\u{1b}[2J\\u{202e}\n"),
        "names cannot steer the terminal: {:?}",
        said.out
    );

    let (desk, _asked) = fake(vec![(200, json!({ "guests": [], "more": false }))]);
    assert_eq!(desk.admin(&["guests", "zoe"]).out, "No guest has \"zoe\" in their name.\n");
}

#[test]
fn limits_show_who_hit_them() {
    let limit =
        json!({ "reason": "hints", "who": "address 1.2.3.4", "count": 12, "last": before(7_300_000) });
    let (desk, asked) = fake(vec![(200, json!({ "limits": [limit] }))]);
    let said = desk.admin(&["limits"]);
    assert_eq!(
        said.out, "times  limit  last     who\n12     hints  2 h ago  address 1.2.3.4\n",
        "{}",
        said.err
    );
    assert_eq!(asked.recv().unwrap(), "GET /api/admin/limits?page=0");
}

#[test]
fn an_operator_closes_removes_and_blocks() {
    for (args, request, done) in [
        (&["close", "abc", "--yes"][..], "POST /api/admin/tables/abc/close", "table abc is closed\n"),
        (&["remove", "--yes", "abc"], "DELETE /api/admin/guests/abc", "guest abc is removed\n"),
        (&["block", "abc"], "POST /api/admin/guests/abc/block {\"block\":true}", "guest abc is blocked\n"),
        (
            &["unblock", "abc"],
            "POST /api/admin/guests/abc/block {\"block\":false}",
            "guest abc is unblocked\n",
        ),
        (
            &["unblock", "abc", "--json"],
            "POST /api/admin/guests/abc/block {\"block\":false}",
            "{\"unblocked\":\"abc\"}\n",
        ),
    ] {
        let (desk, asked) = fake(vec![(204, Value::Null)]);
        let said = desk.admin(args);
        assert_eq!((said.code, said.err.as_str(), said.out.as_str()), (0, "", done), "{args:?}");
        assert_eq!(asked.recv().unwrap(), request);
    }
}

/// Closing and removing cannot be undone.
#[test]
fn without_a_terminal_it_needs_yes() {
    let (desk, asked) = fake(vec![(204, Value::Null)]);
    for args in [["close", "abc"], ["remove", "abc"]] {
        let said = desk.admin(&args);
        assert_eq!((said.code, said.out.as_str()), (2, ""));
        assert!(said.err.ends_with("there is no terminal to ask for it; add --yes\n"), "{}", said.err);
    }
    assert!(asked.try_recv().is_err(), "nothing was asked of the server");
}

#[test]
fn it_says_what_went_wrong_in_one_line() {
    let fails = |desk: &Desk, args: &[&str], expected: &str| {
        let said = desk.admin(args);
        assert_eq!((said.code, said.out.as_str(), said.err.lines().count()), (2, "", 1), "{}", said.err);
        assert!(said.err.starts_with("irori: ") && said.err.contains(expected), "{}", said.err);
    };
    let desk = Desk::new("");
    fails(&desk, &["tables"], "irori.sqlite.admin does not hold an address and a key");
    std::fs::remove_file(desk.file()).unwrap();
    fails(&desk, &["tables"], "no server seems to be running with this database: there is no file ");

    let address = format!("127.0.0.1:{}", free_port());
    let desk = Desk::new(&json!({ "address": address, "key": "secret" }).to_string());
    fails(&desk, &["tables"], &format!("the server at {address} does not answer: Connection refused"));

    let refusal = |code: &str, message: &str| json!({ "error": { "code": code, "message": message } });
    for (status, args, expected) in [
        (401, &["tables"][..], "irori.sqlite.admin; is another server running at this address?"),
        (403, &["block", "abc"], "refuses the key"),
        (404, &["close", "abc", "--yes"], "there is no table abc; `irori admin tables` lists them"),
        (404, &["remove", "abc", "--yes"], "there is no guest abc; `irori admin guests` lists them"),
        (404, &["limits"], "the server has no admin commands"),
        (503, &["block", "abc"], "the server refused: the database cannot be written"),
    ] {
        let (desk, _asked) = fake(vec![(status, refusal("some", "the database cannot be written"))]);
        fails(&desk, args, expected);
    }
}

/// The whole way, to a real server.
#[test]
fn an_operator_manages_a_running_server() {
    let home = TempDir::new().unwrap();
    let serving = Serving::start(&mut command(home.path(), &["serve", "--bind", "127.0.0.1:0"]));
    let admin = |args: &[&str]| said(command(home.path(), &["admin"]).args(args));
    let list = |args: &[&str]| -> Value {
        let said = admin(args);
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{args:?}");
        serde_json::from_str(&said.out).unwrap()
    };
    let (_, aki) = serving.request("POST", "/api/guests", None, &json!({ "name": "Aki" }));
    let (id, token) = (aki["id"].as_str().unwrap(), aki["token"].as_str());
    let setting = json!({ "game": "koi-koi", "seats": 2, "public": true });
    let (_, opened) = serving.request("POST", "/api/tables", token, &setting);
    let table = opened["table"]["id"].as_str().unwrap();

    let listed = list(&["tables", "--json"]);
    assert_eq!(
        (&listed["tables"][0]["id"], &listed["tables"][0]["game"]),
        (&json!(table), &json!("koi-koi"))
    );
    assert!(admin(&["tables"]).out.contains(table));
    assert_eq!(list(&["guests", "ak", "--json"])["guests"][0]["id"], id);
    assert_eq!(list(&["guests", "bo", "--json"])["guests"], json!([]));
    assert!(list(&["limits", "--json"])["limits"].is_array());

    assert_eq!(admin(&["close", table, "--yes"]).out, format!("table {table} is closed\n"));
    assert_eq!(admin(&["block", id]).out, format!("guest {id} is blocked\n"));
    let (status, refused) = serving.request("POST", "/api/tables", token, &setting);
    assert_eq!((status, &refused["error"]["code"]), (403, &json!("blocked")));
    assert_eq!(list(&["guests", "Aki", "--json"])["guests"][0]["blocked"], true);
    assert_eq!(admin(&["unblock", id]).code, 0);
    assert_eq!(admin(&["remove", id, "--yes"]).out, format!("guest {id} is removed\n"));
    assert_eq!(list(&["guests", "Aki", "--json"])["guests"], json!([]));

    let unknown = "zzzzzzzzzzzz";
    for args in [["close", unknown, "--yes"], ["remove", unknown, "--yes"]] {
        let said = admin(&args);
        assert!(said.code == 2 && said.err.starts_with("irori: there is no "), "{}", said.err);
    }
    assert!(admin(&["block", unknown]).err.starts_with("irori: there is no guest"));
}

/// Whoever reads the file can close tables, so nobody else may.
#[test]
#[cfg(unix)]
fn a_server_leaves_a_key_for_its_operator_and_takes_it_away() {
    use std::os::unix::fs::PermissionsExt;
    let home = TempDir::new().unwrap();
    let file = home.path().join("irori/irori.sqlite.admin");
    std::fs::create_dir(home.path().join("irori")).unwrap();
    std::fs::write(&file, "left by a server that was killed").unwrap();
    let serving = Serving::start(&mut command(home.path(), &["serve", "--bind", "0.0.0.0:0"]));
    let port = serving.address.rsplit_once(':').unwrap().1.to_owned();
    let access: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(access["address"], format!("127.0.0.1:{port}"));
    assert_eq!(access["key"].as_str().unwrap().len(), 64);
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let (code, log) = serving.stop();
    assert!(code == 0 && !log.contains(access["key"].as_str().unwrap()), "{log}");
    assert!(!file.exists());
}
