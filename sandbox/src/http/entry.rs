//! One request from the socket to the answer: faults before, the service, faults after, and a line in the log.

use std::sync::Arc;

use axum::{
    body::{Body, to_bytes},
    extract::{RawPathParams, Request, rejection::RawPathParamsRejection},
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

/// One operation of the table, ready to be asked.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) state: Arc<State>,
    pub(crate) op: &'static Operation,
    pub(crate) handler: Handler,
    pub(crate) port: u16,
}

/// Path parameters, or why the path could not be decoded.
pub(crate) type Params = Result<RawPathParams, RawPathParamsRejection>;

impl Entry {
    /// Takes a request through faults and service, logs it and sends the answer.
    pub(crate) async fn enter(self, line: Line, params: Params, request: Request) -> Response {
        let (parts, body) = request.into_parts();
        let plan = plan(&self.state, self.op);
        if let Some(delay) = plan.delay() {
            tokio::time::sleep(delay).await;
        }
        let request_id = text(&parts.headers, "x-request-id");
        let target = target(&parts);
        let now = self.state.clock.now();
        let towards = Towards {
            op: self.op,
            request_id: request_id.as_deref(),
            target: &target,
            port: self.port,
            now,
        };
        let mut wire = plan.wire();
        let (mut answer, replayed) = if plan.drops_before() {
            wire = Some(WireFault::Drop);
            (
                Problem::new(500, "the connection closed before this was read").answer(None, None),
                false,
            )
        } else if let Some(canned) = plan.canned(towards) {
            (canned, false)
        } else {
            match self
                .receive(&parts, params, body, &plan, &line)
                .await
                .and_then(|received| self.decide(&received))
            {
                Ok(decided) => decided,
                Err(problem) => (problem.answer(Some(self.op.name), request_id.as_deref()), false),
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
        send::answer(answer, wire, &line)
    }

    fn decide(&self, received: &Received) -> Result<(Answer, bool), Problem> {
        self.state.decide(self.op, self.handler, received)
    }

    /// Reads what a rule may want to look at; 422 if path, query or body cannot be read.
    async fn receive(
        &self,
        parts: &Parts,
        params: Params,
        body: Body,
        plan: &Plan,
        line: &Line,
    ) -> Result<Received, Problem> {
        let invalid = |what: &str| Problem::invalid(what).reason("invalid_parameter");
        let params = params.map_err(|_| invalid("the path is not UTF-8 once decoded"))?;
        let mut query = Query::parse(parts.uri.query().unwrap_or_default())
            .ok_or_else(|| invalid("the query is not UTF-8 once decoded"))?;
        plan.bend(&mut query);
        let limit = self.state.config.open.body_limit;
        let body = to_bytes(body, limit).await.map_err(|_| {
            let detail = format!("the body could not be read, or it has more than {limit} bytes");
            Problem::invalid(detail).reason("invalid_payload")
        })?;
        Ok(Received {
            path: parts
                .uri
                .path()
                .strip_prefix(PREFIX)
                .unwrap_or_default()
                .to_owned(),
            params: params
                .iter()
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            query,
            headers: parts.headers.clone(),
            body,
            from: line.from,
        })
    }
}

/// A request to anything else: 404, whatever the method.
pub(crate) fn unknown(state: &State, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let request_id = text(&parts.headers, "x-request-id");
    let problem = Problem::not_found("this service has no such route").reason("route_unknown");
    let mut answer = problem.answer(None, request_id.as_deref());
    finish(&mut answer, state, parts.headers.get("x-request-id"));
    log(state, &parts, &target(&parts), None, &answer, false, None);
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
