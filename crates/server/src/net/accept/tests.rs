//! Real connections under a clock that jumps to the next timer, so that waiting takes no time.

use axum::routing::get;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::*;
use crate::config::Config;

const LARGE: usize = 64 * 1024 * 1024;
const ASK: &[u8] = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n";

struct Edge {
    address: SocketAddr,
    connections: Arc<Connections>,
    stop: oneshot::Sender<()>,
    served: JoinHandle<()>,
}

impl Edge {
    async fn open(per_address: usize) -> Edge {
        let mut config = Config::default();
        config.limits.connections_per_address = per_address;
        let connections = Connections::with_files(&config, 10_000);
        let thinking = get(async || {
            tokio::time::sleep(Duration::from_secs(600)).await;
            "thought"
        });
        let router = Router::new()
            .route("/", get(async || "well"))
            .route("/thinking", thinking)
            .route("/large", get(async || vec![0_u8; LARGE]));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (stop, stopped) = oneshot::channel();
        let until = async move { drop(stopped.await) };
        let served = tokio::spawn(serve(listener, router, connections.clone(), Arc::default(), until));
        Edge { address, connections, stop, served }
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.expect("a connection")
    }

    /// Connects and sends the beginning of something.
    async fn send(&self, bytes: &[u8]) -> TcpStream {
        let mut stream = self.connect().await;
        stream.write_all(bytes).await.expect("sent");
        stream
    }
}

/// Everything until the server closes the connection, and the seconds that took.
async fn rest(stream: &mut TcpStream) -> (String, u64) {
    let (since, mut bytes) = (Instant::now(), Vec::new());
    let _ = stream.read_to_end(&mut bytes).await;
    (String::from_utf8_lossy(&bytes).into_owned(), since.elapsed().as_secs())
}

/// Asks over an open connection and reads the answer.
async fn ask(stream: &mut TcpStream) {
    stream.write_all(ASK).await.expect("sent");
    let (mut answer, mut part) = (String::new(), [0; 1024]);
    while !answer.ends_with("well") {
        let read = stream.read(&mut part).await.expect("an answer");
        assert_ne!(read, 0, "closed after {answer}");
        answer.push_str(&String::from_utf8_lossy(&part[..read]));
    }
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[tokio::test(start_paused = true)]
async fn a_head_that_is_not_complete_in_time_ends_the_connection() {
    let edge = Edge::open(100).await;
    for begun in ["", "G", "GET / HTTP/1.1\r\nHost: x\r\n"] {
        let mut stream = edge.send(begun.as_bytes()).await;
        assert_eq!(rest(&mut stream).await, (String::new(), 10), "{begun}");
    }
    assert_eq!(edge.connections.timeout(), 3);
}

#[tokio::test(start_paused = true)]
async fn a_head_that_comes_byte_by_byte_has_no_more_time() {
    let edge = Edge::open(100).await;
    let since = Instant::now();
    let mut stream = edge.connect().await;
    let mut sent = 0;
    while stream.write_all(&ASK[..1]).await.is_ok() && sent < 100 {
        tokio::time::sleep(Duration::from_secs(1)).await;
        sent += 1;
    }
    assert!(since.elapsed() < Duration::from_secs(15), "{sent} bytes");
    assert_eq!(edge.connections.timeout(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_connection_is_kept_for_the_next_request() {
    let edge = Edge::open(100).await;
    let mut stream = edge.connect().await;
    for _ in 0..5 {
        ask(&mut stream).await;
        tokio::time::sleep(Duration::from_secs(70)).await;
    }
    ask(&mut stream).await;
    assert_eq!(rest(&mut stream).await, (String::new(), 75));
    assert_eq!((edge.connections.timeout(), edge.connections.open()), (0, 0));
}

#[tokio::test(start_paused = true)]
async fn the_next_head_has_as_little_time_as_the_first() {
    let edge = Edge::open(100).await;
    let mut stream = edge.connect().await;
    ask(&mut stream).await;
    tokio::time::sleep(Duration::from_secs(30)).await;
    stream.write_all(b"GET /").await.expect("sent");
    assert_eq!(rest(&mut stream).await, (String::new(), 10));
}

#[tokio::test(start_paused = true)]
async fn requests_sent_at_once_are_answered_in_turn() {
    let edge = Edge::open(100).await;
    let mut stream = edge.send(&ASK.repeat(3)).await;
    let (answers, seconds) = rest(&mut stream).await;
    assert_eq!((answers.matches("HTTP/1.1 200").count(), seconds), (3, 75));
}

#[tokio::test(start_paused = true)]
async fn a_client_may_wait_for_a_slow_answer() {
    let edge = Edge::open(100).await;
    let mut stream = edge.send(b"GET /thinking HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await;
    let (answer, seconds) = rest(&mut stream).await;
    assert!(answer.ends_with("thought") && seconds == 600, "{seconds} s: {answer}");
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_nobody_reads_is_given_up() {
    let edge = Edge::open(100).await;
    let mut stream = edge.send(b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n").await;
    tokio::time::sleep(Duration::from_secs(59)).await;
    assert_eq!(edge.connections.open(), 1);
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!((edge.connections.open(), edge.connections.timeout()), (0, 1));
    assert!(rest(&mut stream).await.0.len() < LARGE);
}

#[tokio::test(start_paused = true)]
async fn an_answer_may_be_read_slowly() {
    let edge = Edge::open(100).await;
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(64 * 1024).expect("a smaller buffer");
    let mut stream = socket.connect(edge.address).await.expect("a connection");
    stream.write_all(b"GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.expect("sent");
    // A paused clock jumps ahead whenever nobody has anything to do, also while bytes are on their way. With this task
    // somebody always has.
    let busy = tokio::spawn(async {
        loop {
            tokio::task::yield_now().await;
        }
    });
    let (mut part, mut all) = (vec![0; 4 * 1024 * 1024], 0);
    while all < LARGE {
        tokio::time::advance(Duration::from_secs(50)).await;
        stream.read_exact(&mut part).await.expect("more");
        all += part.len();
    }
    busy.abort();
    assert_eq!(edge.connections.timeout(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_connection_without_room_gets_an_answer() {
    let edge = Edge::open(1).await;
    let _busy = edge.send(b"GET /thinking HTTP/1.1\r\nHost: x\r\n\r\n").await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let (answer, seconds) = rest(&mut edge.connect().await).await;
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
    assert!(head.starts_with("HTTP/1.1 503 ") && seconds == 0, "{seconds} s: {answer}");
    assert!(head.contains(&format!("Content-Length: {}\r\n", body.len())), "{answer}");
    let body: serde_json::Value = serde_json::from_str(body).expect("JSON");
    assert_eq!(body["error"]["code"], "full");
    assert_eq!(edge.connections.limit(), 1);
}

#[tokio::test(start_paused = true)]
async fn an_evicted_connection_is_closed_at_once() {
    let edge = Edge::open(2).await;
    let (mut one, mut two) = (edge.send(b"GET").await, edge.send(b"GET").await);
    ask(&mut edge.connect().await).await;
    assert_eq!(rest(&mut one).await, (String::new(), 0));
    assert_eq!(rest(&mut two).await, (String::new(), 10));
    assert_eq!(edge.connections.evicted(), 1);
}

#[tokio::test(start_paused = true)]
async fn on_a_stop_only_requests_under_way_are_waited_for() {
    let edge = Edge::open(100).await;
    let mut busy = edge.send(b"GET /thinking HTTP/1.1\r\nHost: x\r\n\r\n").await;
    let mut begun = edge.send(b"GET /").await;
    let mut idle = edge.connect().await;
    ask(&mut idle).await;
    let _ = edge.stop.send(());
    for waiting in [&mut begun, &mut idle] {
        assert_eq!(rest(waiting).await, (String::new(), 0));
    }
    assert!(TcpStream::connect(edge.address).await.is_err());
    let (answer, seconds) = rest(&mut busy).await;
    assert!(answer.ends_with("thought") && (599..=600).contains(&seconds), "{seconds} s: {answer}");
    edge.served.await.expect("it ends");
}
