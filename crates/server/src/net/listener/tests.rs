//! A listener over a real connection.

use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpStream};

use super::*;

/// A listener, and the other end of its connection.
async fn listener() -> (Arc<Listener>, TcpStream) {
    let door = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let other = TcpStream::connect(door.local_addr().unwrap()).await.unwrap();
    let (_, sender) = door.accept().await.unwrap().0.into_split();
    let source = Source::from(std::net::IpAddr::from([127, 0, 0, 1]));
    (Arc::new(Listener::new(1, source, None, sender, Arc::default())), other)
}

fn frame(text: &str) -> Frame {
    let write = |out: &mut Vec<u8>| {
        out.extend_from_slice(text.as_bytes());
        Ok(())
    };
    Frame::write(write).unwrap()
}

#[tokio::test]
async fn frames_of_every_length_have_the_heads_of_the_protocol() {
    let (listener, mut other) = listener().await;
    let lengths = [0, 1, 125, 126, 127, 65_535, 65_536, 70_000];
    for length in lengths {
        let text = "x".repeat(length);
        assert_eq!(frame(&text).text(), text);
        assert!(listener.tell(&frame(&text)));
        listener.sent().await;
        let head = match length {
            0..126 => vec![0x81, length as u8],
            126..65_536 => vec![0x81, 126, (length >> 8) as u8, length as u8],
            _ => vec![0x81, 127, 0, 0, 0, 0, 0, 1, (length >> 8) as u8, length as u8],
        };
        let mut read = vec![0; head.len() + length];
        other.read_exact(&mut read).await.unwrap();
        assert_eq!(read, [&head, text.as_bytes()].concat());
    }
    assert_eq!(listener.metrics.frames.get(), lengths.len() as i64);
}

#[tokio::test]
async fn what_the_connection_does_not_take_is_sent_later_and_whole() {
    let (listener, mut other) = listener().await;
    let long = frame(&"0123456789".repeat(100_000));
    let attending = listener.clone();
    let task = tokio::spawn(async move { attending.attend().await });
    let count = 30;
    for _ in 0..count {
        assert!(listener.tell(&long));
    }
    let mut read = vec![0; long.bytes().len() * count];
    other.read_exact(&mut read).await.unwrap();
    assert!(read.chunks(long.bytes().len()).all(|chunk| chunk == long.bytes()));
    listener.let_go(LetGo::Stopping);
    assert_eq!(task.await.unwrap(), End::LetGo(LetGo::Stopping));
}

#[tokio::test]
async fn a_client_that_does_not_read_is_let_go_and_gets_nothing_more() {
    let (listener, mut other) = listener().await;
    let long = frame(&"0123456789".repeat(6000));
    let mut told = 0;
    while listener.tell(&long) {
        told += 1;
        assert!(told < 10_000, "a line takes for ever");
    }
    assert_eq!(listener.attend().await, End::LetGo(LetGo::Slow));
    assert!(!listener.tell(&frame("more")));
    // The close message may still follow a half-sent frame. Everything else that waited is dropped: the client gets it
    // when it reconnects.
    listener.put(b"bye").unwrap();
    let reading = tokio::spawn(async move {
        let mut read = Vec::new();
        other.read_to_end(&mut read).await.unwrap();
        read
    });
    listener.sent().await;
    listener.hang_up();
    let read = reading.await.unwrap();
    let whole = (read.len() - 3) / long.bytes().len();
    assert_eq!(read.len(), whole * long.bytes().len() + 3);
    assert_eq!(whole, told + 1 - Listener::QUEUE);
    assert!(read.ends_with(b"bye"));
}

#[tokio::test]
async fn a_lost_connection_ends_the_listener() {
    let (listener, other) = listener().await;
    drop(other);
    // The first write after the loss may still seem to succeed.
    while listener.tell(&frame("is somebody there?")) {
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
    assert_eq!(listener.attend().await, End::Cut);
    assert!(listener.put(b"bye").is_err());
}
