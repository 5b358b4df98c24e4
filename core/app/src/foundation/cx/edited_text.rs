//! A long text that the user edits in an external editor.

use crate::contract::ids::{DealId, NotificationId};
use crate::foundation::input::commands::ActionId;

/// Subject of an edit.
#[derive(Clone, Debug, PartialEq)]
pub enum EditSubject {
    /// Private note of a deal; stays on this machine.
    Note(DealId),
    /// Note of notifications; stored here and sent to the service.
    NotificationNote(Vec<NotificationId>),
    /// Text being typed: the filter, or a field of a form.
    Typed,
    /// All saved views, as text.
    Views,
    /// `config.toml`, opened at the keys of an action if given. The front end loads and saves it.
    Keys(Option<ActionId>),
}

/// A text to edit in an editor.
#[derive(Clone, Debug, PartialEq)]
pub struct ExternalEdit {
    /// Subject of the edit.
    pub subject: EditSubject,
    /// Initial text.
    pub text: String,
}
