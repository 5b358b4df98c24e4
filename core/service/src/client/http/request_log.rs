//! Log of requests: method, route, outcome and duration.
//!
//! It contains no headers and no bodies. Queries stay in memory only.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use tokio::sync::watch;

use crate::contract::ids::{IdempotencyKey, RequestId};
use crate::contract::operation::{Method, OperationId};
use crate::error::NetworkError;

/// Most entries in the log; reads are evicted before writes.
const MAX_ENTRIES: usize = 500;

/// One request sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// Send time by this device's clock.
    pub at: SystemTime,
    /// HTTP method.
    pub method: Method,
    /// Path under the base URL, without query.
    pub route: Arc<str>,
    /// Query with secret-looking values removed. Stays in memory only.
    pub query: Arc<str>,
    /// Operation, if the request matches one in the table.
    pub operation: Option<OperationId>,
    /// Status of the response, if there was one.
    pub status: Option<u16>,
    /// Failure, if no response came.
    pub fault: Option<NetworkError>,
    /// Request id sent with it.
    pub request_id: RequestId,
    /// `Idempotency-Key` sent with it, if any.
    pub key: Option<IdempotencyKey>,
    /// Number of the attempt within the call, from 1.
    pub attempt: u32,
    /// Time from sending to the last byte.
    pub duration: Duration,
}

impl LogEntry {
    /// Returns whether the request is a write. A token exchange is not a write.
    #[must_use]
    pub fn is_write(&self) -> bool {
        self.method != Method::Get && self.operation != Some(OperationId::AuthTokenExchange)
    }
}

/// Latest requests of a client. Clones share the log.
#[derive(Clone)]
pub struct RequestLog {
    entries: Arc<Mutex<VecDeque<Arc<LogEntry>>>>,
    count: watch::Sender<u64>,
}

impl Default for RequestLog {
    fn default() -> Self {
        Self { entries: Arc::default(), count: watch::Sender::new(0) }
    }
}

impl RequestLog {
    /// Returns the latest entries, oldest first.
    pub fn entries(&self) -> Vec<Arc<LogEntry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// Returns the number of logged requests with this idempotency key.
    pub fn sends_with_key(&self, key: &IdempotencyKey) -> usize {
        let entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        entries.iter().filter(|entry| entry.key.as_ref() == Some(key)).count()
    }

    /// Returns a receiver of the total number of requests.
    pub fn watch_count(&self) -> watch::Receiver<u64> {
        self.count.subscribe()
    }

    pub(in crate::client) fn push(&self, entry: LogEntry) {
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
            if entries.len() == MAX_ENTRIES {
                let writes = entries.iter().filter(|entry| entry.is_write()).count();
                // A sync of many pages must not evict writes, but writes may fill at most half of the log.
                let goes = entries.iter().position(|entry| !entry.is_write());
                entries.remove(goes.filter(|_| writes <= MAX_ENTRIES / 2).unwrap_or(0));
            }
            entries.push_back(Arc::new(entry));
            debug_assert!(entries.len() <= MAX_ENTRIES);
        }
        self.count.send_modify(|count| *count += 1);
    }
}

impl std::fmt::Debug for RequestLog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("RequestLog").field(&*self.count.borrow()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(method: Method, operation: OperationId) -> LogEntry {
        LogEntry {
            at: SystemTime::UNIX_EPOCH,
            method,
            route: "/deals".into(),
            query: "".into(),
            operation: Some(operation),
            status: Some(200),
            fault: None,
            request_id: RequestId::new("r").unwrap(),
            key: None,
            attempt: 1,
            duration: Duration::ZERO,
        }
    }

    #[test]
    fn many_page_requests_evict_reads_but_no_writes() {
        let log = RequestLog::default();
        log.push(entry(Method::Put, OperationId::DealsUpdate));
        log.push(entry(Method::Post, OperationId::AuthTokenExchange));
        for _ in 0..2 * MAX_ENTRIES {
            log.push(entry(Method::Get, OperationId::DealsList));
        }
        let entries = log.entries();
        assert_eq!(entries.len(), MAX_ENTRIES);
        assert_eq!(entries.first().map(|entry| entry.method), Some(Method::Put));
        assert_eq!(entries.iter().filter(|entry| entry.method != Method::Get).count(), 1);
    }

    #[test]
    fn writes_alone_do_not_fill_the_log() {
        let log = RequestLog::default();
        for _ in 0..2 * MAX_ENTRIES {
            log.push(entry(Method::Put, OperationId::DealsUpdate));
            log.push(entry(Method::Get, OperationId::DealsGet));
        }
        let reads = log.entries().iter().filter(|entry| !entry.is_write()).count();
        assert!(reads >= MAX_ENTRIES / 4, "{reads}");
    }
}
