//! `irori health`: one line and an exit code.

use std::io::{Read, Write};
use std::net::TcpListener;

use tempfile::TempDir;

use crate::serve::{Serving, command, free_port};

fn health(args: &[&str], bind: Option<&str>) -> (Option<i32>, String) {
    let home = TempDir::new().unwrap();
    let mut command = command(home.path(), &["health"]);
    command.args(args);
    if let Some(bind) = bind {
        command.env("IRORI_BIND", bind);
    }
    let output = command.output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn a_healthy_server_is_one_line_and_exit_0() {
    let home = TempDir::new().unwrap();
    let serving = Serving::start(&mut command(home.path(), &["serve", "--bind", "0.0.0.0:0"]));
    let port = serving.address.rsplit_once(':').unwrap().1.to_owned();
    let healthy = (Some(0), format!("127.0.0.1:{port} is healthy\n"));
    assert_eq!(health(&[&format!("127.0.0.1:{port}")], None), healthy);
    // As in a container, where the server listens everywhere.
    assert_eq!(health(&[], Some(&format!("0.0.0.0:{port}"))), healthy);
}

#[test]
fn a_server_that_is_not_there_is_exit_1() {
    let address = format!("127.0.0.1:{}", free_port());
    let (code, said) = health(&[&address], None);
    assert_eq!(code, Some(1));
    assert!(said.starts_with(&format!("{address} is unhealthy: Connection refused")), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn an_unhealthy_server_is_exit_1_with_its_reason() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let server = std::thread::spawn(move || {
        let mut stream = listener.accept().unwrap().0;
        let mut request = [0; 1024];
        let read = stream.read(&mut request).unwrap();
        assert!(request[..read].starts_with(b"GET /healthz HTTP/1.1\r\n"));
        stream.write_all(b"HTTP/1.1 503 Service Unavailable\r\n\r\ndisk\r\nfull\n").unwrap();
    });
    let (code, said) = health(&[&address], None);
    server.join().unwrap();
    assert_eq!((code, said), (Some(1), format!("{address} is unhealthy: status 503: disk full\n")));
}
