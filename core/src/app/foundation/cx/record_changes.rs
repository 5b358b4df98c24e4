//! Writing a record that is no deal (a task, a saved view of the service): noted so that undo knows it, and asked for.

use crate::app::foundation::cx::app_cx::AppCx;
use std::time::Duration;

use super::toast::LONG;
use crate::app::foundation::cx::change::Change;
use crate::app::foundation::cx::toast_kind::ToastKind;
use crate::contract::patch::Fields;
use crate::discovery::Family;
use crate::engine::{Effect, WriteState};

impl AppCx {
    /// Notes a change of a record and asks for it.
    pub(in crate::app) fn change_record(
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

    /// Takes a change of a record back, or makes it again. Where it is not known what was there before, only a write
    /// that has not left can be taken back.
    pub(in crate::app) fn turn_record(
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
