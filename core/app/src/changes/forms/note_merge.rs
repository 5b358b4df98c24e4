//! Merges private notes that another window changed during editing.
//!
//! Both texts are preserved: the one written here goes below the stored one, and a toast says so.

use crate::changes::forms::forms::FormsState;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change_types::{SettingChange, SettingsPlace};
use crate::foundation::cx::toast::{LONG, SHORT};
use crate::foundation::cx::toast_content::ToastContent;
use crate::model::effect::Effect;

impl FormsState {
    /// Records the current text of these notes when editing begins.
    pub(crate) fn record_opened_notes(&mut self, names: Vec<String>, cx: &mut AppCx) {
        let with_text = |name: String| {
            let text = cx.setting(&name).map(str::to_owned);
            (name, text)
        };
        self.opened_notes = names.into_iter().map(with_text).collect();
    }

    /// Returns the text to store under `name`, and whether it merges another window's text. The texts are merged if the
    /// stored one has changed since editing began.
    pub(crate) fn merge_note(&self, name: &str, text: Option<&String>, cx: &AppCx) -> (Option<String>, bool) {
        let original = self.opened_notes.iter().find(|(original, _)| original == name);
        let (Some((_, original)), Some(stored)) = (original, cx.setting(name)) else {
            return (text.cloned(), false);
        };
        if original.as_deref() == Some(stored) || text.is_some_and(|text| text == stored) {
            return (text.cloned(), false);
        }
        let local = text.filter(|text| Some(*text) != original.as_ref());
        let merged = local.map_or_else(|| stored.to_owned(), |local| format!("{stored}\n\n{local}"));
        (Some(merged), true)
    }

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
        let (key, duration) = match (effects.is_empty(), both, value) {
            (true, false, _) => return effects,
            (true, true, _) => ("toast-changed-since", LONG),
            (false, true, _) => ("toast-note-of-both", LONG),
            (false, false, None) => ("toast-note-removed", LONG),
            (false, false, Some(_)) => ("toast-note-kept", SHORT),
        };
        if !effects.is_empty() {
            cx.push_settings(label.clone(), SettingsPlace::Notes, settings, (None, None));
        }
        cx.notify(ToastContent::about(key, label), duration);
        effects
    }
}
