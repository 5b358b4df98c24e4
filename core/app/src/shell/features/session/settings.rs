//! `App` methods for the settings screen.

use crate::foundation::cx::change::Direction;
use crate::foundation::cx::change_types::{SettingChange, SettingsChange, SettingsPlace};
use crate::foundation::cx::options::Options;
use crate::foundation::cx::output::{FrontEndRequest, Output};
use crate::foundation::cx::overlay::{FormPurpose, Overlay, Picker, PickerKind};
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_content::ToastContent;
use crate::model::effect::Effect;
use crate::shell::app::App;
use crate::tools::settings::settings::SettingsRead;
use crate::vocabulary::setting::{SettingEdit, SettingValue, key_text};

/// Separator of a key's parts in the undo history; no key contains it.
const PART: char = '\n';

impl App {
    /// Opens the settings, at this key if it is in the list.
    pub(crate) fn begin_settings(&mut self, key: Vec<String>) {
        self.session.settings.wanted = key;
        self.cx.ask_front_end(FrontEndRequest::Settings(None));
    }

    /// Applies the configuration that the front end read or changed, or reports why it did not.
    pub fn on_settings(&mut self, edit: Option<&SettingEdit>, read: Result<SettingsRead, String>) -> Output {
        match (read, edit) {
            (Err(reason), Some(edit)) if !edit.is_undo => self.reject_setting(&reason),
            (Err(reason), _) => {
                self.cx.overlay = Overlay::None;
                self.cx.notify(
                    ToastContent::new("toast-settings-unread").with_text_arg("why", reason, 300),
                    LONG,
                );
            }
            (Ok(read), None) => {
                self.session.settings.values = read.values;
                let wanted = match &self.cx.overlay {
                    Overlay::Form(form) => match &form.purpose {
                        FormPurpose::Setting { setting, .. } => setting.key.clone(),
                        _ => Vec::new(),
                    },
                    _ => std::mem::take(&mut self.session.settings.wanted),
                };
                self.show_setting(&wanted);
            }
            (Ok(read), Some(edit)) => self.apply_setting(edit, read),
        }
        self.cx.finish(true)
    }

    fn show_setting(&mut self, key: &[String]) {
        let selected = self.session.settings.line_of(key);
        self.cx.overlay = Overlay::Picker(Picker { kind: PickerKind::Settings, selected });
    }

    /// Shows the reason at the field, which keeps what the user typed.
    fn reject_setting(&mut self, reason: &str) {
        if let Overlay::Form(form) = &mut self.cx.overlay
            && let FormPurpose::Setting { rejected, .. } = &mut form.purpose
        {
            reason.clone_into(rejected);
            form.error = Some("setting-rejected");
        }
    }

    fn apply_setting(&mut self, edit: &SettingEdit, read: SettingsRead) {
        let SettingsRead { values, options, rules } = read;
        let is_edited = |name: &str| matches!(edit.key.as_slice(), [section, key] if section == "settings" && key == name);
        let old = std::mem::replace(&mut self.cx.options, *options);
        let now = &mut self.cx.options;
        // The user may have chosen these for the session, or a screen reader needs them.
        (now.undo_delay, now.delete_undo_delay) = (old.undo_delay, old.delete_undo_delay);
        for (name, keep) in [
            ("theme", (|now, old| now.theme = old.theme) as fn(&mut Options, &Options)),
            ("accent", |now, old| now.accent = old.accent),
            ("lang", |now, old| now.lang = old.lang),
            ("mouse", |now, old| now.mouse = old.mouse),
            ("ascii", |now, old| now.ascii = old.ascii),
            ("reduced_motion", |now, old| now.reduced_motion = old.reduced_motion),
        ] {
            if !is_edited(name) {
                keep(now, &old);
            }
        }
        self.pipeline.known_statuses.order = now.status_order.clone();
        self.cx.output.effects.push(Effect::SetRules(Box::new(rules)));
        self.pipeline.update_known_statuses(&self.cx);
        let filter = self.pipeline.board.filter.clone();
        self.table.set_filter(filter, &mut self.pipeline, &mut self.cx);
        self.table.refilter(&mut self.pipeline, &mut self.cx);
        self.views.counted_table = None;
        self.views.count_views(&mut self.pipeline, &mut self.cx);
        self.refresh_source_rows();
        let tasks = self.tasks.filter.clone();
        self.tasks.set_filter(tasks, &mut self.cx);
        let same = |value: &&SettingValue| value.key == edit.key;
        let setting = values.iter().find(same).cloned();
        self.session.settings.values = values;
        let after = setting.as_ref().and_then(|value| value.own.clone());
        let label = key_text(&edit.key);
        let waits = setting.is_some_and(|value| value.waits_for_start());
        if !edit.is_undo {
            let name = edit.key.join(&PART.to_string());
            let change = SettingChange { name, before: edit.seen.clone(), after };
            self.cx.push_settings(label.clone(), SettingsPlace::File, vec![change], (None, None));
            self.show_setting(&edit.key);
        }
        let key = if waits { "toast-setting-later" } else { "toast-setting-saved" };
        self.cx.notify(ToastContent::about(key, label), LONG);
    }

    /// Writes the value before or after a change of the file again.
    pub(crate) fn undo_redo_setting(&mut self, direction: Direction, change: &SettingsChange) -> Vec<Effect> {
        if let Some(SettingChange { name, before, after }) = change.items.first().cloned() {
            let (value, seen) = if direction == Direction::Undo { (before, after) } else { (after, before) };
            let key = name.split(PART).map(str::to_owned).collect();
            let edit = SettingEdit { key, value, seen, is_undo: true };
            self.cx.ask_front_end(FrontEndRequest::Settings(Some(edit)));
        }
        Vec::new()
    }
}
