//! Undo of local settings: private notes and deal views. They are never sent, so a change consists of settings with old
//! and new values. A setting that another process has changed since is left alone.

use crate::changes::forms::forms::FormsState;
use crate::changes::forms::long_text;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::{Direction, UndoableChange};
use crate::foundation::cx::change_types::{LocalSettingsChange, SettingChange};
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::cx::toast_types::UndoResult;
use crate::model::effect::Effect;
use crate::model::snapshot::UndoSkipReason;
use crate::screens::inbox::note;
use crate::screens::views::undo::is_same_setting;
use crate::screens::views::views;
use crate::screens::views::views::Views;

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

impl LocalSettingsChange {
    /// Returns the kind of change.
    pub(crate) fn undo_result(&self) -> UndoResult {
        let first = self.settings.first().map_or("", |setting| setting.name.as_str());
        if first.starts_with(views::VIEW_KEY_PREFIX) {
            UndoResult::View
        } else if first.starts_with(long_text::NOTE_PREFIX) || first.starts_with(note::NOTE_KEY_PREFIX) {
            UndoResult::Note
        } else {
            UndoResult::Change
        }
    }

    /// Replaces a deal's temporary identifier in the setting keys.
    pub(crate) fn rename_deal(&mut self, temp_id: &str, now: &str) {
        for setting in &mut self.settings {
            let prefix = setting.name.strip_suffix(temp_id).filter(|rest| rest.ends_with('/'));
            if let Some(prefix) = prefix {
                setting.name = format!("{prefix}{now}");
            }
        }
    }
}

impl AppCx {
    /// Adds a change to the undo history, unless it changes nothing.
    pub(crate) fn push_settings_change(&mut self, mut change: LocalSettingsChange) {
        change.settings.retain(|setting| setting.before != setting.after);
        if !change.settings.is_empty() {
            self.history.push(UndoableChange::LocalSettings(Box::new(change)));
        }
    }

    /// Returns a saved setting.
    pub(crate) fn setting(&self, name: &str) -> Option<&str> {
        let settings = self.snapshot.settings.as_ref()?;
        settings.get(name).map(String::as_str)
    }
}

impl FormsState {
    /// Saves equal notes under several names, with undo; `label` names the subject.
    pub(crate) fn save_notes(
        &mut self,
        label: String,
        names: Vec<String>,
        value: Option<&String>,
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        let mut both = false;
        let to_change = |name: String| {
            let (after, with_other) = self.merge_note(&name, value, cx);
            both |= with_other;
            let before = cx.setting(&name).map(str::to_owned);
            SettingChange { name, before, after }
        };
        let settings: Vec<SettingChange> = names.into_iter().map(to_change).collect();
        self.opened_notes.clear();
        let changed = settings.iter().filter(|setting| setting.before != setting.after);
        let effects: Vec<Effect> = changed
            .map(|setting| Effect::SaveSetting { name: setting.name.clone(), value: setting.after.clone() })
            .collect();
        if effects.is_empty() {
            if both {
                let reason = UndoSkipReason::Changed;
                cx.notify(ToastContent::UndoSkipped { label, reason }, LONG);
            }
            return effects;
        }
        cx.push_settings_change(LocalSettingsChange { label, settings, open: (None, None) });
        if both {
            cx.notify(ToastContent::NoteMerged, LONG);
            return effects;
        }
        let removed = value.is_none();
        let lasts = if removed { LONG } else { crate::foundation::cx::toast::SHORT };
        cx.notify(ToastContent::NoteSaved { removed }, lasts);
        effects
    }
}

impl Views {
    /// Returns whether a setting has this value. A local change that is still being saved counts as saved.
    pub(crate) fn has_setting_value(&self, name: &str, wanted: Option<&str>, cx: &AppCx) -> bool {
        let known = cx.awaits_engine() || is_same_setting(name, cx.setting(name), wanted);
        known && self.is_view_in_state(name, wanted)
    }
}
