//! What is read of this state.

use crate::app::foundation::history::visit::VisitState;

impl VisitState {
    /// How many changes since the last visit there are to tell of: as many as the list of them has lines.
    pub fn since_told(&self) -> usize {
        self.since_told
    }
}
