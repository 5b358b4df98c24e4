//! What stands where there is nothing to show.

use crate::app::foundation::input::commands::ActionId;

/// A few words in the middle of an empty place.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// What is the case.
    pub title: String,
    /// More about it, or what to do.
    pub text: String,
    /// The action that helps, if one does.
    pub action: Option<ActionId>,
    /// Whether it is being read, so that what it stands in the place of comes by itself: a window shows its outlines.
    pub reading: bool,
}
