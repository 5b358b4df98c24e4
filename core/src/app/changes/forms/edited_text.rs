//! A long text on its way to the editor.

use crate::contract::ids::DealId;
use crate::contract::ids::NotificationId;
use crate::app::foundation::input::commands::ActionId;

/// What is edited.
#[derive(Clone, Debug, PartialEq)]
pub enum EditWhat {
    /// The private note of a deal, kept here and sent nowhere.
    Note(DealId),
    /// The private note of notifications, kept and sent alike.
    NotificationNote(Vec<NotificationId>),
    /// The text typed in now: the filter, or a field of a form.
    Typed,
    /// Every saved view, as text.
    Views,
    /// `config.toml`, at the keys of an action where one is meant. The front end reads and writes it.
    Keys(Option<ActionId>),
}

/// A text to be edited elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// What it is.
    pub what: EditWhat,
    /// What it is to begin with.
    pub text: String,
}
