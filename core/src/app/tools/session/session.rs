//! State of the session's start and end.

use std::time::Duration;

/// State of the session's start and end.
#[derive(Clone, Debug, Default)]
pub struct SessionState {
    pub(in crate::app) restored: Option<crate::app::tools::session::restore::Kept>,
    pub(in crate::app) leaving: crate::app::tools::session::leave_answer::Leaving,
    pub(crate) quitting: bool,
    pub(in crate::app) to_sign_in: bool,
    pub(in crate::app) to_sign_out: bool,
    pub(in crate::app) looked_at: Option<(u64, Duration)>,
}
