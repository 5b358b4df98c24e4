//! Changes of records other than deals: tasks and saved views of the server. Each is recorded for undo and sent to the
//! engine.

use crate::foundation::cx::app_cx::AppCx;
use std::time::Duration;

use super::toast::LONG;
use crate::contract::patch::Fields;
use crate::foundation::cx::change::Change;
use crate::foundation::cx::toast_kind::ToastKind;
use crate::model::effect::Effect;
use crate::model::pending_write::WriteState;
use crate::model::resources::resource_kind::Family;

impl AppCx {
    /// Records a change of a record and returns the effect that sends it.
    pub(crate) fn change_record(
        &mut self,
        family: Family,
        id: &str,
        label: String,
        before: Fields,
        after: Fields,
    ) -> Vec<Effect> {
        self.history.push(Change::Record {
            family,
            id: id.to_owned(),
            label: label.clone(),
            before: before.clone(),
            after: after.clone(),
        });
        vec![Effect::UpdateRecord {
            family,
            id: id.to_owned(),
            fields: after,
            base: before,
            label,
            hold: self.options.hold,
        }]
    }

    /// Undoes or redoes a change of a record. If the previous values are unknown, only an unsent write can be undone.
    pub(crate) fn turn_record(
        &mut self,
        (family, id, label): (Family, String, String),
        (fields, base): (Fields, Fields),
        hold: Duration,
    ) -> Vec<Effect> {
        if !fields.is_empty() {
            return vec![Effect::UpdateRecord {
                family,
                id,
                fields,
                base,
                label,
                hold,
            }];
        }
        let unsent = self.snapshot.writes.iter().rev().find(|write| {
            write.record == id && (matches!(write.state, WriteState::Held { .. }) || write.parked())
        });
        if let Some(write) = unsent.map(|write| write.id) {
            return vec![Effect::Discard(write)];
        }
        self.say(ToastKind::TooLate { label }, LONG);
        Vec::new()
    }
}
