//! The service without sockets: the caller passes requests, and they are answered on its thread.

use std::sync::Arc;

use axum::extract::ConnectInfo;
use axum::{Router, body::Body};
use bytes::Bytes;
use http::{Request, Response};
use jiff::Timestamp;
use tower_service::Service as _;

use crate::http::{ConnectionHandle, read_body, router};
use crate::server::ServerState;
use crate::{Config, Error, LoggedRequests, SimulatedAction, simulated_users};

/// Largest response body in bytes.
const MAX_RESPONSE: usize = 64 * 1024 * 1024;

/// A service that is called instead of connected to.
#[derive(Debug)]
pub struct InProcess {
    state: Arc<ServerState>,
    router: Router,
}

impl InProcess {
    /// Opens or generates the state.
    ///
    /// # Errors
    /// When the state file cannot be used, or a setting contradicts itself.
    pub fn open(config: Config) -> Result<Self, Error> {
        let state = Arc::new(ServerState::open(config)?);
        Ok(Self { router: router(&state, 0), state })
    }

    /// Answers a request; `None` if a fault cuts the connection.
    pub async fn answer(&self, request: Request<Bytes>) -> Option<Response<Bytes>> {
        let connection = ConnectionHandle::local();
        let mut request = request.map(Body::from);
        request.extensions_mut().insert(ConnectInfo(connection.clone()));
        let (parts, body) = self.router.clone().call(request).await.ok()?.into_parts();
        let body = read_body(body, MAX_RESPONSE, self.state.config.spec_gaps.time_limit()).await?;
        (!connection.is_cut()).then(|| Response::from_parts(parts, body))
    }

    /// Fixes the service's clock at `now`.
    pub fn set_now(&self, now: Timestamp) {
        self.state.clock.set(now);
    }

    /// Returns the request log.
    pub fn requests(&self) -> &LoggedRequests {
        &self.state.requests
    }

    /// Simulates one action of another user, drawn from the seed.
    ///
    /// # Errors
    /// When the state cannot be written.
    pub fn act(&self) -> Result<SimulatedAction, Error> {
        simulated_users::act(&self.state)
    }
}
