//! Which write and which request are looked at.

use crate::app::records::activity::conflict_sides::Sides;
use crate::engine::WriteId;

/// Which write and which request are looked at.
#[derive(Clone, Debug, Default)]
pub struct ActivityState {
    pub(crate) write: Option<WriteId>,
    pub(crate) sides: Sides,
    pub(in crate::app) left_over: crate::app::records::activity::left_over_writes::LeftOver,
    /// The request whose facts lie over the screen.
    pub(in crate::app) request: Option<crate::engine::RequestLine>,
    /// Whether of the requests the writes alone are shown.
    pub(in crate::app) only_writes: bool,
    /// The newest write that was told as kept from the last session.
    pub(in crate::app) held_again: Option<crate::engine::WriteId>,
}
