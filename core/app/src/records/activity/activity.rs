//! State of the activity screen: the focused write and request.

use crate::model::pending_write::WriteId;
use crate::records::activity::conflict_sides::Sides;

/// State of the activity screen: the focused write and request.
#[derive(Clone, Debug, Default)]
pub struct ActivityState {
    pub(crate) write: Option<WriteId>,
    pub(crate) sides: Sides,
    pub(crate) left_over: crate::records::activity::left_over_writes::LeftOver,
    /// The request whose details are open.
    pub(crate) request: Option<crate::model::snapshot::RequestLine>,
    /// True if only the writes among the requests are shown.
    pub(crate) only_writes: bool,
    /// Newest write already reported as pending from the last session.
    pub(crate) held_again: Option<crate::model::pending_write::WriteId>,
}
