//! State of the activity screen: the focused write and request.

use crate::foundation::cx::app_cx::AppCx;
use crate::model::pending_write::{PendingWrite, WriteId, WriteKind, WriteState};
use std::collections::{BTreeSet, HashMap};

/// State of the activity screen: the focused write and request.
#[derive(Clone, Debug, Default)]
pub struct ActivityState {
    pub(crate) focused_write: Option<WriteId>,
    pub(crate) conflict_choices: ConflictChoices,
    pub(crate) startup_writes: StartupWrites,
    /// The request whose details are open.
    pub(crate) opened_request: Option<crate::model::snapshot::RequestLine>,
    /// True if only the writes among the requests are shown.
    pub(crate) only_writes: bool,
    /// Newest write already reported as pending from the last session.
    pub(crate) reported_pending: Option<WriteId>,
}

impl ActivityState {
    /// Returns the focused write of the outbox.
    pub fn focused_write<'a>(&'a self, cx: &'a AppCx) -> Option<&'a PendingWrite> {
        let id = self.focused_write?;
        cx.snapshot.writes.iter().find(|write| write.id == id)
    }

    /// Returns the chosen versions of the focused write's fields, if it is in conflict.
    pub fn conflict_choices(&self) -> &ConflictChoices {
        &self.conflict_choices
    }
}

impl AppCx {
    /// Returns whether there is a notice about the files on this device.
    pub(crate) fn has_storage_notices(&self) -> bool {
        let storage = &self.snapshot.storage;
        storage.repair_pending
            || storage.failure.iter().next().is_some()
            || storage.quarantined.iter().next().is_some()
            || storage.lease_taken_since.is_some()
            || storage.siblings.iter().next().is_some()
            || storage.clock_skew.is_some()
    }
}

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

/// The number of the pane of the activity that holds the journal of writes.
pub const JOURNAL: usize = 2;

/// Index of the pane with the observed permissions.
pub const PERMISSIONS: usize = 3;

/// Index of the terminal's pane for storage problems, shown only if there are any.
pub const NOTICES: usize = 4;

/// Index of the requests pane of the activity screen.
pub const REQUESTS: usize = 1;

/// Chosen version of each field of a write in conflict; the default is mine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConflictChoices {
    pub(crate) write: Option<WriteId>,
    pub(crate) theirs: BTreeSet<usize>,
    pub(crate) focus: usize,
}

impl ConflictChoices {
    /// Returns whether the user's version is chosen for the field with index `field`.
    pub fn is_mine(&self, write: &PendingWrite, field: usize) -> bool {
        self.write != Some(write.id) || !self.theirs.contains(&choice_index(write, field))
    }

    /// Returns the index of the focused field.
    pub fn focus(&self, write: WriteId) -> usize {
        if self.write == Some(write) { self.focus } else { 0 }
    }
}

/// Returns the number of choices for a conflict: one per field, or one for a deletion.
pub(crate) fn choice_count(write: &PendingWrite) -> usize {
    match write.kind {
        WriteKind::Delete => 1,
        _ => write.fields.len(),
    }
}

/// Returns the index of the choice that decides a field.
pub(crate) fn choice_index(write: &PendingWrite, field: usize) -> usize {
    if write.kind == WriteKind::Delete { 0 } else { field }
}
