//! Clients that keep the server waiting shut nobody out.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::house::{House, play_out, short, soon};

/// An answer "at once": a busy machine may take this long, a server that waits for somebody takes longer.
const AT_ONCE: Duration = Duration::from_secs(5);
const HALF: &[u8] = b"GET /api/games HTTP/1.1\r\nHost: x\r\nX-Half: ";

async fn connect(house: &House) -> TcpStream {
    TcpStream::connect(&house.server.0).await.unwrap()
}

/// Connects from another address of this machine.
async fn connect_from(house: &House, from: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(format!("{from}:0").parse().unwrap()).unwrap();
    socket.connect(house.server.0.parse().unwrap()).await.unwrap()
}

async fn begin(mut stream: TcpStream, bytes: &[u8]) -> TcpStream {
    stream.write_all(bytes).await.unwrap();
    stream
}

/// Everything that comes until the connection is closed.
async fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = soon(stream.read_to_end(&mut bytes)).await;
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whether the server has closed a connection on which nothing was to be read.
fn is_closed(stream: &TcpStream) -> bool {
    !matches!(stream.try_read(&mut [0]), Err(error) if error.kind() == std::io::ErrorKind::WouldBlock)
}

/// Asks over a connection of its own and returns how long the answer took.
async fn health(stream: TcpStream) -> Duration {
    let since = Instant::now();
    let ask = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    let answer = rest(&mut begin(stream, ask).await).await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("ok\n"), "{answer}");
    since.elapsed()
}

/// Fault 4: half-sent requests shut out everybody.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_sent_requests_shut_nobody_out() {
    let house = House::with(|config| config.limits.connections_per_address = 100).await;
    let (mut one, mut other, _) = house.playing(&short()).await;
    let mut halves = Vec::new();
    for at in 0..300 {
        halves.push(begin(connect(&house).await, HALF).await);
        if at % 50 == 49 {
            assert!(health(connect(&house).await).await < AT_ONCE, "from the same address");
            assert!(health(connect_from(&house, "127.0.0.2").await).await < AT_ONCE, "from another one");
        }
    }
    soon(play_out(&mut one, &mut other)).await;
    let open = halves.iter().filter(|stream| !is_closed(stream)).count();
    assert!(open <= 100, "{open} are open");
    assert!(is_closed(&halves[0]), "the oldest makes room first");
    assert!(catalog::check(&house.record(&one.table, 1).await).unwrap().finished);
}

/// Fault 4: bodies that never come are as bad as heads.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_sent_bodies_shut_nobody_out() {
    let house = House::with(|config| config.limits.connections_per_address = 20).await;
    let half = b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{";
    let mut halves = Vec::new();
    for _ in 0..60 {
        halves.push(begin(connect(&house).await, half).await);
        // Before the head is read, the connection could be evicted for that.
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    assert!(health(connect(&house).await).await < AT_ONCE);
    assert!(health(connect_from(&house, "127.0.0.2").await).await < AT_ONCE);
    let open = halves.iter().filter(|stream| !is_closed(stream)).count();
    assert!(open <= 20, "{open} are open");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_head_ends_the_connection_and_a_slow_body_is_refused() {
    let house = House::open().await;
    let body = b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{\"name\": ";
    let since = Instant::now();
    let (mut head, mut body) =
        (begin(connect(&house).await, HALF).await, begin(connect(&house).await, body).await);
    let (head, body) = tokio::join!(rest(&mut head), rest(&mut body));
    let took = since.elapsed();
    assert!((Duration::from_secs(9)..Duration::from_secs(40)).contains(&took), "{took:?}");
    assert_eq!(head, "");
    assert!(body.starts_with("HTTP/1.1 400") && body.contains("bad-request"), "{body}");
    assert!(body.contains("within 10 seconds"), "{body}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_requests_use_one_connection() {
    let house = House::open().await;
    let mut stream = connect(&house).await;
    for _ in 0..20 {
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
        let (mut answer, mut part) = (String::new(), [0; 1024]);
        while !answer.ends_with("ok\n") {
            let read = soon(stream.read(&mut part)).await.unwrap();
            assert_ne!(read, 0, "closed after {answer}");
            answer.push_str(&String::from_utf8_lossy(&part[..read]));
        }
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
}

/// A socket has its own limit and takes no place of a plain connection.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_do_not_count_as_connections() {
    let house = House::with(|config| config.limits.connections_per_address = 3).await;
    let guest = house.server.guest("Aki").await.unwrap();
    let table = house.server.open(&guest, &short()).await.unwrap();
    let mut sockets = Vec::new();
    for _ in 0..20 {
        sockets.push(house.server.connect(&table, Some(&guest), None).await.unwrap());
    }
    for _ in 0..10 {
        begin(connect(&house).await, HALF).await;
    }
    assert!(health(connect(&house).await).await < AT_ONCE);
    for socket in &mut sockets {
        socket.send(&json!({ "type": "leave" })).await.unwrap();
        soon(socket.until(|frame| frame["type"] == "refused")).await.unwrap();
    }
}

/// Fault 10: a second line, or another address of the same network, passed the limits.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_behind_a_proxy_counts_once() {
    let house = House::with(|config| (config.limits.writes, config.proxy) = (3, true)).await;
    let ask = async |headers: &[(&str, &str)]| {
        let body = json!({ "name": "Aki" });
        house.server.request("POST", "/api/guests", headers, Some(&body)).await.unwrap().status
    };
    let forwarded = "X-Forwarded-For";
    for at in 0..3 {
        let made_up = format!("10.0.0.{at}");
        assert_eq!(ask(&[(forwarded, &made_up), (forwarded, "10.0.1.1")]).await, 200);
    }
    assert_eq!(ask(&[(forwarded, "10.0.0.9"), (forwarded, "10.0.1.1")]).await, 429);
    for at in 0..3 {
        assert_eq!(ask(&[(forwarded, &format!("[2001:db8::{at}]:1234"))]).await, 200);
    }
    assert_eq!(ask(&[(forwarded, "2001:db8::9:9")]).await, 429);
    assert_eq!(ask(&[(forwarded, "2001:db8:0:1::1")]).await, 200);
}
