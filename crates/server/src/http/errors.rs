//! Refusals as HTTP answers, and how the OpenAPI document lists them for each operation.

use std::collections::BTreeMap;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use table::{Refusal, RefusalCode};
use utoipa::openapi::{self, ContentBuilder, ObjectBuilder, RefOr, ResponseBuilder, schema};

use crate::protocol::{ErrorAnswer, ErrorInfo};

/// A refusal as an HTTP answer.
#[derive(Debug)]
pub struct Refused(pub Refusal);

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused(refusal)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let (code, message) = (self.0.code, self.0.message.into_owned());
        let status = StatusCode::from_u16(code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(ErrorAnswer { error: ErrorInfo { code, message } })).into_response();
        // For the layer that counts refusals.
        response.extensions_mut().insert(code);
        response
    }
}

/// Declares sets of codes that `#[utoipa::path]` takes among its responses.
macro_rules! refusals {
    ($($(#[$doc:meta])* $set:ident: $($code:ident)*;)*) => {
        $($(#[$doc])*
        pub struct $set;

        impl utoipa::IntoResponses for $set {
            fn responses() -> BTreeMap<String, RefOr<openapi::Response>> {
                documented(&[$(RefusalCode::$code),*])
            }
        })*
    };
}

refusals! {
    /// Becoming a guest.
    WelcomeErrors: BadName BadOrigin BadRequest Blocked TooFast TooLarge Unavailable;
    /// Reading something of one's own.
    OwnErrors: Blocked NoGuest Unavailable;
    PastGamesErrors: BadRequest Blocked NoGuest Unavailable;
    /// Changing something of one's own.
    OwnWriteErrors: BadOrigin Blocked NoGuest NotFound TooFast Unavailable;
    RenameErrors: BadName BadOrigin BadRequest Blocked NoGuest TooFast TooLarge Unavailable;
    KeepErrors: BadOrigin BadRequest Blocked NoGuest NoRecord NotFound TooFast TooLarge Unavailable;
    MakeCodeErrors: BadOrigin Blocked NoGuest TooFast Unavailable;
    ClaimErrors: BadCode BadOrigin BadRequest TooFast TooLarge Unavailable;
    /// Reading what anybody may read.
    ReadErrors: Unavailable;
    RulesErrors: UnknownGame;
    LobbyErrors: BadRequest Unavailable;
    OpenErrors: BadOption BadOrigin BadRequest BadSeats Blocked NoGuest TooFast TooLarge TooMany Unavailable UnknownGame;
    TableErrors: BadRequest Blocked NoRecord NoTable TooFast Unavailable;
    ConnectErrors: BadOrigin BadRequest BadVersion Blocked Full NoTable TooFast TooMany Unavailable;
    RecordErrors: NoRecord NotFound Unavailable;
    ReplayErrors: BadRequest NoRecord NotFound Unavailable;
}

/// One answer for each status, with the codes it can have.
fn documented(codes: &[RefusalCode]) -> BTreeMap<String, RefOr<openapi::Response>> {
    let mut by_status: BTreeMap<String, Vec<RefusalCode>> = BTreeMap::new();
    for code in codes {
        by_status.entry(code.status().to_string()).or_default().push(*code);
    }
    let answers = by_status.into_iter().map(|(status, codes)| (status, RefOr::T(answer(&codes))));
    answers.collect()
}

fn answer(codes: &[RefusalCode]) -> openapi::Response {
    let text = || ObjectBuilder::new().schema_type(schema::Type::String);
    let names = codes.iter().map(|code| code.name());
    let error = ObjectBuilder::new()
        .property("code", text().enum_values(Some(names)))
        .required("code")
        .property("message", text().description(Some("A sentence for people, in English.")))
        .required("message");
    let body = ObjectBuilder::new().property("error", error).required("error");
    let meanings: Vec<String> =
        codes.iter().map(|code| format!("`{}`: {}", code.name(), code.meaning())).collect();
    ResponseBuilder::new()
        .description(meanings.join(". "))
        .content("application/json", ContentBuilder::new().schema(Some(body)).build())
        .build()
}
