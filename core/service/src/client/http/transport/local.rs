//! Transport inside the process: a function answers instead of a server. Tests and simulations need no socket.

use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;
use http::header::AUTHORIZATION;
use http::{HeaderValue, Request, Response};

use super::{AttemptError, RawResponse};
use crate::client::http::build_request::PreparedCall;
use crate::client::http::retry::AttemptFailure;
use crate::error::{Error, NetworkError};

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

    pub(super) async fn send(
        &self,
        prepared: &PreparedCall,
        body: Bytes,
        bearer: Option<&HeaderValue>,
    ) -> Result<RawResponse, AttemptError> {
        let mut request = Request::new(body);
        *request.method_mut() = prepared.method.into();
        *request.uri_mut() = prepared.url.as_str().parse().map_err(|error| AttemptError {
            failure: AttemptFailure::Answered,
            error: Error::usage(format!("the request cannot be built: {error}")),
        })?;
        *request.headers_mut() = prepared.headers.clone();
        if let Some(bearer) = bearer {
            request.headers_mut().insert(AUTHORIZATION, bearer.clone());
        }
        let response = (self.0)(request).await.map_err(|fault| AttemptError {
            failure: match fault {
                NetworkError::Connect => AttemptFailure::NotSent,
                _ => AttemptFailure::Lost,
            },
            error: Error::unreachable(fault, "no response"),
        })?;
        let (parts, body) = response.into_parts();
        Ok(RawResponse { status: parts.status.as_u16(), headers: parts.headers, body })
    }
}

impl std::fmt::Debug for LocalTransport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LocalTransport")
    }
}
