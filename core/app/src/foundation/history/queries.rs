//! Read accessors of `VisitState`.

use crate::foundation::history::visit::VisitState;

impl VisitState {
    /// Returns the number of changes since the last visit. The list has as many lines.
    pub fn unseen_changes(&self) -> usize {
        self.unseen_changes
    }
}
