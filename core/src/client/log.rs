//! The log of requests: what was sent, what came back, how long it took. Never a header, a body, a query.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use tokio::sync::watch;

use crate::contract::ids::{IdempotencyKey, RequestId};
use crate::contract::operation::{Method, OperationId};
use crate::error::Fault;

/// How many entries are kept.
const KEPT: usize = 500;

/// One request sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// When it was sent, on this machine's clock.
    pub at: SystemTime,
    /// HTTP method.
    pub method: Method,
    /// Path under the base URL, without query.
    pub route: Arc<str>,
    /// The operation, where it is one of the table.
    pub operation: Option<OperationId>,
    /// Status of the answer, if one came.
    pub status: Option<u16>,
    /// Where it failed, if no answer came.
    pub fault: Option<Fault>,
    /// Request id sent with it.
    pub request_id: RequestId,
    /// `Idempotency-Key` sent with it, if one was.
    pub key: Option<IdempotencyKey>,
    /// Which try of the call it was, from 1.
    pub attempt: u32,
    /// From sending to the last byte.
    pub duration: Duration,
}

/// The latest requests of a client. Cloning shares the log.
#[derive(Clone)]
pub struct RequestLog {
    entries: Arc<Mutex<VecDeque<Arc<LogEntry>>>>,
    count: watch::Sender<u64>,
}

impl Default for RequestLog {
    fn default() -> Self {
        Self {
            entries: Arc::default(),
            count: watch::Sender::new(0),
        }
    }
}

impl RequestLog {
    /// The latest entries, oldest first.
    pub fn entries(&self) -> Vec<Arc<LogEntry>> {
        self.entries
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
            .cloned()
            .collect()
    }

    /// How many requests were ever sent; changes are signalled.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.count.subscribe()
    }

    pub(super) fn push(&self, entry: LogEntry) {
        tracing::debug!(
            method = entry.method.as_str(),
            route = %entry.route,
            status = entry.status,
            fault = ?entry.fault,
            request_id = %entry.request_id,
            attempt = entry.attempt,
            ms = u64::try_from(entry.duration.as_millis()).unwrap_or(u64::MAX),
            "request",
        );
        {
            let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
            if entries.len() == KEPT {
                entries.pop_front();
            }
            entries.push_back(Arc::new(entry));
        }
        self.count.send_modify(|count| *count += 1);
    }
}

impl std::fmt::Debug for RequestLog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("RequestLog").field(&*self.count.borrow()).finish()
    }
}
