//! State of the activity screen: the focused write and request.

use crate::model::pending_write::WriteId;
use crate::records::activity::conflict_sides::ConflictChoices;

/// State of the activity screen: the focused write and request.
#[derive(Clone, Debug, Default)]
pub struct ActivityState {
    pub(crate) focused_write: Option<WriteId>,
    pub(crate) conflict_choices: ConflictChoices,
    pub(crate) startup_writes: crate::records::activity::left_over_writes::StartupWrites,
    /// The request whose details are open.
    pub(crate) opened_request: Option<crate::model::snapshot::RequestLine>,
    /// True if only the writes among the requests are shown.
    pub(crate) only_writes: bool,
    /// Newest write already reported as pending from the last session.
    pub(crate) reported_pending: Option<WriteId>,
}
