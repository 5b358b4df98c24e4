//! Empty state of a screen.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::input::commands::ActionId;

/// A short text in the middle of an empty area.
#[derive(Clone, Debug, PartialEq)]
pub struct EmptyStateText {
    /// The situation.
    pub title: String,
    /// Details, or what the user can do.
    pub text: String,
    /// A helpful action, if there is one.
    pub action: Option<ActionId>,
    /// True while the content is loading and will appear by itself. The window then shows its outlines.
    pub is_loading: bool,
}

impl EmptyStateText {
    /// Leaves out advice that a past day does not allow to follow.
    pub(crate) fn at_shown_time(self, cx: &AppCx) -> Self {
        match self.action {
            Some(id) if id.spec().writes && cx.in_present().is_err() => {
                Self { text: String::new(), action: None, ..self }
            }
            _ => self,
        }
    }
}
