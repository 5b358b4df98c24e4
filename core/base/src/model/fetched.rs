//! Cached values of the service; an old value stays visible during reloads and failures.

use std::sync::Arc;

use jiff::Timestamp;

use crate::error::Error;

/// One remote value with its freshness.
#[derive(Clone, Debug)]
pub struct Remote<T> {
    /// Newest value received, if any.
    pub value: Option<Arc<T>>,
    /// Time at which that value was received.
    pub read_at: Option<Timestamp>,
    /// Error of the newest attempt; cleared by the next success.
    pub error: Option<Error>,
    /// True while a request for it is in progress.
    pub loading: bool,
}

impl<T> Default for Remote<T> {
    fn default() -> Self {
        Self {
            value: None,
            read_at: None,
            error: None,
            loading: false,
        }
    }
}

impl<T> Remote<T> {
    /// Stores a newly received value.
    pub fn receive(&mut self, value: T, at: Timestamp) {
        *self = Self {
            value: Some(Arc::new(value)),
            read_at: Some(at),
            error: None,
            loading: false,
        };
    }

    /// Records a failed attempt; the cached value stays.
    pub fn fail(&mut self, error: Error) {
        self.error = Some(error);
        self.loading = false;
    }
}

/// One route with its query, as requested by the user.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Asked {
    /// Path under the base URL, percent-encoded.
    pub path: String,
    /// Query parameters.
    pub query: Vec<(String, String)>,
}
