//! `irori serve`: its settings from flags, environment and file, its output, and how it stops.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

const PAGE: &str = include_str!("../../../../docs/operating.md");

/// `irori` with a home of its own and none of our environment's settings.
pub fn command(home: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_irori"));
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("IRORI_")) {
        command.env_remove(name);
    }
    command.args(args).env("XDG_DATA_HOME", home).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A running server and the address it printed.
pub struct Serving {
    pub child: Child,
    pub address: String,
}

impl Serving {
    pub fn start(command: &mut Command) -> Serving {
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let Some(said) = line.strip_prefix("Irori is at http://") else {
            let mut err = String::new();
            child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
            panic!("it said {line:?} and {err:?}");
        };
        let address = said.split(' ').next().unwrap().to_owned();
        Serving { child, address }
    }

    /// The status and body of an answer.
    pub fn ask(&self, request: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let head = format!("{request}\r\nHost: {}\r\nConnection: close\r\n", self.address);
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(b"\r\n").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    /// The status and body of an answer to a guest's request, as JSON.
    pub fn request(&self, method: &str, path: &str, token: Option<&str>, body: &Value) -> (u16, Value) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let bearer = token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{bearer}Content-Length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        stream.write_all((head + &body).as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), serde_json::from_str(body).unwrap_or_default())
    }

    /// Stops it with SIGTERM; returns its exit code and its log.
    pub fn stop(mut self) -> (i32, String) {
        let told = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(told.success());
        let mut log = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        (self.child.wait().unwrap().code().unwrap_or(-1), log)
    }
}

impl Drop for Serving {
    /// A test that failed leaves no server behind.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A port that was free a moment ago.
pub fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Checks that it ends at once with one clear line.
pub fn refuses(home: &TempDir, args: &[&str], said: &str) {
    let output = command(home.path(), args).output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]), "{args:?}: {err}");
    assert!(
        err.starts_with("irori: ") && err.ends_with('\n') && err.lines().count() == 1,
        "{args:?}: {err:?}"
    );
    assert!(err.contains(said), "{args:?}: {err:?} does not say {said:?}");
}

#[test]
fn it_prints_its_address_serves_and_stops_cleanly() {
    let home = TempDir::new().unwrap();
    let serving = Serving::start(&mut command(home.path(), &["serve", "--bind", "127.0.0.1:0"]));
    assert_eq!(serving.ask("GET /healthz HTTP/1.1"), (200, "ok\n".to_owned()));
    assert_eq!(serving.ask("GET / HTTP/1.1").0, 200);
    assert_eq!(serving.ask("GET /nothing HTTP/1.1").0, 404);
    let described: Value = serde_json::from_str(&serving.ask("GET /api/openapi.json HTTP/1.1").1).unwrap();
    assert!(described["paths"]["/api/tables"].is_object());
    assert!(home.path().join("irori/irori.sqlite").is_file(), "tables are kept in the data folder");
    let (code, log) = serving.stop();
    assert_eq!(code, 0, "{log}");
    assert!(log.contains("stopped"), "{log}");
    assert!(!log.contains('\u{1b}'), "no colours where nobody sees them: {log:?}");
}

#[test]
fn without_a_command_it_serves_as_the_environment_says() {
    let home = TempDir::new().unwrap();
    let port = free_port();
    let file = home.path().join("by-environment.sqlite");
    let serving = Serving::start(
        command(home.path(), &[])
            .env("IRORI_BIND", format!("127.0.0.1:{port}"))
            .env("IRORI_DATABASE", format!("sqlite:{}", file.display())),
    );
    assert_eq!(serving.address, format!("127.0.0.1:{port}"));
    assert_eq!(serving.ask("GET /healthz HTTP/1.1").0, 200);
    assert!(file.is_file());
    assert_eq!(serving.stop().0, 0);
}

#[test]
fn flags_win_over_the_environment_and_that_over_the_file() {
    let home = TempDir::new().unwrap();
    let [by_flag, by_environment, by_file] = [free_port(), free_port(), free_port()];
    let config = home.path().join("irori.toml");
    let kept = home.path().join("by-file.sqlite");
    let text = format!("bind = \"127.0.0.1:{by_file}\"\ndatabase = \"sqlite:{}\"\n", kept.display());
    std::fs::write(&config, text).unwrap();
    let config = config.to_str().unwrap();

    let serving = Serving::start(&mut command(home.path(), &["serve", "--config", config]));
    assert_eq!(serving.address, format!("127.0.0.1:{by_file}"));
    assert!(kept.is_file());
    drop(serving);

    let environment = format!("127.0.0.1:{by_environment}");
    let mut by_both = command(home.path(), &["serve"]);
    let serving = Serving::start(by_both.env("IRORI_CONFIG", config).env("IRORI_BIND", &environment));
    assert_eq!(serving.address, environment);
    drop(serving);

    let flag = format!("127.0.0.1:{by_flag}");
    let mut by_all = command(home.path(), &["serve", "--bind", &flag, "--config", config]);
    let serving = Serving::start(by_all.env("IRORI_BIND", &environment));
    assert_eq!(serving.address, flag);
}

/// Behind a proxy the cookie is for HTTPS only, which shows whether the server trusts the proxy.
#[test]
fn a_proxy_is_trusted_if_the_strongest_setting_says_so() {
    let home = TempDir::new().unwrap();
    let config = home.path().join("irori.toml");
    let believes = |file: &str, environment: Option<&str>, flag: Option<&str>| {
        std::fs::write(&config, file).unwrap();
        let mut args = vec!["serve", "--bind", "127.0.0.1:0", "--config", config.to_str().unwrap()];
        args.extend(flag);
        let mut command = command(home.path(), &args);
        if let Some(environment) = environment {
            command.env("IRORI_PROXY", environment);
        }
        let serving = Serving::start(&mut command);
        let mut stream = TcpStream::connect(&serving.address).unwrap();
        let body = r#"{"name":"Aki"}"#;
        let request = format!(
            "POST /api/guests HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Forwarded-Proto: https\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.contains("irori="), "{answer}");
        answer.contains("; Secure")
    };
    assert!(!believes("", None, None));
    assert!(believes("proxy = true", None, None));
    assert!(!believes("proxy = true", Some("0"), None));
    assert!(believes("", Some("1"), None));
    assert!(believes("proxy = false", Some("no"), Some("--proxy")));
    assert!(!believes("", Some("true"), Some("--proxy=false")));
}

#[test]
fn a_wrong_setting_is_reported_in_one_line() {
    let home = TempDir::new().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    refuses(&home, &["serve", "--bind", &address], &format!("cannot listen on {address}"));
    refuses(
        &home,
        &["serve", "--bind", "here"],
        "'--bind <ADDRESS:PORT>': expected an IP address and a port",
    );
    refuses(&home, &["serve", "--bind", "localhost:7433"], "use an IP address: 127.0.0.1:7433");
    refuses(&home, &["serve", "--bind", "irori.example:80"], "0.0.0.0:80 for all networks");
    for (origin, said) in [
        (
            "irori.example",
            "irori: --origin must begin with http:// or https://, such as https://irori.example, not \"irori.example\"",
        ),
        ("ftp://irori.example", "--origin must begin with http:// or https://"),
        ("https://irori.example/play", "--origin must not have a path: use https://irori.example, not"),
        ("https://irori.example?a=b", "--origin must not have a path"),
        ("https://", "--origin must name a host"),
        ("https://irori example", "--origin must name a host"),
    ] {
        refuses(&home, &["serve", "--origin", origin], said);
    }
    refuses(&home, &["serve", "--keep-days", "-1"], "--keep-days");
    refuses(&home, &["serve", "--max-listed", "many"], "--max-listed");
    refuses(&home, &["serve", "--database", "tables.sqlite"], "--database must be sqlite:PATH");
    refuses(&home, &["serve", "--database", "postgres://localhost/irori"], "SQLite only");
    refuses(&home, &["serve", "--database", "sqlite:/dev/null/irori.sqlite"], "cannot be opened");
    refuses(&home, &["serve", "--log", "loud"], "--log");
    refuses(&home, &["serve", "--bot-pause", "99999999"], "--bot-pause");
    refuses(&home, &["serve", "--config", "/nowhere/irori.toml"], "cannot be read");

    let no_database = home.path().join("junk.sqlite");
    std::fs::write(&no_database, "this is a letter, not a database; ".repeat(100)).unwrap();
    refuses(&home, &["serve", "--database", &format!("sqlite:{}", no_database.display())], "not a database");

    let config = home.path().join("irori.toml");
    let path = config.to_str().unwrap();
    for (text, said) in [
        (
            "bind = \"127.0.0.1:0\"\n\ncolour = \"red\"\n",
            "irori.toml, line 3: unknown key \"colour\"; the keys are bind, database, origin, proxy, bot-pause,",
        ),
        ("bind = \"here\"\n", "irori.toml, line 1: invalid value 'here' for '--bind <ADDRESS:PORT>'"),
        (
            "\norigin = \"irori.example\"\n",
            "irori.toml, line 2: --origin must begin with http:// or https://",
        ),
        ("max-writes = \"many\"\n", "irori.toml, line 1: invalid value 'many'"),
        ("# quiet\nlog-level = \"loud\"\n", "irori.toml, line 2: invalid value 'loud'"),
        ("proxy = [true]\n", "line 1: proxy must be a text, a whole number, or true or false"),
        ("config = \"other.toml\"\n", "line 1: unknown key \"config\""),
        ("[bind\n", "irori.toml, line 1: "),
    ] {
        std::fs::write(&config, text).unwrap();
        refuses(&home, &["serve", "--config", path], said);
    }
}

/// Browsers send an origin in lower case, without the usual port and without a path.
#[test]
fn an_origin_is_understood_as_browsers_send_it() {
    let home = TempDir::new().unwrap();
    for origin in ["HTTPS://Irori.Example", "https://irori.example/", "https://irori.example:443"] {
        let mut child =
            command(home.path(), &["serve", "--bind", "127.0.0.1:0", "--origin", origin]).spawn().unwrap();
        let mut said = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(said.starts_with("Irori is at https://irori.example "), "{said}");
    }
}

/// A regression: a file that reached the limit of `ulimit -f` ended the server.
#[test]
fn a_file_size_limit_does_not_end_it() {
    let home = TempDir::new().unwrap();
    let serving = Serving::start(&mut command(home.path(), &["serve", "--bind", "127.0.0.1:0"]));
    for _ in 0..3 {
        let id = serving.child.id().to_string();
        assert!(Command::new("kill").args(["-XFSZ", &id]).status().unwrap().success());
        assert_eq!(serving.ask("GET /healthz HTTP/1.1").0, 200);
    }
    assert_eq!(serving.stop().0, 0);
}

/// The soft limit is the one that counts, and a process may raise it up to the hard limit.
#[test]
#[cfg(target_os = "linux")]
fn it_takes_as_many_open_files_as_it_may_have() {
    let home = TempDir::new().unwrap();
    let limits = |id: u32| std::fs::read_to_string(format!("/proc/{id}/limits")).unwrap();
    let served = command(home.path(), &["serve", "--bind", "127.0.0.1:0"]);
    let mut shell = Command::new("bash");
    shell.args(["-c", "ulimit -Sn 300; ulimit -Hn 500; exec \"$@\"", "bash"]);
    shell.arg(served.get_program()).args(served.get_args()).env("XDG_DATA_HOME", home.path());
    shell.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let serving = Serving::start(&mut shell);
    let limits = limits(serving.child.id());
    let files = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
    assert_eq!(files.split_whitespace().skip(3).take(2).collect::<Vec<_>>(), ["500", "500"], "{files}");
}

#[test]
fn a_log_for_programs_is_an_object_a_line() {
    let home = TempDir::new().unwrap();
    let serving =
        Serving::start(&mut command(home.path(), &["serve", "--bind", "127.0.0.1:0", "--log", "json"]));
    let (_, log) = serving.stop();
    assert!(log.lines().count() >= 2, "{log}");
    for line in log.lines() {
        let entry: Value = serde_json::from_str(line).unwrap();
        assert_eq!(entry["level"], "INFO");
        assert!(entry["timestamp"].is_string() && entry["fields"]["message"].is_string(), "{line}");
    }
}

/// A regression: an unfinished request kept the server from stopping.
#[test]
fn half_a_request_does_not_keep_it_from_stopping() {
    let home = TempDir::new().unwrap();
    let serving = Serving::start(&mut command(home.path(), &["serve", "--bind", "127.0.0.1:0"]));
    let mut stream = TcpStream::connect(&serving.address).unwrap();
    stream.write_all(b"POST /api/guests HTTP/1.1\r\nHost: a\r\nContent-Length: 30\r\n\r\n{").unwrap();
    // The server must have read it before it is told to stop.
    std::thread::sleep(Duration::from_millis(300));
    let start = Instant::now();
    let (code, log) = serving.stop();
    assert_eq!(code, 0, "{log}");
    assert!(start.elapsed() < Duration::from_secs(60));
}

/// The keys of a settings file, from the table on the page.
fn keys_on_page() -> Vec<&'static str> {
    let table = PAGE.split("\n| flag |").nth(1).unwrap().split("\n\n").next().unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| `--"));
    let keys = rows.map(|row| row.split('|').nth(3).unwrap().trim().trim_matches('`'));
    keys.filter(|key| !key.is_empty()).collect()
}

#[test]
fn an_unknown_variable_is_one_warning() {
    let home = TempDir::new().unwrap();
    let mut command = command(home.path(), &["serve", "--bind", "127.0.0.1:0"]);
    let serving = Serving::start(command.env("IRORI_BNID", "0.0.0.0:80").env("IRORI_COLOUR", "red"));
    let (_, log) = serving.stop();
    let warnings: Vec<&str> = log.lines().filter(|line| line.contains("WARN")).collect();
    assert_eq!(warnings.len(), 1, "{log}");
    assert!(
        warnings[0].contains("unknown environment variables")
            && warnings[0].contains("IRORI_BNID, IRORI_COLOUR")
    );
}

/// The example on the page has every key, and the server accepts it.
#[test]
fn the_file_on_the_page_is_read() {
    let example = PAGE.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let keys = keys_on_page();
    assert!(keys.len() > 10, "{keys:?}");
    for key in keys {
        assert!(example.lines().any(|line| line.starts_with(&format!("{key} = "))), "{key}");
    }
    let home = TempDir::new().unwrap();
    let config = home.path().join("irori.toml");
    std::fs::write(&config, example).unwrap();
    let database = format!("sqlite:{}/irori.sqlite", home.path().display());
    let args =
        ["serve", "--config", config.to_str().unwrap(), "--bind", "127.0.0.1:0", "--database", &database];
    let mut child = command(home.path(), &args).spawn().unwrap();
    let mut said = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(said.starts_with("Irori is at https://irori.example "), "{said}");
}
