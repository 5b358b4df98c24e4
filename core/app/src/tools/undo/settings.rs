//! Undo of settings of this machine: notes, views, filters, flags of notifications, watched identifiers. They are never
//! sent, so a change consists of settings with old and new values. A setting that has changed since is left alone.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::Direction;
use crate::foundation::cx::change_types::{SettingChange, SettingsChange, SettingsPlace};
use crate::foundation::cx::queries::{NOTE_KEY_PREFIX, NOTE_PREFIX};
use crate::foundation::cx::toast_types::UndoResult;
use crate::screens::views::views;
use crate::screens::views::views::{Views, is_same_setting};

impl SettingChange {
    /// Returns the start and end value of an undo or redo step.
    pub(crate) fn start_and_end(&self, direction: Direction) -> (Option<&str>, Option<&str>) {
        let (before, after) = (self.before.as_deref(), self.after.as_deref());
        match direction {
            Direction::Undo => (after, before),
            Direction::Redo => (before, after),
        }
    }
}

impl SettingsChange {
    /// Returns the kind of change.
    pub(crate) fn undo_result(&self) -> UndoResult {
        match self.place {
            SettingsPlace::Filter(_) => return UndoResult::Filter,
            SettingsPlace::Snooze => return UndoResult::Snooze,
            SettingsPlace::Star => return UndoResult::Star,
            SettingsPlace::Unread | SettingsPlace::Watched(_) => return UndoResult::Change,
            SettingsPlace::Stored => {}
        }
        let first = self.items.first().map_or("", |setting| setting.name.as_str());
        if first.starts_with(views::VIEW_KEY_PREFIX) {
            UndoResult::View
        } else if first.starts_with(NOTE_PREFIX) || first.starts_with(NOTE_KEY_PREFIX) {
            UndoResult::Note
        } else {
            UndoResult::Change
        }
    }

    /// Replaces a deal's temporary identifier in the setting keys.
    pub(crate) fn rename_deal(&mut self, temp_id: &str, now: &str) {
        for setting in &mut self.items {
            let prefix = setting.name.strip_suffix(temp_id).filter(|rest| rest.ends_with('/'));
            if let Some(prefix) = prefix {
                setting.name = format!("{prefix}{now}");
            }
        }
    }
}

impl Views {
    /// Returns whether a setting has this value. A local change that is still being saved counts as saved.
    pub(crate) fn has_setting_value(&self, name: &str, value: Option<&str>, cx: &AppCx) -> bool {
        let known = cx.awaits_engine() || is_same_setting(name, cx.setting(name), value);
        known && self.is_view_in_state(name, value)
    }
}
