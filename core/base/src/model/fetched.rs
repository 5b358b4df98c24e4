//! Cached values of the service; an old value stays visible during reloads and failures.

use std::sync::Arc;

use jiff::Timestamp;

use crate::error::Error;

/// One remote value with its freshness.
#[derive(Clone, Debug)]
pub struct Fetched<T> {
    /// Newest value received, if any.
    pub value: Option<Arc<T>>,
    /// Time at which that value was received.
    pub fetched_at: Option<Timestamp>,
    /// Error of the newest attempt; cleared by the next success.
    pub error: Option<Error>,
    /// True while a request for it is in progress.
    pub loading: bool,
}

impl<T> Default for Fetched<T> {
    fn default() -> Self {
        Self { value: None, fetched_at: None, error: None, loading: false }
    }
}

impl<T> Fetched<T> {
    /// Stores a newly received value.
    pub fn receive(&mut self, value: T, at: Timestamp) {
        *self = Self { value: Some(Arc::new(value)), fetched_at: Some(at), error: None, loading: false };
    }

    /// Records a failed attempt; the cached value stays.
    pub fn fail(&mut self, error: Error) {
        self.error = Some(error);
        self.loading = false;
    }
}

/// One route with its query, as requested by the user.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RouteRequest {
    /// Path under the base URL, percent-encoded.
    pub path: String,
    /// Query parameters.
    pub query: Vec<(String, String)>,
}
