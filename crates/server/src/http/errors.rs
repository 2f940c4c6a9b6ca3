//! Refusals as HTTP answers, and how the OpenAPI document lists them for each operation.

use std::collections::BTreeMap;

use axum::Json;
use axum::response::{IntoResponse, Response};
use utoipa::openapi::{self, ContentBuilder, ObjectBuilder, RefOr, ResponseBuilder, schema};

use crate::protocol::{ErrorAnswer, ErrorInfo};
use crate::refusal::{Refusal, RefusalCode};

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (code, message) = (self.code, self.message.into_owned());
        (code.status(), Json(ErrorAnswer { error: ErrorInfo { code, message } })).into_response()
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
    WelcomeErrors: BadName BadOrigin BadRequest TooFast TooLarge Unavailable;
    /// Reading something of one's own.
    OwnErrors: NoGuest Unavailable;
    PastGamesErrors: BadRequest NoGuest Unavailable;
    RenameErrors: BadName BadOrigin BadRequest NoGuest TooFast TooLarge Unavailable;
    MakeCodeErrors: BadOrigin NoGuest TooFast Unavailable;
    ClaimErrors: BadCode BadOrigin BadRequest TooFast TooLarge Unavailable;
    /// Reading what anybody may read.
    ReadErrors: Unavailable;
    RulesErrors: UnknownGame;
    OpenErrors: BadOption BadOrigin BadRequest BadSeats NoGuest TooFast TooLarge TooMany Unavailable UnknownGame;
    TableErrors: BadRequest NoRecord NoTable Unavailable;
    ConnectErrors: BadOrigin BadRequest BadVersion Full NoTable TooMany Unavailable;
    RecordErrors: NoRecord NotFound Unavailable;
    ReplayErrors: BadRequest NoRecord NotFound Unavailable;
}

/// One answer for each status, with the codes it can have.
fn documented(codes: &[RefusalCode]) -> BTreeMap<String, RefOr<openapi::Response>> {
    let mut by_status: BTreeMap<String, Vec<RefusalCode>> = BTreeMap::new();
    for code in codes {
        by_status.entry(code.status().as_str().to_owned()).or_default().push(*code);
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
