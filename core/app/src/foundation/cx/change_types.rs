//! Undo data of changes that are stored only on this device.

use crate::foundation::cx::toast_types::UndoResult;
use crate::model::fetched::RouteRequest;
use crate::model::resources::resource_kind::ResourceKind;

/// A change of settings that stay on this device, as values before and after.
#[derive(Clone, Debug, PartialEq)]
pub struct SettingsChange {
    pub(crate) place: SettingsPlace,
    pub(crate) items: Vec<SettingChange>,
    /// The open view before and after the change.
    pub(crate) open: (Option<String>, Option<String>),
}

/// The place of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SettingsPlace {
    /// Private notes, by the names of the stored settings.
    Notes,
    /// Follow-ups, by the names of the stored settings.
    Followups,
    /// Stars and labels of deals, by the names of the stored settings.
    Deals,
    /// Views, by the names of the stored settings.
    Views,
    /// `config.toml`, by the key of the setting.
    File,
    /// Subscriptions, by the names of the stored settings.
    Subscriptions,
    /// The filter of the deals, or of the records of an explored source.
    Filter(Option<RecordSource>),
    /// Ends of snoozes in Unix seconds, by notification.
    Snooze,
    /// Stars, by notification. A set flag is an empty text.
    Star,
    /// Notifications kept unread here, although the server has them as read.
    Unread,
    /// Watched identifiers, each with an empty text.
    Watched(ResourceKind),
}

impl SettingsPlace {
    /// Returns whether it has local data about notifications, each of which is undone on its own.
    pub(crate) fn is_of_notifications(&self) -> bool {
        matches!(self, Self::Snooze | Self::Star | Self::Unread)
    }

    /// Returns whether its settings are stored one by one, under their names.
    pub(crate) fn is_stored_by_name(&self) -> bool {
        matches!(self, Self::Notes | Self::Followups | Self::Deals | Self::Views | Self::Subscriptions)
    }

    /// Returns the kind of a change there.
    pub(crate) fn undo_result(&self) -> UndoResult {
        match self {
            Self::Notes => UndoResult::Note,
            Self::Views => UndoResult::View,
            Self::Filter(_) => UndoResult::Filter,
            Self::Snooze => UndoResult::Snooze,
            Self::Star => UndoResult::Star,
            Self::Followups
            | Self::Deals
            | Self::File
            | Self::Subscriptions
            | Self::Unread
            | Self::Watched(_) => UndoResult::Change,
        }
    }
}

impl SettingsChange {
    /// Replaces a deal's temporary identifier in the setting keys.
    pub(super) fn replace_deal_id(&mut self, temp_id: &str, now: &str) {
        for setting in &mut self.items {
            let prefix = setting.name.strip_suffix(temp_id).filter(|rest| rest.ends_with('/'));
            if let Some(prefix) = prefix {
                setting.name = format!("{prefix}{now}");
            }
        }
    }
}

/// A setting before and after a change; `None` if it was absent.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SettingChange {
    pub(crate) name: String,
    pub(crate) before: Option<String>,
    pub(crate) after: Option<String>,
}

/// A source of records in the explorer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordSource {
    /// The list of a resource kind.
    Kind(ResourceKind),
    /// An API route.
    Route(RouteRequest),
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
