//! Changes that were made here and that somebody else's doing has overtaken. Rule: undo takes back what this machine did to
//! the record, and nothing else: back to what the service held when it was sent, whoever decided that. What never left,
//! because the record was so already, is not there to be taken back.

use crate::app::deals::pipeline::pipeline::Pipeline;
use crate::app::deals::table::table::TableState;
use crate::app::foundation::cx::app_cx::AppCx;
use std::collections::BTreeSet;

use crate::contract::json::json_eq::same;
use crate::contract::patch::Fields;

use crate::app::foundation::cx::change_list::History;

impl History {
    /// A write of a record that was to lead from `base` to `wanted` never left: the record was so already. What was changed
    /// here by it is no change, as far as the steps that it was of are known.
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

    /// The fields before and after of each change made of a record, the newest first.
    fn of<'a>(&'a mut self, record: &'a str) -> impl Iterator<Item = (&'a mut Fields, &'a mut Fields)> + 'a {
        self.newest_first().filter_map(|change| change.of_fields(record))
    }
}

impl AppCx {
    /// A change of a record that was to lead from `base` to `wanted` was decided elsewhere: it leads back to what the service
    /// held (`over`), and what is not `sent` of it is no change.
    pub(in crate::app) fn decided_elsewhere(
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
    /// What was asked of a record was so before it left: nothing was sent, and there is nothing to take back.
    pub(in crate::app) fn found_so(
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
