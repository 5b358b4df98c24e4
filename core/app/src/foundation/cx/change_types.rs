//! Undo data of changes that are stored only on this device.

use crate::model::fetched::RouteRequest;
use crate::model::resources::resource_kind::ResourceKind;

/// Notifications whose flag was set or removed.
#[derive(Clone, Debug, PartialEq)]
pub struct FlagChange {
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
    /// Star of a notification.
    Star,
    /// Unread here, although the server has it as read.
    Unread,
}

/// Notifications whose snooze changed.
#[derive(Clone, Debug, PartialEq)]
pub struct SnoozeChange {
    /// Title, if it is a single notification.
    pub(crate) label: String,
    pub(crate) items: Vec<SnoozedItem>,
}

/// A change of locally stored settings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LocalSettingsChange {
    /// Name of the changed setting; empty if there are several.
    pub(crate) label: String,
    pub(crate) settings: Vec<SettingChange>,
    /// The open view before and after the change.
    pub(crate) open: (Option<String>, Option<String>),
}

/// A source of records in the explorer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordSource {
    /// The list of a resource kind.
    Kind(ResourceKind),
    /// An API route.
    Route(RouteRequest),
}

/// One snoozed notification: the end of the snooze before and after, in Unix seconds.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SnoozedItem {
    pub(crate) id: String,
    pub(crate) before: Option<i64>,
    pub(crate) after: Option<i64>,
}

/// A setting before and after a change; `None` if it was absent.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SettingChange {
    pub(crate) name: String,
    pub(crate) before: Option<String>,
    pub(crate) after: Option<String>,
}

/// Subject of the next undo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UndoTarget<'a> {
    /// A change of the record with this name.
    Record(&'a str),
    /// A change of the private note on the record with this name.
    Note(&'a str),
    /// This many changes at once.
    Many(usize),
    /// The marking of changes as seen.
    Seen,
}
