//! Undo of settings of this device: notes, views, filters, flags of notifications, watched identifiers. They are never
//! sent, so a change consists of settings with old and new values. A setting that has changed since is left alone.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::Direction;
use crate::foundation::cx::change_types::SettingChange;
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

impl Views {
    /// Returns whether a setting has this value. A local change that is still being saved counts as saved.
    pub(crate) fn has_setting_value(&self, name: &str, value: Option<&str>, cx: &AppCx) -> bool {
        let known = cx.awaits_engine() || is_same_setting(name, cx.setting(name), value);
        known && self.is_view_in_state(name, value)
    }
}
