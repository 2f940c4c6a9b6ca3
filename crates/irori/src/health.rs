//! `irori health`: asks a running server whether it can write, for the health checks of containers and services.

use std::net::SocketAddr;
use std::process::ExitCode;

use clap::Args;
use client::Server;

use crate::admin_file::reachable;
use crate::http;
use crate::out::print;
use crate::settings::{bind_address, local};

#[derive(Args)]
pub struct HealthArgs {
    /// The server to ask
    #[arg(value_name = "ADDRESS:PORT", env = "IRORI_BIND", default_value_t = local(), value_parser = bind_address)]
    address: SocketAddr,
}

/// The exit code of an unhealthy server. Containers know 0 and 1 only.
const UNHEALTHY: u8 = 1;

pub fn run(args: &HealthArgs) -> anyhow::Result<ExitCode> {
    let address = reachable(args.address);
    let unhealthy = match http::request(&Server(address.to_string()), "GET", "/healthz", &[], None) {
        Ok(answer) if answer.status == 200 => None,
        Ok(answer) => {
            let body = answer.body.split_whitespace().collect::<Vec<_>>().join(" ");
            Some(format!("status {}: {body}", answer.status))
        }
        Err(error) => Some(error.to_string()),
    };
    let said = unhealthy.as_ref().map_or_else(|| "healthy".to_owned(), |why| format!("unhealthy: {why}"));
    print(&format!("{address} is {said}\n"))?;
    Ok(if unhealthy.is_none() { ExitCode::SUCCESS } else { ExitCode::from(UNHEALTHY) })
}
