//! `irori admin`: what an operator sees and does at a running server, from the machine it runs on.

mod table;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use clap::{Args, Subcommand};
use client::{Response, Server};
use serde_json::{Value, json};

use crate::admin_file::Access;
use crate::database::DatabaseArgs;
use crate::http;
use crate::out::{confirm, print};

#[derive(Args)]
pub struct AdminArgs {
    #[command(subcommand)]
    command: AdminCommand,
    #[command(flatten)]
    database: DatabaseArgs,
    /// Print one JSON object
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum AdminCommand {
    /// List the tables that are in use, the latest first
    Tables(ListArgs),
    /// Close a table: its game ends, and nobody can play there any more
    Close(SureArgs),
    /// List the guests, or those with NAME in their name
    Guests {
        /// Part of a name
        name: Option<String>,
        #[command(flatten)]
        list: ListArgs,
    },
    /// Delete a guest with their tokens and statistics, and their name and chat messages in all games
    Remove(SureArgs),
    /// Sign a guest out and refuse what they ask from now on
    Block(IdArgs),
    /// Let a blocked guest play again
    Unblock(IdArgs),
    /// List who has hit which limit since the server started, the most frequent first
    Limits,
}

#[derive(Args)]
struct ListArgs {
    /// The maximum number of lines
    #[arg(long, value_name = "N", default_value_t = 200)]
    max: usize,
}

#[derive(Args)]
struct IdArgs {
    /// The id, as the lists show it
    #[arg(value_parser = id)]
    id: String,
}

#[derive(Args)]
struct SureArgs {
    #[command(flatten)]
    of: IdArgs,
    /// Do not ask for confirmation
    #[arg(long)]
    yes: bool,
}

/// Only letters and digits, so that an id can stand in a path.
fn id(text: &str) -> Result<String, String> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if plain { Ok(text.to_owned()) } else { Err("an id has letters and digits only".to_owned()) }
}

pub fn run(args: &AdminArgs) -> anyhow::Result<ExitCode> {
    let desk = Desk::open(args.database.path()?)?;
    match &args.command {
        AdminCommand::Tables(list) => {
            desk.list(args.json, "tables", "", list.max, "There are no tables.", table::of_tables)
        }
        AdminCommand::Guests { name, list } => {
            let name = name.as_deref().unwrap_or_default();
            let nobody = if name.is_empty() {
                "There are no guests.".to_owned()
            } else {
                format!("No guest has {name:?} in their name.")
            };
            let query = format!("name={}&", http::query(name));
            desk.list(args.json, "guests", &query, list.max, &nobody, table::of_guests)
        }
        AdminCommand::Limits => {
            desk.list(args.json, "limits", "", usize::MAX, "No limit has been hit.", table::of_limits)
        }
        AdminCommand::Close(SureArgs { of: IdArgs { id }, yes }) => {
            let question =
                format!("Close table {id} for everybody? A game in progress ends without a result.");
            if !yes && !confirm(&question)? {
                return Ok(unchanged());
            }
            desk.change(args.json, "POST", &format!("tables/{id}/close"), None, ("table", id, "closed"))
        }
        AdminCommand::Remove(SureArgs { of: IdArgs { id }, yes }) => {
            let question = format!("Delete guest {id} and everything about them? This cannot be undone.");
            if !yes && !confirm(&question)? {
                return Ok(unchanged());
            }
            desk.change(args.json, "DELETE", &format!("guests/{id}"), None, ("guest", id, "removed"))
        }
        AdminCommand::Block(IdArgs { id }) => desk.block(args.json, id, true),
        AdminCommand::Unblock(IdArgs { id }) => desk.block(args.json, id, false),
    }
}

/// The exit code of an operator who said no.
fn unchanged() -> ExitCode {
    eprintln!("irori: nothing was changed");
    ExitCode::FAILURE
}

/// A running server and the key to it.
struct Desk {
    database: PathBuf,
    server: Server,
    bearer: String,
}

impl Desk {
    fn open(database: PathBuf) -> anyhow::Result<Desk> {
        let access = Access::of(&database)?;
        let server = Server(access.address.to_string());
        Ok(Desk { database, server, bearer: format!("Bearer {}", access.key) })
    }

    fn list(
        &self,
        as_json: bool,
        what: &str,
        query: &str,
        most: usize,
        nothing: &str,
        show: fn(&[Value]) -> String,
    ) -> anyhow::Result<ExitCode> {
        let (mut rows, mut page, mut more) = (Vec::new(), 0, true);
        while more && rows.len() < most {
            let answer = self.ask("GET", &format!("{what}?{query}page={page}"), None)?;
            let mut answer = well(answer)?.json();
            let Value::Array(found) = answer[what].take() else { bail!("the server sent no list of {what}") };
            more = answer["more"] == true && !found.is_empty();
            rows.extend(found);
            page += 1;
        }
        let more = more || rows.len() > most;
        rows.truncate(most);
        if as_json {
            print(&format!("{}\n", json!({ what: rows, "more": more })))?;
        } else if rows.is_empty() {
            print(&format!("{nothing}\n"))?;
        } else {
            print(&show(&rows))?;
            if more {
                eprintln!("irori: there are more than these {}; --max N lists more", rows.len());
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    fn block(&self, as_json: bool, id: &str, block: bool) -> anyhow::Result<ExitCode> {
        let done = if block { "blocked" } else { "unblocked" };
        let body = json!({ "block": block });
        self.change(as_json, "POST", &format!("guests/{id}/block"), Some(&body), ("guest", id, done))
    }

    fn change(
        &self,
        as_json: bool,
        method: &str,
        path: &str,
        body: Option<&Value>,
        (kind, id, done): (&str, &str, &str),
    ) -> anyhow::Result<ExitCode> {
        let answer = self.ask(method, path, body)?;
        if answer.status == 404 {
            bail!("there is no {kind} {id}; `irori admin {kind}s` lists them");
        }
        well(answer)?;
        if as_json {
            print(&format!("{}\n", json!({ done: id })))?;
        } else {
            print(&format!("{kind} {id} is {done}\n"))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> anyhow::Result<Response> {
        let headers = [("Authorization", self.bearer.as_str()), ("Content-Type", "application/json")];
        let path = format!("/api/admin/{path}");
        let answer = http::request(&self.server, method, &path, &headers, body).map_err(|error| {
            anyhow!(
                "the server at {} does not answer: {error}; if it was killed, start it again",
                self.server.0
            )
        })?;
        if matches!(answer.status, 401 | 403) {
            bail!(
                "the server at {} refuses the key in {}.admin; is another server running at this address?",
                self.server.0,
                self.database.display()
            );
        }
        Ok(answer)
    }
}

fn well(answer: Response) -> anyhow::Result<Response> {
    match answer.status {
        200..=299 => Ok(answer),
        404 => bail!("the server has no admin commands; is it an older version?"),
        _ => bail!("the server refused: {}", http::reason(&answer)),
    }
}
