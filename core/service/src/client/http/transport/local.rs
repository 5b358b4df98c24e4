//! Transport inside the process: a function answers instead of a server. Tests and simulations need no socket.

use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;
use http::{Request, Response};

use crate::error::NetworkError;

/// The response to one request, or the reason why there is none.
pub type LocalResponse = Pin<Box<dyn Future<Output = Result<Response<Bytes>, NetworkError>> + Send>>;

/// Answers requests inside the process.
#[derive(Clone)]
pub struct LocalTransport(Arc<dyn Fn(Request<Bytes>) -> LocalResponse + Send + Sync>);

impl LocalTransport {
    /// Creates a transport from a function. After [`NetworkError::Connect`], a request counts as unsent.
    pub fn new(answer: impl Fn(Request<Bytes>) -> LocalResponse + Send + Sync + 'static) -> Self {
        Self(Arc::new(answer))
    }

    pub(super) fn answer(&self, request: Request<Bytes>) -> LocalResponse {
        (self.0)(request)
    }
}

impl std::fmt::Debug for LocalTransport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LocalTransport")
    }
}
