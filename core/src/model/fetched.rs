//! A value of the service as this client holds it: an old value stays visible while a newer one is fetched or fails.

use std::sync::Arc;

use jiff::Timestamp;

use crate::error::Error;

/// One remote value with what is known of its freshness.
#[derive(Clone, Debug)]
pub struct Remote<T> {
    /// The newest value received, if any ever was.
    pub value: Option<Arc<T>>,
    /// When that value was received.
    pub read_at: Option<Timestamp>,
    /// Why the newest attempt failed; cleared by the next success.
    pub error: Option<Error>,
    /// Whether a request for it is under way.
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
    /// Records a value that has just been received.
    pub fn receive(&mut self, value: T, at: Timestamp) {
        *self = Self {
            value: Some(Arc::new(value)),
            read_at: Some(at),
            error: None,
            loading: false,
        };
    }

    /// Records a failed attempt; the value held stays.
    pub fn fail(&mut self, error: Error) {
        self.error = Some(error);
        self.loading = false;
    }
}

/// One route with its query, as a person asks for it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Asked {
    /// Path under the base URL, percent-encoded.
    pub path: String,
    /// Query parameters.
    pub query: Vec<(String, String)>,
}
