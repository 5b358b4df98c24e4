//! Local changes that another process has superseded. Undo reverts only what this device changed in the record: it
//! restores the service's value from the time of sending, whichever process set it. A write that was not sent, because
//! the record already had the value, leaves nothing to undo.

use crate::foundation::cx::app_cx::AppCx;
use std::collections::BTreeSet;

use crate::contract::json::json_eq::is_same_value;
use crate::contract::patch::Fields;

use crate::foundation::cx::change_list::UndoHistory;

impl UndoHistory {
    /// Removes a change from the history whose write from `base` to `fields_after` was not sent. The record already had
    /// the value. Only steps that lead exactly from `base` to `fields_after` are removed.
    pub(crate) fn remove_unsent(&mut self, record: &str, (base, fields_after): (&Fields, &Fields)) {
        for (name, value) in fields_after.iter() {
            let mut led_to = Some(value.to_owned());
            let mut steps = 0;
            let mut is_complete = false;
            for (before, after) in self.field_changes_of(record).filter(|(_, after)| after.touches(name)) {
                if !is_same_value(after.get(name), led_to.as_deref()) {
                    break;
                }
                led_to = before.get(name).map(ToOwned::to_owned);
                steps += 1;
                is_complete = is_same_value(led_to.as_deref(), base.get(name));
                if is_complete {
                    break;
                }
            }
            if !is_complete {
                continue;
            }
            let touching = self.field_changes_of(record).filter(|(_, after)| after.touches(name));
            for (before, after) in touching.take(steps) {
                before.remove(name);
                after.remove(name);
            }
        }
        self.drop_empty(record);
    }

    /// Returns the fields before and after each local change of a record, newest first.
    fn field_changes_of<'a>(
        &'a mut self,
        record: &'a str,
    ) -> impl Iterator<Item = (&'a mut Fields, &'a mut Fields)> + 'a {
        self.newest_first().filter_map(|change| change.fields_of(record))
    }
}

impl AppCx {
    /// Adjusts the history after another process decided a change from `base` to `fields`. Undo then restores the
    /// service's values (`base_now`). Fields that were not `sent` are removed from the change.
    pub(crate) fn on_peer_decision(
        &mut self,
        record: &str,
        (base, fields): (&Fields, &Fields),
        base_now: &Fields,
        sent: &Fields,
    ) {
        self.history.settle_record(record);
        let (mut otherwise, mut mine) = (Fields::new(), BTreeSet::new());
        for (name, value) in fields.iter() {
            let sends = is_same_value(sent.get(name), Some(value));
            if !sends || base_now.touches(name) && !is_same_value(base_now.get(name), base.get(name)) {
                otherwise.set_raw(name, value.to_owned());
            }
            if sends {
                mine.insert(name.to_owned());
            }
        }
        self.history.on_conflict_decided(record, (base, &otherwise), base_now, &mine);
    }
}
