//! What is read of this state.

use crate::app::tools::session::session::SessionState;

impl SessionState {
    /// Whether the person asked to leave.
    pub fn quitting(&self) -> bool {
        self.quitting
    }
}
