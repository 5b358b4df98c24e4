//! Switches outside `/v1`: `GET` and `POST /sandbox/faults`, `GET /sandbox/requests`.
//!
//! `POST /sandbox/faults` takes `{"faults": ["delay=50@deals_list:3"]}` and puts those in the place of all that
//! were on. Only `application/json` is read and only for a loopback `Host`, so that no web page can look or switch,
//! not even through a name that it makes point here.

use std::sync::Arc;

use axum::{
    extract::State as Shared,
    http::{HeaderMap, StatusCode},
    response::Response,
};
use bytes::Bytes;

use super::send;
use crate::{
    Fault,
    exchange::Answer,
    json::{Object, quote},
    rules::problem::Problem,
    state::State,
};

/// The faults that are on.
pub(crate) async fn active(Shared(state): Shared<Arc<State>>, headers: HeaderMap) -> Response {
    if let Err(refused) = local(&headers) {
        return send::plain(refused);
    }
    send::plain(Answer::ok(listing(&state)))
}

/// Replaces the faults that are on.
pub(crate) async fn switch(Shared(state): Shared<Arc<State>>, headers: HeaderMap, body: Bytes) -> Response {
    if let Err(refused) = local(&headers) {
        return send::plain(refused);
    }
    match read(&headers, &body) {
        Ok(faults) => {
            state.faults.replace(faults);
            send::plain(Answer::ok(listing(&state)))
        }
        Err(why) => send::plain(Problem::invalid(why).answer(None, None)),
    }
}

/// The request log, oldest first.
pub(crate) async fn requests(Shared(state): Shared<Arc<State>>, headers: HeaderMap) -> Response {
    if let Err(refused) = local(&headers) {
        return send::plain(refused);
    }
    let entries: Vec<String> = state
        .requests
        .all()
        .into_iter()
        .map(|request| {
            let mut entry = Object::new();
            entry.set("number", request.number.to_string());
            entry.set_text("at", &request.at.to_string());
            entry.set_text("method", &request.method);
            entry.set_text("target", &request.target);
            let optional = |text: Option<String>| text.map_or("null".to_owned(), |text| quote(&text));
            entry.set("route", optional(request.route));
            entry.set("status", request.status.to_string());
            entry.set("idempotency_key", optional(request.idempotency_key));
            entry.set("request_id", optional(request.request_id));
            entry.set("replayed", request.replayed.to_string());
            entry.set("fault", optional(request.fault));
            entry.to_string()
        })
        .collect();
    send::plain(Answer::json(
        StatusCode::OK,
        format!("{{\"items\":[{}]}}", entries.join(",")),
    ))
}

/// 403 unless the request was addressed to a loopback name.
fn local(headers: &HeaderMap) -> Result<(), Answer> {
    let host = headers
        .get("host")
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    match host.rsplit_once(':').map_or(host, |(name, _)| name) {
        "127.0.0.1" | "localhost" => Ok(()),
        _ => Err(Problem::forbidden("the switches answer to loopback names alone").answer(None, None)),
    }
}

fn listing(state: &State) -> String {
    let faults: Vec<String> = state
        .faults
        .active()
        .iter()
        .map(|fault| quote(&fault.to_string()))
        .collect();
    format!("{{\"faults\":[{}]}}", faults.join(","))
}

fn read(headers: &HeaderMap, body: &[u8]) -> Result<Vec<Fault>, String> {
    let media = headers
        .get("content-type")
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    if !media.starts_with("application/json") {
        return Err("send application/json".to_owned());
    }
    let form = "the body must be {\"faults\": [\"NAME[=VALUE][@ROUTE][:TIMES]\"]}";
    let words = Object::parse(body)
        .ok()
        .and_then(|object| {
            object
                .get("faults")
                .and_then(|list| serde_json::from_str::<Vec<String>>(list).ok())
        })
        .ok_or(form)?;
    words
        .iter()
        .map(|word| word.parse().map_err(|error: crate::ParseError| error.to_string()))
        .collect()
}
