//! State of the session's start and end.

use std::time::Duration;

/// State of the session's start and end.
#[derive(Clone, Debug, Default)]
pub struct SessionState {
    pub(crate) restored: Option<crate::tools::session::restore::Kept>,
    pub(crate) leaving: crate::tools::session::leave_answer::Leaving,
    pub(crate) quitting: bool,
    pub(crate) looked_at: Option<(u64, Duration)>,
}
