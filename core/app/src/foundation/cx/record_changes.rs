//! Changes of records other than deals: tasks and saved views of the server. Each is recorded for undo and sent to the
//! engine.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change_types::LocalSettingsChange;
use std::time::Duration;

use super::toast::LONG;
use crate::contract::patch::Fields;
use crate::foundation::cx::change::UndoableChange;
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
        self.history.push(UndoableChange::Record {
            kind,
            id: id.to_owned(),
            label: label.clone(),
            before: before.clone(),
            after: after.clone(),
        });
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
        self.notify(ToastContent::TooLate { label }, LONG);
        Vec::new()
    }

    /// Adds a change to the undo history, unless it changes nothing.
    pub(crate) fn push_settings_change(&mut self, mut change: LocalSettingsChange) {
        change.settings.retain(|setting| setting.before != setting.after);
        if !change.settings.is_empty() {
            self.history.push(UndoableChange::LocalSettings(Box::new(change)));
        }
    }
}
