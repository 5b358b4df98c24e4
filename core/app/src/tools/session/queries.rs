//! Read-only queries on the session state.

use crate::tools::session::session::SessionState;

impl SessionState {
    /// Returns whether the user asked to quit.
    pub fn is_quitting(&self) -> bool {
        self.quitting
    }
}
