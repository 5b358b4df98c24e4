//! The request log, for tests and the command line.

use std::sync::{Arc, Mutex};

use jiff::Timestamp;

use crate::lock::lock;

/// The number of requests the log stores; older ones are dropped.
const MAX_STORED: usize = 100_000;

/// One request with its outcome. Bodies, bearers and signatures are not stored.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LoggedRequest {
    /// Position since the start, from 1.
    pub number: u64,
    /// The arrival time, on the service's clock.
    pub at: Timestamp,
    /// The method.
    pub method: String,
    /// Path and query as received.
    pub target: String,
    /// The operation's identifier, if the route is one.
    pub route: Option<String>,
    /// The response status, even if a fault prevented its sending.
    pub status: u16,
    /// The `Idempotency-Key` received.
    pub idempotency_key: Option<String>,
    /// The `X-Request-ID` received.
    pub request_id: Option<String>,
    /// True if the response was a stored one, repeated for the same idempotency key.
    pub replayed: bool,
    /// The applied fault, in command-line form.
    pub fault: Option<String>,
}

/// The request log of a running sandbox. Clones read the same log.
#[derive(Debug, Clone, Default)]
pub struct LoggedRequests(Arc<Mutex<LogInner>>);

#[derive(Debug, Default)]
struct LogInner {
    count: u64,
    stored: std::collections::VecDeque<LoggedRequest>,
}

impl LoggedRequests {
    pub(crate) fn record(&self, mut request: LoggedRequest) {
        let mut log = lock(&self.0);
        log.count += 1;
        request.number = log.count;
        if log.stored.len() == MAX_STORED {
            log.stored.pop_front();
        }
        log.stored.push_back(request);
    }

    /// Returns the number of requests since the start.
    pub fn total(&self) -> u64 {
        lock(&self.0).count
    }

    /// Returns the stored requests, oldest first (the last 100,000).
    pub fn all(&self) -> Vec<LoggedRequest> {
        lock(&self.0).stored.iter().cloned().collect()
    }

    /// Returns the newest request.
    pub fn last(&self) -> Option<LoggedRequest> {
        lock(&self.0).stored.back().cloned()
    }

    /// Returns the stored requests of one operation, oldest first.
    pub fn of_route(&self, route: &str) -> Vec<LoggedRequest> {
        lock(&self.0)
            .stored
            .iter()
            .filter(|request| request.route.as_deref() == Some(route))
            .cloned()
            .collect()
    }

    /// Returns the number of stored requests of one operation.
    pub fn count(&self, route: &str) -> usize {
        lock(&self.0).stored.iter().filter(|request| request.route.as_deref() == Some(route)).count()
    }

    /// Drops the stored requests; the total continues.
    pub fn clear(&self) {
        lock(&self.0).stored.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_total_includes_evicted_requests() {
        let log = LoggedRequests::default();
        let request = LoggedRequest {
            number: 0,
            at: Timestamp::UNIX_EPOCH,
            method: "GET".into(),
            target: "/v1/entity".into(),
            route: Some("entity_get".into()),
            status: 200,
            idempotency_key: None,
            request_id: None,
            replayed: false,
            fault: None,
        };
        for _ in 0..MAX_STORED + 2 {
            log.record(request.clone());
        }
        assert_eq!(log.total(), MAX_STORED as u64 + 2);
        assert_eq!(log.all().first().map(|first| first.number), Some(3));
        assert_eq!((log.count("entity_get"), log.count("deals_list")), (MAX_STORED, 0));
        log.clear();
        assert_eq!((log.total(), log.all().len()), (MAX_STORED as u64 + 2, 0));
    }
}
