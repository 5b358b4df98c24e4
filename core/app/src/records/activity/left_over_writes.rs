//! Writes that waited for the service when the program opened.

use crate::model::pending_write::{PendingWrite, WriteId, WriteState};
use std::collections::HashMap;

/// Writes that were pending when the program started.
#[derive(Clone, Debug, Default)]
pub(crate) struct StartupWrites {
    /// Number of such writes per record.
    pub(crate) pending: HashMap<String, usize>,
    /// Id of the newest one; later ids were created in this session.
    pub(crate) newest: Option<WriteId>,
    /// Number of them that the service has applied.
    pub(crate) sent: usize,
}

impl StartupWrites {
    pub(crate) fn is_pending(&self, write: &PendingWrite) -> bool {
        let will_be_sent = matches!(
            write.state,
            WriteState::Scheduled { .. } | WriteState::Waiting { .. } | WriteState::Sending
        );
        will_be_sent && Some(write.id) <= self.newest && self.pending.contains_key(&write.record)
    }

    /// Counts an applied write of a record. Returns whether it was one of them.
    pub(crate) fn count_applied(&mut self, record: &str) -> bool {
        let is_startup = self.count_finished(record);
        self.sent += usize::from(is_startup);
        is_startup
    }

    /// Counts a finished write of a record. Returns whether it was one of them.
    pub(crate) fn count_finished(&mut self, record: &str) -> bool {
        let Some(remaining @ 1..) = self.pending.get_mut(record) else {
            return false;
        };
        *remaining -= 1;
        true
    }
}
