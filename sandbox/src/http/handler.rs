//! Handles one request from socket to response: faults, service, response faults, log entry.

use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};

use axum::{
    body::{Body, HttpBody as _},
    extract::{RawPathParams, Request, rejection::RawPathParamsRejection},
    http::{HeaderMap, HeaderValue, header, request::Parts},
    response::Response,
};
use bytes::{Bytes, BytesMut};
use encours_core::contract::operation::{BearerRule, Operation};
use futures_util::StreamExt as _;

use crate::LoggedRequest as Logged;
use crate::faults::{FaultPlan, FaultTarget, WireFault, http_date};
use crate::http_types::{ApiResponse, ReceivedRequest, header_text};
use crate::lock::lock;
use crate::routes::RouteHandler;
use crate::rules::idempotency;
use crate::rules::problem::{ApiProblem, ProblemContext};
use crate::rules::query::{QueryParams, has_valid_escapes};
use crate::server::ServerState;

use super::request_head::{self, HeadError};
use super::{ConnectionHandle, PREFIX, response_writer};

/// One operation of the table with its handler.
#[derive(Debug, Clone)]
pub(crate) struct Endpoint {
    pub(crate) state: Arc<ServerState>,
    pub(crate) op: &'static Operation,
    pub(crate) handler: RouteHandler,
    pub(crate) port: u16,
}

/// Path parameters, or the reason why the path could not be decoded.
pub(crate) type Params = Result<RawPathParams, RawPathParamsRejection>;

impl Endpoint {
    /// Passes a request through faults and service, logs it and sends the response.
    pub(crate) async fn handle(self, line: ConnectionHandle, params: Params, request: Request) -> Response {
        let (parts, body) = request.into_parts();
        let plan = plan_faults(&self.state, self.op);
        if let Some(delay) = plan.delay() {
            tokio::time::sleep(delay).await;
        }
        let request_id = request_id(&parts.headers);
        let target = target(&parts);
        let now = self.state.clock.now();
        let context = ProblemContext {
            spec_gaps: &self.state.config.spec_gaps,
            route: Some(self.op.name),
            request_id: request_id.as_deref(),
        };
        let target_info = FaultTarget { op: self.op, context, target: &target, port: self.port, now };
        let mut wire = plan.wire_fault();
        let (mut response, replayed) = if plan.drops_before_commit() {
            wire = Some(WireFault::Drop);
            (ApiProblem::new(500, "the connection closed before this was read").to_response(context), false)
        } else {
            let body = read_body(body, context.spec_gaps.body_limit, context.spec_gaps.time_limit()).await;
            if let Some(canned) = plan.canned_response(target_info) {
                (canned, false)
            } else {
                self.run_handler(&self.collect_request(&parts, params, body, &plan, &line))
                    .unwrap_or_else(|problem| (problem.to_response(context), false))
            }
        };
        add_headers(&mut response, &self.state, parts.headers.get("x-request-id"));
        plan.change_response(&mut response, now);
        log_request(&self.state, &parts, &target, Some(self.op), &response, replayed, plan.describe());
        response_writer::send(response, wire, &line)
    }

    /// Returns the service's response.
    ///
    /// A panic inside the service becomes 500: its transaction is rolled back, and the service continues.
    fn run_handler(&self, received: &ReceivedRequest) -> Result<(ApiResponse, bool), ApiProblem> {
        let decide = || self.state.process(self.op, self.handler, received, self.port);
        std::panic::catch_unwind(AssertUnwindSafe(decide)).unwrap_or_else(|_| {
            tracing::error!(operation = self.op.name, "internal error in the sandbox");
            Err(ApiProblem::new(500, "unexpected error; nothing was changed"))
        })
    }

    /// Collects the parts of the request that rules inspect, and the first reading error.
    fn collect_request(
        &self,
        parts: &Parts,
        params: Params,
        body: Option<Bytes>,
        plan: &FaultPlan,
        line: &ConnectionHandle,
    ) -> ReceivedRequest {
        let invalid = |message: &str| ApiProblem::invalid(message).with_reason("invalid_parameter");
        let mut unreadable = None;
        if !has_valid_escapes(parts.uri.path()) {
            unreadable = Some(invalid("the path holds a `%` that begins no escape"));
        }
        let params = params.ok();
        if params.is_none() {
            unreadable = unreadable.or(Some(invalid("the path is not UTF-8 once decoded")));
        }
        let query = QueryParams::parse(parts.uri.query().unwrap_or_default());
        if query.is_none() {
            let message = "the query holds an escape that is cut short or no UTF-8";
            unreadable = unreadable.or(Some(invalid(message)));
        }
        if body.is_none() {
            let limit = self.state.config.spec_gaps.body_limit;
            let detail = format!("the body could not be read in time, or it has more than {limit} bytes");
            unreadable = unreadable.or(Some(ApiProblem::invalid(detail).with_reason("invalid_payload")));
        }
        let mut query = query.unwrap_or_default();
        if self.op.page.is_some() {
            plan.change_query(&mut query);
        }
        ReceivedRequest {
            path: parts.uri.path().strip_prefix(PREFIX).unwrap_or_default().to_owned(),
            params: params.iter().flat_map(RawPathParams::iter).map(to_owned_pair).collect(),
            query,
            headers: parts.headers.clone(),
            body: body.unwrap_or_default(),
            from: line.from,
            token_lifetime: plan.token_lifetime(),
            unreadable,
        }
    }
}

fn to_owned_pair((name, value): (&str, &str)) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

/// Answers requests to unknown routes with 404, and unreadable requests with their problem.
pub(crate) async fn handle_unknown(state: &ServerState, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let spec_gaps = &state.config.spec_gaps;
    read_body(body, spec_gaps.body_limit, spec_gaps.time_limit()).await;
    let request_id = request_id(&parts.headers);
    let head_error = parts
        .headers
        .get(request_head::MARKER_HEADER)
        .and_then(|mark| HeadError::from_marker(mark.as_bytes()));
    let problem = head_error.map_or_else(
        || ApiProblem::not_found("this service has no such route").with_reason("route_unknown"),
        HeadError::problem,
    );
    let mut response = problem.to_response(ProblemContext {
        spec_gaps: &state.config.spec_gaps,
        route: None,
        request_id: request_id.as_deref(),
    });
    add_headers(&mut response, state, parts.headers.get("x-request-id"));
    log_request(state, &parts, &target(&parts), None, &response, false, None);
    response_writer::send_plain(response)
}

/// Reads the whole body.
///
/// Returns `None` if it is longer than `limit` or declares such a length, if it breaks off, or if it does not arrive
/// within `time_limit`. The response does not wait for the rest, which is dropped with the connection.
pub(crate) async fn read_body(body: Body, limit: usize, time_limit: Duration) -> Option<Bytes> {
    if body.size_hint().lower() > limit as u64 {
        return None;
    }
    let full = async {
        let mut chunks = body.into_data_stream();
        let mut full = BytesMut::new();
        while let Some(chunk) = chunks.next().await {
            let chunk = chunk.ok()?;
            if full.len() + chunk.len() > limit {
                return None;
            }
            full.extend_from_slice(&chunk);
        }
        Some(full.freeze())
    };
    tokio::time::timeout(time_limit, full).await.ok().flatten()
}

/// Returns the faults switched on for this operation, plus the hostile profile's random one.
fn plan_faults(state: &ServerState, op: &Operation) -> FaultPlan {
    let mut kinds = state.faults.take_matching(op.name, op.method.as_str(), op.path);
    if let Some(hostility) = &state.random_faults
        && op.bearer != BearerRule::Never
    {
        kinds.extend(lock(hostility).next());
    }
    FaultPlan::new(kinds)
}

/// Adds the headers of every response: date, correlation identifier and no caching.
fn add_headers(response: &mut ApiResponse, state: &ServerState, request_id: Option<&HeaderValue>) {
    if let Ok(date) = HeaderValue::from_str(&http_date(state.clock.now())) {
        response.replace_header(header::DATE, date);
    }
    response.replace_header(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(id) = request_id {
        response.replace_header(header::HeaderName::from_static("x-request-id"), id.clone());
    }
}

fn log_request(
    state: &ServerState,
    parts: &Parts,
    target: &str,
    op: Option<&Operation>,
    response: &ApiResponse,
    replayed: bool,
    fault: Option<String>,
) {
    let (method, status) = (parts.method.as_str(), response.status.as_u16());
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
    parts.uri.path_and_query().map_or_else(|| parts.uri.path().to_owned(), ToString::to_string)
}
