//! Writes that failed and wait for a retry while the connection is up.
//!
//! Without a message, users would expect them to be sent at once.

use jiff::Timestamp;

use crate::model::pending_write::WriteState;
use crate::model::snapshot::ConnectionState;
use crate::shell::app::App;
use crate::text::date;

/// Writes that wait for a retry.
pub(crate) struct RetryingWrites {
    /// Number of writes.
    pub(crate) count: usize,
    /// Time of the first retry.
    pub(crate) first_retry: String,
}

impl RetryingWrites {
    /// Returns these writes; `None` if there are none, or if a connection problem explains all of them.
    pub(crate) fn from_app(app: &App) -> Option<Self> {
        let snapshot = app.cx.snapshot();
        if !matches!(snapshot.connection, ConnectionState::Online | ConnectionState::Slow { .. }) {
            return None;
        }
        let retry_times: Vec<Timestamp> = snapshot
            .writes
            .iter()
            .filter_map(|write| match write.state {
                WriteState::Waiting { not_before } if write.attempts > 0 && not_before > app.cx.now() => {
                    Some(not_before)
                }
                _ => None,
            })
            .collect();
        let first_retry = retry_times.iter().min()?;
        Some(Self {
            count: retry_times.len(),
            first_retry: date::time_seconds(date::local(*first_retry, &app.cx.options().zone).time()),
        })
    }
}
