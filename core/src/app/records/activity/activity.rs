//! State of the activity screen: the focused write and request.

use crate::app::records::activity::conflict_sides::Sides;
use crate::model::pending_write::WriteId;

/// State of the activity screen: the focused write and request.
#[derive(Clone, Debug, Default)]
pub struct ActivityState {
    pub(crate) write: Option<WriteId>,
    pub(crate) sides: Sides,
    pub(in crate::app) left_over: crate::app::records::activity::left_over_writes::LeftOver,
    /// The request whose details are open.
    pub(in crate::app) request: Option<crate::model::snapshot::RequestLine>,
    /// True if only the writes among the requests are shown.
    pub(in crate::app) only_writes: bool,
    /// Newest write already reported as pending from the last session.
    pub(in crate::app) held_again: Option<crate::model::pending_write::WriteId>,
}
