//! The HTTP side: the listener, the routes built from the table of operations, and the control routes.

mod control;
mod handler;
mod listener;
mod request_head;
mod request_reader;
mod response_writer;

use std::sync::Arc;

use axum::http::header::CONTENT_TYPE;
use axum::{
    Router,
    extract::{ConnectInfo, Request},
    routing::{MethodFilter, get, on},
};
use encours_core::contract::operation::{Method, OPERATIONS};

pub(crate) use control::is_local;
pub(crate) use listener::{ConnectionHandle, CuttableListener};

pub(crate) use handler::read_body;
use handler::{Endpoint, Params};

use crate::routes;
use crate::server::ServerState;

/// The service's version prefix.
pub(crate) const PREFIX: &str = "/v1";

/// The contract as an `OpenAPI` description.
const OPENAPI: &str = include_str!("../../../assets/openapi.yaml");

/// Builds every route of the profile from the table; any other path is 404 for every method.
pub(crate) fn router(state: &Arc<ServerState>, port: u16) -> Router {
    let mut router = Router::new();
    for op in OPERATIONS.iter().filter(|op| routes::serves(state.config.profile, op)) {
        let entry = Endpoint { state: state.clone(), op, handler: routes::handler(op.id), port };
        let response = move |ConnectInfo(line): ConnectInfo<ConnectionHandle>,
                             params: Params,
                             request: Request| { entry.handle(line, params, request) };
        router = router.route(&format!("{PREFIX}{}", op.path), on(method_filter(op.method), response));
    }
    let unknown = {
        let state = state.clone();
        move |request: Request| async move { handler::handle_unknown(&state, request).await }
    };
    router
        .route(
            "/sandbox/faults",
            get(control::get_faults).post(control::set_faults).with_state(state.clone()),
        )
        .route(
            &format!("{PREFIX}/openapi.yaml"),
            get(|| async { ([(CONTENT_TYPE, "application/yaml")], OPENAPI) }),
        )
        .route("/sandbox/requests", get(control::get_requests).with_state(state.clone()))
        .method_not_allowed_fallback(unknown.clone())
        .fallback(unknown)
}

fn method_filter(method: Method) -> MethodFilter {
    match method {
        Method::Get => MethodFilter::GET,
        Method::Post => MethodFilter::POST,
        Method::Put => MethodFilter::PUT,
        Method::Patch => MethodFilter::PATCH,
        Method::Delete => MethodFilter::DELETE,
    }
}
