//! Undo data of changes that are stored only on this device.

use crate::model::fetched::Asked;
use crate::model::resources::resource_kind::Family;

/// Notifications whose flag was set or removed.
#[derive(Clone, Debug, PartialEq)]
pub struct Flagged {
    /// The flag.
    pub(crate) flag: Flag,
    /// Title, if it is a single notification.
    pub(crate) label: String,
    /// Ids of the notifications whose flag changed.
    pub(crate) ids: Vec<String>,
    /// True if the flag is set now.
    pub(crate) on: bool,
}

/// A local flag of a notification, apart from its snooze.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// Its star.
    Star,
    /// Unread here, although the server has it as read.
    Unread,
}

/// Notifications whose snooze changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Slept {
    /// Title, if it is a single notification.
    pub(crate) label: String,
    pub(crate) each: Vec<Sleeper>,
}

/// A change of locally stored settings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeptChange {
    /// Name of the changed setting; empty if there are several.
    pub(crate) label: String,
    pub(crate) settings: Vec<Turned>,
    /// The open view before and after the change.
    pub(crate) open: (Option<String>, Option<String>),
}

/// A source of records in the explorer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The list of a resource kind.
    Family(Family),
    /// An API route.
    Route(Asked),
}

/// One snoozed notification: the end of the snooze before and after, in Unix seconds.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sleeper {
    pub(crate) id: String,
    pub(crate) before: Option<i64>,
    pub(crate) after: Option<i64>,
}

/// A setting before and after a change; `None` if it was absent.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Turned {
    pub(crate) name: String,
    pub(crate) before: Option<String>,
    pub(crate) after: Option<String>,
}

/// Subject of the next undo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undoes<'a> {
    /// A change of the record with this name.
    Of(&'a str),
    /// A change of the private note on the record with this name.
    Note(&'a str),
    /// This many changes at once.
    Many(usize),
    /// The marking of changes as seen.
    Seen,
}
