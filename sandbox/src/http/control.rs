//! Control routes outside `/v1`: `GET` and `POST /sandbox/faults`, `GET /sandbox/requests`.
//!
//! `POST /sandbox/faults` takes `{"faults": ["delay=50@deals_list:3"]}` and replaces all active faults. Both methods
//! answer with the active faults and the list of all names. A request needs a loopback `Host`, and a `POST` body must
//! be `application/json`. A web page therefore cannot use these routes, not even through a DNS name that it points at
//! this device.

use std::sync::Arc;

use axum::{
    extract::{Request, State as Shared},
    http::{HeaderMap, StatusCode},
    response::Response,
};

use crate::http_types::ApiResponse;
use crate::json::{Object, quote};
use crate::rules::problem::{ApiProblem, ProblemContext};
use crate::server::ServerState;
use crate::{Fault, FaultKind};

use super::{handler, response_writer};

/// The longest request body, in bytes.
const MAX_BODY: usize = 64 * 1024;

/// Responses with the active faults.
pub(crate) async fn get_faults(Shared(state): Shared<Arc<ServerState>>, headers: HeaderMap) -> Response {
    response_writer::send_plain(
        require_local(&state, &headers)
            .map_or_else(|refused| refused, |()| ApiResponse::ok(faults_json(&state))),
    )
}

/// Replaces the active faults.
pub(crate) async fn set_faults(Shared(state): Shared<Arc<ServerState>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body =
        handler::read_body(body, MAX_BODY, state.config.spec_gaps.time_limit()).await.unwrap_or_default();
    response_writer::send_plain(match require_local(&state, &parts.headers) {
        Err(refused) => refused,
        Ok(()) => match parse_faults(&parts.headers, &body) {
            Ok(faults) => {
                state.faults.replace(faults);
                ApiResponse::ok(faults_json(&state))
            }
            Err(reason) => rejection(&state, &ApiProblem::invalid(reason)),
        },
    })
}

/// Responses with the request log, oldest first.
pub(crate) async fn get_requests(Shared(state): Shared<Arc<ServerState>>, headers: HeaderMap) -> Response {
    if let Err(refused) = require_local(&state, &headers) {
        return response_writer::send_plain(refused);
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
    response_writer::send_plain(ApiResponse::json(
        StatusCode::OK,
        format!("{{\"items\":[{}]}}", entries.join(",")),
    ))
}

/// Answers 403 unless the `Host` header is a loopback name.
fn require_local(state: &ServerState, headers: &HeaderMap) -> Result<(), ApiResponse> {
    if is_local(headers) {
        return Ok(());
    }
    let problem = ApiProblem::forbidden("the switches answer to loopback names alone");
    Err(rejection(state, &problem))
}

/// Returns whether the `Host` header is a loopback name. DNS rebinding by a web page fails this check.
pub(crate) fn is_local(headers: &HeaderMap) -> bool {
    let host = headers.get("host").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    matches!(name, "127.0.0.1" | "localhost")
}

fn rejection(state: &ServerState, problem: &ApiProblem) -> ApiResponse {
    problem.to_response(ProblemContext { spec_gaps: &state.config.spec_gaps, route: None, request_id: None })
}

/// Lists the active faults and every fault name with the form of its value.
fn faults_json(state: &ServerState) -> String {
    let faults: Vec<String> = state.faults.active().iter().map(|fault| quote(&fault.to_string())).collect();
    let menu: Vec<String> = FaultKind::catalog()
        .map(|(name, value)| format!("{{\"name\":{},\"value\":{}}}", quote(name), quote(value)))
        .collect();
    format!("{{\"faults\":[{}],\"menu\":[{}]}}", faults.join(","), menu.join(","))
}

fn parse_faults(headers: &HeaderMap, body: &[u8]) -> Result<Vec<Fault>, String> {
    let media = headers.get("content-type").and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !media.starts_with("application/json") {
        return Err("send application/json".to_owned());
    }
    let form = "the body must be {\"faults\": [\"NAME[=VALUE][@ROUTE][:TIMES]\"]}";
    let names = Object::parse(body)
        .ok()
        .and_then(|object| {
            object.get("faults").and_then(|list| serde_json::from_str::<Vec<String>>(list).ok())
        })
        .ok_or(form)?;
    names.iter().map(|name| name.parse().map_err(|error: crate::ParseError| error.to_string())).collect()
}
