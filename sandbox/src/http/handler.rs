//! Handles one request from socket to response: faults, service, response faults, log entry.

use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};

use axum::{
    body::{Body, HttpBody as _},
    extract::{RawPathParams, Request, rejection::RawPathParamsRejection},
    http::{HeaderMap, HeaderValue, header, request::Parts},
    response::Response,
};
use bytes::{Bytes, BytesMut};
use encours_core::contract::operation::{Bearer, Operation};
use futures_util::StreamExt as _;

use crate::Request as Logged;
use crate::faults::{Plan, Towards, WireFault, http_date};
use crate::http_types::{Answer, Received, header_text};
use crate::lock::lock;
use crate::routes::Handler;
use crate::rules::idempotency;
use crate::rules::problem::{Asked, Problem};
use crate::rules::query::{Query, escapes_are_whole};
use crate::server::State;

use super::request_head::{self, Trouble};
use super::{Line, PREFIX, response_writer};

/// One operation of the table with its handler.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) state: Arc<State>,
    pub(crate) op: &'static Operation,
    pub(crate) handler: Handler,
    pub(crate) port: u16,
}

/// Path parameters, or the reason why the path could not be decoded.
pub(crate) type Params = Result<RawPathParams, RawPathParamsRejection>;

impl Entry {
    /// Passes a request through faults and service, logs it and sends the response.
    pub(crate) async fn enter(self, line: Line, params: Params, request: Request) -> Response {
        let (parts, body) = request.into_parts();
        let plan = plan(&self.state, self.op);
        if let Some(delay) = plan.delay() {
            tokio::time::sleep(delay).await;
        }
        let request_id = request_id(&parts.headers);
        let target = target(&parts);
        let now = self.state.clock.now();
        let asked = Asked {
            open: &self.state.config.open,
            route: Some(self.op.name),
            request_id: request_id.as_deref(),
        };
        let towards = Towards {
            op: self.op,
            asked,
            target: &target,
            port: self.port,
            now,
        };
        let mut wire = plan.wire();
        let (mut answer, replayed) = if plan.drops_before() {
            wire = Some(WireFault::Drop);
            (
                Problem::new(500, "the connection closed before this was read").answer(asked),
                false,
            )
        } else {
            let body = read(body, asked.open.body_limit, asked.open.patience()).await;
            if let Some(canned) = plan.canned(towards) {
                (canned, false)
            } else {
                self.decide(&self.receive(&parts, params, body, &plan, &line))
                    .unwrap_or_else(|problem| (problem.answer(asked), false))
            }
        };
        finish(&mut answer, &self.state, parts.headers.get("x-request-id"));
        plan.distort(&mut answer, now);
        log(
            &self.state,
            &parts,
            &target,
            Some(self.op),
            &answer,
            replayed,
            plan.words(),
        );
        response_writer::answer(answer, wire, &line)
    }

    /// Returns the service's response.
    ///
    /// A panic inside the service becomes 500: its transaction is rolled back, and the service continues.
    fn decide(&self, received: &Received) -> Result<(Answer, bool), Problem> {
        let decide = || self.state.decide(self.op, self.handler, received, self.port);
        std::panic::catch_unwind(AssertUnwindSafe(decide)).unwrap_or_else(|_| {
            tracing::error!(operation = self.op.name, "internal error in the sandbox");
            Err(Problem::new(500, "unexpected error; nothing was changed"))
        })
    }

    /// Collects the parts of the request that rules inspect, and the first reading error.
    fn receive(
        &self,
        parts: &Parts,
        params: Params,
        body: Option<Bytes>,
        plan: &Plan,
        line: &Line,
    ) -> Received {
        let invalid = |what: &str| Problem::invalid(what).reason("invalid_parameter");
        let mut unreadable = None;
        if !escapes_are_whole(parts.uri.path()) {
            unreadable = Some(invalid("the path holds a `%` that begins no escape"));
        }
        let params = params.ok();
        if params.is_none() {
            unreadable = unreadable.or(Some(invalid("the path is not UTF-8 once decoded")));
        }
        let query = Query::parse(parts.uri.query().unwrap_or_default());
        if query.is_none() {
            let what = "the query holds an escape that is cut short or no UTF-8";
            unreadable = unreadable.or(Some(invalid(what)));
        }
        if body.is_none() {
            let limit = self.state.config.open.body_limit;
            let detail = format!("the body could not be read in time, or it has more than {limit} bytes");
            unreadable = unreadable.or(Some(Problem::invalid(detail).reason("invalid_payload")));
        }
        let mut query = query.unwrap_or_default();
        if self.op.page.is_some() {
            plan.bend(&mut query);
        }
        Received {
            path: parts
                .uri
                .path()
                .strip_prefix(PREFIX)
                .unwrap_or_default()
                .to_owned(),
            params: params.iter().flat_map(RawPathParams::iter).map(owned).collect(),
            query,
            headers: parts.headers.clone(),
            body: body.unwrap_or_default(),
            from: line.from,
            token_lifetime: plan.token_lifetime(),
            unreadable,
        }
    }
}

fn owned((name, value): (&str, &str)) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

/// Answers requests to unknown routes with 404, and unreadable requests with their problem.
pub(crate) async fn unknown(state: &State, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let open = &state.config.open;
    read(body, open.body_limit, open.patience()).await;
    let request_id = request_id(&parts.headers);
    let trouble = parts
        .headers
        .get(request_head::MARK)
        .and_then(|mark| Trouble::marked(mark.as_bytes()));
    let problem = trouble.map_or_else(
        || Problem::not_found("this service has no such route").reason("route_unknown"),
        Trouble::problem,
    );
    let mut answer = problem.answer(Asked {
        open: &state.config.open,
        route: None,
        request_id: request_id.as_deref(),
    });
    finish(&mut answer, state, parts.headers.get("x-request-id"));
    log(state, &parts, &target(&parts), None, &answer, false, None);
    response_writer::plain(answer)
}

/// Reads the whole body.
///
/// Returns `None` if it is longer than `limit` or declares such a length, if it breaks off, or if it does not arrive
/// within `patience`. The response does not wait for the rest, which is dropped with the connection.
pub(crate) async fn read(body: Body, limit: usize, patience: Duration) -> Option<Bytes> {
    if body.size_hint().lower() > limit as u64 {
        return None;
    }
    let whole = async {
        let mut pieces = body.into_data_stream();
        let mut whole = BytesMut::new();
        while let Some(piece) = pieces.next().await {
            let piece = piece.ok()?;
            if whole.len() + piece.len() > limit {
                return None;
            }
            whole.extend_from_slice(&piece);
        }
        Some(whole.freeze())
    };
    tokio::time::timeout(patience, whole).await.ok().flatten()
}

/// Returns the faults switched on for this operation, plus the hostile profile's random one.
fn plan(state: &State, op: &Operation) -> Plan {
    let mut kinds = state.faults.strike(op.name, op.method.as_str(), op.path);
    if let Some(hostility) = &state.hostility
        && op.bearer != Bearer::Never
    {
        kinds.extend(lock(hostility).next());
    }
    Plan::new(kinds)
}

/// Adds the headers of every response: date, correlation identifier and no caching.
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
    let request_id = request_id(&parts.headers);
    tracing::info!(
        method,
        target,
        status,
        request_id,
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
        idempotency_key: parts.headers.get(idempotency::HEADER).map(header_text),
        request_id,
        replayed,
        fault,
    });
}

/// Returns the correlation identifier sent by the client.
fn request_id(headers: &HeaderMap) -> Option<String> {
    headers.get("x-request-id").map(header_text)
}

fn target(parts: &Parts) -> String {
    parts
        .uri
        .path_and_query()
        .map_or_else(|| parts.uri.path().to_owned(), ToString::to_string)
}
