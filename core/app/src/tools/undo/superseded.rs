//! Local changes that another process has superseded. Undo reverts only what this machine changed in the record: it
//! restores the service's value from the time of sending, whichever process set it. A write that was not sent, because
//! the record already had the value, leaves nothing to undo.

use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::table::table::TableState;
use crate::foundation::cx::app_cx::AppCx;
use std::collections::BTreeSet;

use crate::contract::json::json_eq::same;
use crate::contract::patch::Fields;

use crate::foundation::cx::change_list::History;

impl History {
    /// Removes a change from the history whose write from `base` to `wanted` was not sent. The record already had the
    /// value. Only steps that lead exactly from `base` to `wanted` are removed.
    fn never_left(&mut self, record: &str, (base, wanted): (&Fields, &Fields)) {
        for (name, wanted) in wanted.iter() {
            let mut led_to = Some(wanted.to_owned());
            let mut steps = 0;
            let mut whole = false;
            for (before, after) in self.of(record).filter(|(_, after)| after.touches(name)) {
                if !same(after.get(name), led_to.as_deref()) {
                    break;
                }
                led_to = before.get(name).map(ToOwned::to_owned);
                steps += 1;
                whole = same(led_to.as_deref(), base.get(name));
                if whole {
                    break;
                }
            }
            if !whole {
                continue;
            }
            let touching = self.of(record).filter(|(_, after)| after.touches(name));
            for (before, after) in touching.take(steps) {
                before.remove(name);
                after.remove(name);
            }
        }
        self.drop_empty(record);
    }

    /// Returns the fields before and after each local change of a record, newest first.
    fn of<'a>(&'a mut self, record: &'a str) -> impl Iterator<Item = (&'a mut Fields, &'a mut Fields)> + 'a {
        self.newest_first().filter_map(|change| change.of_fields(record))
    }
}

impl AppCx {
    /// Adjusts the history after another process decided a change from `base` to `wanted`. Undo then restores the
    /// service's values (`over`). Fields that were not `sent` are removed from the change.
    pub(crate) fn decided_elsewhere(
        &mut self,
        record: &str,
        (base, wanted): (&Fields, &Fields),
        over: &Fields,
        sent: &Fields,
    ) {
        self.history.settle_decisions_of(record);
        let (mut otherwise, mut mine) = (Fields::new(), BTreeSet::new());
        for (name, wanted) in wanted.iter() {
            let sends = same(sent.get(name), Some(wanted));
            if !sends || over.touches(name) && !same(over.get(name), base.get(name)) {
                otherwise.set_raw(name, wanted.to_owned());
            }
            if sends {
                mine.insert(name.to_owned());
            }
        }
        self.history.settled(record, (base, &otherwise), over, &mine);
    }
}

impl TableState {
    /// Reports that a record already had the requested values. Removes the change from the history, because it was not
    /// sent.
    pub(crate) fn found_so(
        &mut self,
        record: &str,
        label: &str,
        change: (&Fields, &Fields),
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) {
        cx.history.settle_decisions_of(record);
        cx.history.never_left(record, change);
        self.already_so(record, label, false, pipeline, cx);
    }
}
