//! Writes that waited for the service when the program opened.

use std::collections::HashMap;
use crate::engine::PendingWrite;
use crate::engine::WriteId;
use crate::engine::WriteState;

/// What waited when the program opened.
#[derive(Clone, Debug, Default)]
pub(in crate::app) struct LeftOver {
    /// How many writes of each record.
    pub(in crate::app) waiting: HashMap<String, usize>,
    /// The newest of them: what is newer was asked for since.
    pub(in crate::app) newest: Option<WriteId>,
    /// How many of them the service has applied.
    pub(in crate::app) sent: usize,
}

impl LeftOver {
    pub(in crate::app) fn awaits(&self, write: &PendingWrite) -> bool {
        let leaves = matches!(
            write.state,
            WriteState::Held { .. } | WriteState::Waiting { .. } | WriteState::Sending
        );
        leaves && Some(write.id) <= self.newest && self.waiting.contains_key(&write.record)
    }

    /// Counts a write of a record that was applied. Whether it was one of them.
    pub(in crate::app) fn applied(&mut self, record: &str) -> bool {
        let known = self.over(record);
        self.sent += usize::from(known);
        known
    }

    /// Counts a write of a record that is over. Whether it was one of them.
    pub(in crate::app) fn over(&mut self, record: &str) -> bool {
        let Some(left @ 1..) = self.waiting.get_mut(record) else {
            return false;
        };
        *left -= 1;
        true
    }
}
