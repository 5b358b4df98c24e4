//! One request from the socket to the answer: faults before, the service, faults after, and a line in the log.

use std::sync::Arc;

use axum::{
    body::to_bytes,
    extract::{RawPathParams, Request},
    http::{HeaderMap, HeaderValue, header, request::Parts},
    response::Response,
};
use encours_core::contract::operation::Operation;

use super::{Line, PREFIX, send};
use crate::{
    Request as Logged,
    exchange::{Answer, Received},
    faults::{Plan, Towards, WireFault, http_date},
    routes::Handler,
    rules::{idempotency, problem::Problem, query::Query},
    state::State,
    sync::lock,
};

/// A request to an operation of the table.
pub(crate) async fn enter(
    state: Arc<State>,
    op: &'static Operation,
    handler: Handler,
    line: Line,
    params: RawPathParams,
    request: Request,
    port: u16,
) -> Response {
    let params = params
        .iter()
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let (parts, body) = request.into_parts();
    let plan = plan(&state, op);
    if let Some(delay) = plan.delay() {
        tokio::time::sleep(delay).await;
    }
    let request_id = text(&parts.headers, "x-request-id");
    let target = target(&parts);
    let now = state.clock.now();
    let towards = Towards {
        op,
        request_id: request_id.as_deref(),
        target: &target,
        port,
        now,
    };
    let canned = plan.canned(towards);
    let mut wire = plan.wire();
    let (mut answer, replayed) = if plan.drops_before() {
        wire = Some(WireFault::Drop);
        (
            Problem::new(500, "the connection closed before this was read").answer(None, None),
            false,
        )
    } else if let Some(canned) = canned {
        (canned, false)
    } else {
        // One more byte than the limit tells a body at the limit from one beyond it.
        let body = to_bytes(body, state.config.open.body_limit).await;
        let decided = match (body, Query::parse(parts.uri.query().unwrap_or_default())) {
            (Ok(body), Some(mut query)) => {
                plan.bend(&mut query);
                let path = parts
                    .uri
                    .path()
                    .strip_prefix(PREFIX)
                    .unwrap_or_default()
                    .to_owned();
                let received = Received {
                    path,
                    params,
                    query,
                    headers: parts.headers.clone(),
                    body,
                    from: line.from,
                };
                state.decide(op, handler, &received)
            }
            (Err(_), _) => Err(Problem::invalid(format!(
                "the body could not be read, or it has more than {} bytes",
                state.config.open.body_limit
            ))),
            (_, None) => Err(Problem::invalid("the query is not UTF-8 once decoded")),
        };
        decided.unwrap_or_else(|problem| (problem.answer(Some(op.name), request_id.as_deref()), false))
    };
    finish(&mut answer, &state, parts.headers.get("x-request-id"));
    plan.distort(&mut answer, now);
    log(&state, &parts, &target, Some(op), &answer, replayed, plan.words());
    send::answer(answer, wire, &line)
}

/// A request to anything else: 404, whatever the method.
pub(crate) async fn unknown(state: Arc<State>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let request_id = text(&parts.headers, "x-request-id");
    let problem = Problem::not_found("this service has no such route").reason("route_unknown");
    let mut answer = problem.answer(None, request_id.as_deref());
    finish(&mut answer, &state, parts.headers.get("x-request-id"));
    log(&state, &parts, &target(&parts), None, &answer, false, None);
    send::plain(answer)
}

/// The faults switched on for this operation, and the hostile profile's own.
fn plan(state: &State, op: &Operation) -> Plan {
    let mut kinds = state.faults.strike(op.name, op.method.as_str(), op.path);
    if let Some(hostility) = &state.hostility
        && op.name != "auth_token_exchange"
    {
        kinds.extend(lock(hostility).next());
    }
    Plan::new(kinds)
}

/// Headers of every answer: the service's own date, the correlation identifier given back, and no caching.
fn finish(answer: &mut Answer, state: &State, request_id: Option<&HeaderValue>) {
    if let Ok(date) = HeaderValue::from_str(&http_date(state.clock.now())) {
        answer.replace(header::DATE, date);
    }
    answer.replace(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(id) = request_id {
        answer.replace(header::HeaderName::from_static("x-request-id"), id.clone());
    }
}

fn log(
    state: &State,
    parts: &Parts,
    target: &str,
    op: Option<&Operation>,
    answer: &Answer,
    replayed: bool,
    fault: Option<String>,
) {
    let (method, status) = (parts.method.as_str(), answer.status.as_u16());
    tracing::info!(
        method,
        target,
        status,
        replayed,
        fault = fault.as_deref().unwrap_or_default()
    );
    state.requests.record(Logged {
        number: 0,
        at: state.clock.now(),
        method: method.to_owned(),
        target: target.to_owned(),
        route: op.map(|op| op.name.to_owned()),
        status,
        idempotency_key: text(&parts.headers, idempotency::HEADER),
        request_id: text(&parts.headers, "x-request-id"),
        replayed,
        fault,
    });
}

fn text(headers: &HeaderMap, name: &str) -> Option<String> {
    headers
        .get(name)
        .and_then(|value| value.to_str().ok())
        .map(str::to_owned)
}

fn target(parts: &Parts) -> String {
    parts
        .uri
        .path_and_query()
        .map_or_else(|| parts.uri.path().to_owned(), ToString::to_string)
}
