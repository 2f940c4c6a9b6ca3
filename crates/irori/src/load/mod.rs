//! `irori load`: plays random games at many tables over real sockets and measures the server.

mod child;
mod latency;
mod player;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use client::Server;
use serde_json::json;
use tokio::sync::Barrier;

use crate::cli::LoadArgs;
use child::Child;
use latency::Latencies;
use player::{MoveSchedule, SharedTable};

pub fn run(args: &LoadArgs) -> anyhow::Result<ExitCode> {
    let seats = args.seats.unwrap_or(args.game.usual_seats());
    if !args.game.seats().contains(&seats) {
        bail!("{} cannot be played with {seats} seats", args.game);
    }
    let child = match args.address {
        Some(_) => None,
        None => Some(Child::start()?),
    };
    let server = Server(
        args.address.clone().or(child.as_ref().map(|child| child.address.clone())).unwrap_or_default(),
    );
    let pid = args.pid.or(child.as_ref().map(Child::pid));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let measured = runtime.block_on(load(args, seats, &server, pid));
    // Closes the sockets before the server stops.
    runtime.shutdown_timeout(Duration::from_secs(2));
    let text = measured?.text(args.json);
    crate::out::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The figures of a run.
struct Measured {
    tables: usize,
    sockets: usize,
    idle_tables: usize,
    seconds: f64,
    moves: u64,
    games: u64,
    /// The server's CPU time in seconds, if the system tells it.
    cpu: Option<f64>,
    latencies: Latencies,
    /// The server's memory before any table, with all tables open, and with all sockets open, in bytes.
    memory: Option<[u64; 3]>,
}

async fn load(args: &LoadArgs, seats: u8, server: &Server, pid: Option<u32>) -> anyhow::Result<Measured> {
    let moves = Arc::new(AtomicU64::new(0));
    let games = Arc::new(AtomicU64::new(0));
    let latencies = Arc::new(std::sync::Mutex::new(Latencies::default()));
    let sockets = args.tables * usize::from(seats);
    let barrier = Arc::new(Barrier::new(sockets + 1));
    let interval = args.rate.map(|rate| Duration::from_secs_f64(args.tables as f64 / rate.max(0.001)));
    let memory = || pid.and_then(child::memory).unwrap_or_default();
    let before = memory();
    let setting = json!({ "game": args.game.id(), "seats": seats });
    let host = server.guest("load").await.context("the server does not answer")?;
    for _ in 0..args.idle {
        server.open(&host, &setting).await?;
    }
    let mut opened = Vec::new();
    for _ in 0..args.tables {
        opened.push(server.open(&host, &setting).await?);
    }
    let with_tables = memory();
    let guests = {
        let mut guests = Vec::new();
        for seat in 0..seats {
            guests.push(server.guest(&format!("load {seat}")).await?);
        }
        guests
    };
    let mut tasks = tokio::task::JoinSet::new();
    for (number, id) in opened.iter().enumerate() {
        let schedule = interval.map(|interval| MoveSchedule::new(interval, number as u64));
        let table = Arc::new(SharedTable::new(seats, schedule));
        for seat in 0..seats {
            let socket = server.connect(id, Some(&guests[usize::from(seat)]), None).await?;
            let player = player::RandomPlayer {
                seat,
                seed: (number * 8 + usize::from(seat)) as u64,
                table: table.clone(),
                moves: moves.clone(),
                games: games.clone(),
                latencies: latencies.clone(),
                barrier: barrier.clone(),
            };
            tasks.spawn(player.play_games(socket));
        }
    }
    let with_sockets = memory();
    barrier.wait().await;
    // One second of warm-up.
    tokio::time::sleep(Duration::from_secs(1)).await;
    *latencies.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Latencies::default();
    let (start, moves_before, games_before) =
        (Instant::now(), moves.load(Ordering::Relaxed), games.load(Ordering::Relaxed));
    let cpu_before = pid.and_then(child::cpu);
    let time = tokio::time::sleep(Duration::from_secs(args.seconds));
    tokio::select! {
        () = time => {}
        _ = tokio::signal::ctrl_c() => {}
        Some(ended) = tasks.join_next() => {
            ended.context("a player panicked")?.context("a player failed")?;
            bail!("a player's socket was closed by the server");
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let cpu = pid.and_then(child::cpu).zip(cpu_before).map(|(after, before)| after - before);
    let latencies = latencies.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
    tasks.abort_all();
    Ok(Measured {
        tables: args.tables,
        idle_tables: args.idle,
        sockets,
        seconds,
        moves: moves.load(Ordering::Relaxed) - moves_before,
        games: games.load(Ordering::Relaxed) - games_before,
        cpu,
        latencies,
        memory: pid.map(|_| [before, with_tables, with_sockets]),
    })
}

impl Measured {
    fn text(&self, as_json: bool) -> String {
        let a_second = self.moves as f64 / self.seconds;
        let a_cpu_second = self.cpu.filter(|cpu| *cpu > 0.0).map(|cpu| self.moves as f64 / cpu);
        let [p50, p99, most] =
            [0.5, 0.99, 1.0].map(|part| self.latencies.quantile(part).as_secs_f64() * 1000.0);
        let tables = (self.tables + self.idle_tables) as u64;
        let each = self.memory.map(|[before, with_tables, with_sockets]| {
            (
                with_tables.saturating_sub(before) / tables.max(1),
                with_sockets.saturating_sub(with_tables) / (self.sockets as u64).max(1),
            )
        });
        if as_json {
            let value = json!({
                "tables": self.tables, "idle_tables": self.idle_tables, "sockets": self.sockets,
                "seconds": self.seconds, "moves": self.moves, "games": self.games,
                "moves_per_second": a_second, "server_cpu_seconds": self.cpu,
                "moves_per_cpu_second": a_cpu_second, "p50_ms": p50, "p99_ms": p99, "max_ms": most,
                "bytes_per_table": each.map(|(table, _)| table), "bytes_per_socket": each.map(|(_, socket)| socket),
            });
            return format!("{value}\n");
        }
        let mut text = format!(
            "{} tables, {} idle tables, {} sockets, {:.1} s: {} moves ({a_second:.0} per second), {} games finished\n",
            self.tables, self.idle_tables, self.sockets, self.seconds, self.moves, self.games
        );
        if let (Some(cpu), Some(a_cpu_second)) = (self.cpu, a_cpu_second) {
            text += &format!("server: {cpu:.2} s CPU time, {a_cpu_second:.0} moves per CPU second\n");
        }
        text += &format!(
            "latency from a move to the last seat's update: p50 {p50:.1} ms, p99 {p99:.1} ms, maximum {most:.1} ms\n"
        );
        if let Some((table, socket)) = each {
            text += &format!("memory: {} KiB per table, {} KiB per socket\n", table / 1024, socket / 1024);
        }
        text
    }
}
