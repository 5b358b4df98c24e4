//! State of the session's start and end.

use std::time::Duration;

/// State of the session's start and end.
#[derive(Clone, Debug, Default)]
pub struct SessionState {
    pub(crate) restored: Option<crate::tools::session::restore::SavedSession>,
    pub(crate) quit_state: crate::tools::session::leave_answer::QuitState,
    pub(crate) quitting: bool,
    pub(crate) hovered_toast: Option<(u64, Duration)>,
}
