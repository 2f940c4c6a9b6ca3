//! The engine protocol: one JSON object a line, answered by one line.

use std::time::Duration;

use bots::Bot;
use cards::{Quick, Random, Seed};
use games::OptionValue;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::any_game::{AnyGame, Setup, fresh_seed, open, seat_at};
use crate::driver::not_for;
use crate::record::{QUOTED, shorten};
use crate::{Code, Fault, GameId, strict};

/// How long `suggest` may think at most.
const LONGEST_MS: u64 = 60_000;

/// An engine: at most one game at a time.
pub struct Engine {
    game: Option<Box<dyn AnyGame>>,
    random: Quick,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewRequest {
    game: String,
    seats: i64,
    #[serde(default)]
    options: Map<String, Value>,
    seed: Option<String>,
    #[serde(default)]
    deals: Vec<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LegalRequest {
    seat: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayRequest {
    seat: i64,
    #[serde(rename = "move")]
    chosen: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ViewRequest {
    // Present but null for a spectator: a request without it is more likely a mistake than a wish to spectate.
    #[serde(deserialize_with = "Option::deserialize")]
    seat: Option<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SuggestRequest {
    seat: i64,
    bot: String,
    ms: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordRequest {}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

impl Engine {
    /// An engine without a game.
    pub fn new() -> Engine {
        let random = Quick::for_seed(&fresh_seed(), "engine");
        Engine { game: None, random }
    }

    /// Answers one request.
    pub fn answer(&mut self, line: &str) -> String {
        self.serve(line).unwrap_or_else(|fault| Engine::refuse(&fault))
    }

    /// The answer to a request that cannot be served.
    pub fn refuse(fault: &Fault) -> String {
        json!({ "error": { "code": fault.code.name(), "message": fault.message } }).to_string()
    }

    fn serve(&mut self, line: &str) -> Result<String, Fault> {
        let request = strict::parse(line).map_err(|error| {
            bad_request(&format!("not a JSON object on one line: {}", shorten(&error, QUOTED)))
        })?;
        let mut request = match request {
            Value::Object(request) => request.into_iter(),
            _ => return Err(bad_request("a request is a JSON object such as {\"legal\":{\"seat\":0}}")),
        };
        let (Some((name, body)), None) = (request.next(), request.next()) else {
            return Err(bad_request("a request is an object with exactly one key"));
        };
        let answer = match name.as_str() {
            "new" => self.open(read(&name, &body)?),
            "legal" => self.legal(&read(&name, &body)?),
            "play" => self.play(&read(&name, &body)?),
            "view" => self.view(&read(&name, &body)?),
            "suggest" => self.suggest(&read(&name, &body)?),
            "record" => {
                let RecordRequest {} = read(&name, &body)?;
                return Ok(self.game()?.record());
            }
            _ => Err(bad_request(&format!(
                "unknown request {:?}; the requests are new, legal, play, view, suggest, record",
                shorten(&name, QUOTED)
            ))),
        };
        Ok(answer?.to_string())
    }

    fn open(&mut self, new: NewRequest) -> Result<Value, Fault> {
        let game: GameId = new.game.parse()?;
        let seats = u8::try_from(new.seats).map_err(|_| not_for(game.id(), &game.seats(), new.seats))?;
        let options = new.options.into_iter().map(read_option).collect::<Result<_, _>>()?;
        let seed = new.seed.map_or_else(fresh_seed, |text| Seed::from_text(&text));
        let opened = open(&Setup { game, seats, options, seed, deals: new.deals })?;
        let answer = json!({ "to_act": to_act(&*opened) });
        self.game = Some(opened);
        Ok(answer)
    }

    fn legal(&mut self, legal: &LegalRequest) -> Result<Value, Fault> {
        let game = self.game()?;
        Ok(json!({ "moves": game.legal(seat_at(game.seats(), legal.seat)?)? }))
    }

    fn play(&mut self, play: &PlayRequest) -> Result<Value, Fault> {
        let game = self.game()?;
        let events = game.play(seat_at(game.seats(), play.seat)?, &play.chosen)?;
        let mut answer = json!({ "events": events, "to_act": to_act(game) });
        if game.to_act().is_empty() {
            answer["over"] = true.into();
            answer["totals"] = game.totals().into();
            answer["winners"] = game.winners().numbers().into();
        }
        Ok(answer)
    }

    fn view(&mut self, view: &ViewRequest) -> Result<Value, Fault> {
        let game = self.game()?;
        let viewer = view.seat.map(|seat| seat_at(game.seats(), seat)).transpose()?;
        Ok(json!({ "view": game.view(viewer)? }))
    }

    fn suggest(&mut self, suggest: &SuggestRequest) -> Result<Value, Fault> {
        let mut random = Quick::new(u64::from(self.random.word()));
        let game = self.game()?;
        let seat = seat_at(game.seats(), suggest.seat)?;
        let bot: Bot = suggest.bot.parse()?;
        let time = suggest.ms.map(|ms| Duration::from_millis(ms.min(LONGEST_MS)));
        Ok(json!(game.suggest(seat, bot, time, &mut random)?))
    }

    fn game(&mut self) -> Result<&mut dyn AnyGame, Fault> {
        match &mut self.game {
            Some(game) => Ok(&mut **game),
            None => Err(Fault::new(Code::NoGame, "no game is open; open one with {\"new\":{…}}")),
        }
    }
}

fn to_act(game: &dyn AnyGame) -> Vec<u8> {
    game.to_act().numbers()
}

fn read<T: for<'de> Deserialize<'de>>(name: &str, body: &Value) -> Result<T, Fault> {
    strict::read(body).map_err(|error| bad_request(&format!("{name}: {}", shorten(&error, QUOTED))))
}

fn read_option((key, value): (String, Value)) -> Result<(String, OptionValue), Fault> {
    match serde_json::from_value(value) {
        Ok(value) => Ok((key, value)),
        Err(_) => {
            let message = format!(
                "option {:?} must be a word, a number from 0 on, true or false",
                shorten(&key, QUOTED)
            );
            Err(Fault::new(Code::BadOption, message))
        }
    }
}

fn bad_request(message: &str) -> Fault {
    Fault::new(Code::BadRequest, message)
}
