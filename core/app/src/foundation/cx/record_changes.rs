//! Changes of records other than deals: tasks and saved views of the server. Each is recorded for undo and sent to the
//! engine.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change_types::{RecordSource, SettingChange, SettingsChange, SettingsPlace};
use std::time::Duration;

use super::toast::LONG;
use crate::contract::patch::Fields;
use crate::foundation::cx::change::{ChangeKind, ChangeTarget, UndoableChange};
use crate::foundation::cx::toast_content::ToastContent;
use crate::model::effect::Effect;
use crate::model::pending_write::WriteState;
use crate::model::resources::resource_kind::ResourceKind;

impl AppCx {
    /// Records a change of a record and returns the effect that sends it.
    pub(crate) fn change_record(
        &mut self,
        kind: ResourceKind,
        id: &str,
        label: String,
        before: Fields,
        after: Fields,
    ) -> Vec<Effect> {
        let target = ChangeTarget::Record(kind, id.to_owned());
        let fields = ChangeKind::Fields { target, before: before.clone(), after: after.clone() };
        self.history.push(UndoableChange::new(&label, fields));
        vec![Effect::UpdateRecord {
            kind,
            id: id.to_owned(),
            fields: after,
            base: before,
            label,
            undo_delay: self.options.undo_delay,
        }]
    }

    /// Undoes or redoes a change of a record. If the previous values are unknown, only an unsent write can be undone.
    pub(crate) fn undo_redo_record(
        &mut self,
        (kind, id, label): (ResourceKind, String, String),
        (fields, base): (Fields, Fields),
        undo_delay: Duration,
    ) -> Vec<Effect> {
        if !fields.is_empty() {
            return vec![Effect::UpdateRecord { kind, id, fields, base, label, undo_delay }];
        }
        let unsent = self.snapshot.writes.iter().rev().find(|write| {
            write.record == id && (matches!(write.state, WriteState::Scheduled { .. }) || write.is_blocked())
        });
        if let Some(write) = unsent.map(|write| write.id) {
            return vec![Effect::Discard(write)];
        }
        self.notify(ToastContent::about("toast-too-late", label), LONG);
        Vec::new()
    }

    /// Adds a change of settings to the undo history, unless it changes nothing.
    pub(crate) fn push_settings(
        &mut self,
        label: impl Into<String>,
        place: SettingsPlace,
        items: Vec<SettingChange>,
        open: (Option<String>, Option<String>),
    ) {
        let items: Vec<_> = items.into_iter().filter(|item| item.before != item.after).collect();
        if !items.is_empty() {
            let change = SettingsChange { place, items, open };
            self.history.push(UndoableChange::new(label, ChangeKind::Settings(change)));
        }
    }

    /// Reports a filter that the user removed wholly or in part, and lets undo restore it.
    pub(crate) fn on_filter_cleared(&mut self, source: Option<RecordSource>, before: String, after: String) {
        let key = if after.is_empty() { "toast-filter-cleared" } else { "toast-filter-part-cleared" };
        let (label, name) = (before.clone(), String::new());
        let item = SettingChange { name, before: Some(before), after: Some(after) };
        self.push_settings(label, SettingsPlace::Filter(source), vec![item], (None, None));
        self.notify(ToastContent::new(key), LONG);
    }

    /// Records that identifiers are watched from now on, or no longer.
    pub(crate) fn push_watched(&mut self, kind: ResourceKind, ids: &[String], watched: bool) {
        let flag = |set: bool| set.then(String::new);
        let to_item =
            |id: &String| SettingChange { name: id.clone(), before: flag(!watched), after: flag(watched) };
        let label = if let [single] = ids { single.as_str() } else { "" };
        let items = ids.iter().map(to_item).collect();
        self.push_settings(label, SettingsPlace::Watched(kind), items, (None, None));
    }
}
