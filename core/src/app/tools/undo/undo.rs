//! What can be taken back, and made again. Each change knows both ways; a way is another write with the roles of before
//! and after changed, which the engine lets cancel out with the first if that has not left yet. What has left is taken
//! back by a write of its own where the contract has one, and is called lost where it has none: a deal that was deleted
//! can only be created anew, under another id, and a mark cannot be unmade.

use crate::app::deals::pipeline::pipeline::Pipeline;
use crate::app::deals::table::table::TableState;
use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::foundation::cx::toast_types::Undid;
use std::collections::{BTreeSet, HashSet};
use std::time::Duration;

use crate::app::foundation::cx::change::{Again, Change, Gone, Way, makes};
use crate::app::foundation::cx::toast_kind::{ToastKind, Triaged};
use crate::contract::ids::{DealId, is_temporary};
use crate::contract::patch::Fields;
use crate::engine::{Effect, LeftAs};

/// How long it is said that something was taken back.
const SAID: Duration = Duration::from_secs(4);
/// How long it is said that something can't be.
pub(in crate::app) const SAID_LONG: Duration = Duration::from_secs(12);

impl Undid {
    pub(in crate::app) fn of(fields: &Fields) -> Self {
        if fields.touches("status") && fields.names().count() == 1 {
            Self::Move
        } else {
            Self::Change
        }
    }
}

impl Pipeline {
    /// Lets a deal be, or be no more.
    pub(in crate::app) fn exist(
        &mut self,
        way: Way,
        deal: DealId,
        label: String,
        again: Again,
        gone: Gone,
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        if !makes(cx.history.next(way).map(|change| &*change), way) {
            cx.history.turn(way);
            if cx.never_came(&deal) {
                // Its creation was given up elsewhere: nothing is there to be deleted.
                let in_doubt = false;
                cx.say(ToastKind::AlreadySo { label, in_doubt }, SAID_LONG);
                return Vec::new();
            }
            let hold = cx.options.hold_delete;
            cx.say(ToastKind::Deleting { label: label.clone() }, hold);
            let base = cx.seen_of(&deal);
            return vec![Effect::Delete {
                deal,
                base,
                label,
                hold,
            }];
        }
        let anew = !again.fields.is_empty();
        // What never reached the service has no deletion to take back.
        let unborn = is_temporary(deal.as_str()) && cx.snapshot.deals.find(deal.as_str()).is_none();
        match gone {
            Gone::No if unborn && anew => {}
            Gone::No => {
                cx.history.turn(way);
                self.returning = Some(deal.clone());
                let what = Undid::Deletion;
                cx.say(ToastKind::Undone { label, what }, SAID);
                return vec![Effect::CancelDelete(deal)];
            }
            _ if !anew => {
                // After a restart it is not known what the deal was.
                cx.history.turn(way);
                cx.say(ToastKind::TooLate { label }, SAID_LONG);
                return Vec::new();
            }
            Gone::Sent => {
                if let Some(Change::Existence { gone, .. }) = cx.history.next(way) {
                    *gone = Gone::Told;
                }
                cx.say(
                    ToastKind::Gone {
                        label,
                        way_back: way == Way::Back,
                    },
                    SAID_LONG,
                );
                return Vec::new();
            }
            Gone::Told => {}
        }
        cx.history.turn(way);
        cx.toasts
            .retain(|toast| !matches!(toast.kind, ToastKind::Gone { .. }));
        cx.say(ToastKind::Creating { label: label.clone() }, cx.options.hold);
        vec![Effect::Recreate {
            deal,
            fields: again.fields,
            then: again.then,
            label,
        }]
    }
}

impl AppCx {
    /// The records that a write waits for. Of many changes each is looked up here: each going over all that wait would take
    /// minutes of a hundred thousand.
    pub(in crate::app) fn waiting_records(&self) -> HashSet<&str> {
        self.snapshot
            .writes
            .iter()
            .map(|write| write.record.as_str())
            .collect()
    }

    /// Whether what a change leads to is so already: it was taken back or given up, by whoever, before it left. `waiting`
    /// are the records that a write waits for.
    pub(in crate::app) fn is_turned(&self, way: Way, change: &Change, waiting: &HashSet<&str>) -> bool {
        let table = &self.snapshot.deals;
        let shown = |deal: &DealId| table.find(deal.as_str()).and_then(|ix| table.row(ix));
        match change {
            Change::Fields {
                deal, before, after, ..
            } => {
                let wanted = if way == Way::Back { before } else { after };
                let so = |row: crate::engine::DealRow<'_>| {
                    wanted.names().all(|name| match name {
                        "status" => wanted.text(name).as_deref() == Some(row.status),
                        "responsable" => wanted.text(name).unwrap_or_default() == row.owner,
                        _ => false,
                    })
                };
                !waiting.contains(deal.as_str())
                    && !self.expected.contains_key(deal)
                    && shown(deal).is_some_and(so)
            }
            Change::Existence { deal, .. } => way == Way::Back && shown(deal).is_some(),
            _ => false,
        }
    }

    /// A change of a record was applied: where it is the one that moves a deal back, that is so from now on.
    pub(in crate::app) fn moved_back(&mut self, record: &str) {
        let Some((label, status)) = self.moving_back.remove(record) else {
            return;
        };
        let table = &self.snapshot.deals;
        let stands = table.find(record).and_then(|ix| table.row(ix));
        if stands.is_some_and(|row| row.status == status) {
            self.say(ToastKind::MovedBack { label }, SAID_LONG);
        }
    }

    /// Expects no move back any more that does not wait: it stands parked, or is over otherwise.
    pub(in crate::app) fn follow_moves_back(&mut self) {
        if self.moving_back.is_empty() || self.awaits_engine() {
            return;
        }
        let waiting = self.snapshot.writes.iter().filter(|write| !write.parked());
        let waiting: HashSet<&str> = waiting.map(|write| write.record.as_str()).collect();
        self.moving_back
            .retain(|record, _| waiting.contains(record.as_str()));
    }

    /// Whether what takes the changes of these deals back, or makes them again, has not all arrived yet.
    pub fn is_turning(&self, deals: &BTreeSet<String>) -> bool {
        let mut writes = self.snapshot.writes.iter();
        !deals.is_empty()
            && (self.awaits_engine() || writes.any(|write| !write.parked() && deals.contains(&write.record)))
    }

    /// Whether a deal is one of this client's own making that no write is to create any more.
    fn never_came(&self, deal: &DealId) -> bool {
        let writes = &self.snapshot.writes;
        is_temporary(deal.as_str())
            && !self.awaits_engine()
            && !writes.iter().any(|write| write.record == deal.as_str())
    }

    /// A deletion could not be taken back, or a write not be given up: it had left.
    pub(in crate::app) fn too_late(&mut self, record: &str, label: &str) {
        let label = label.to_owned();
        self.history.in_vain(record);
        self.history.not_given_up(record);
        self.history.decision_left(record);
        self.toasts.retain(|toast| {
            !matches!(
                toast.kind,
                ToastKind::Undone { .. } | ToastKind::Redone { .. } | ToastKind::Discarded { .. }
            )
        });
        let mut next = [Way::Back, Way::Again].map(|way| {
            let change = self.history.next(way).cloned();
            let meant = matches!(&change, Some(Change::Existence { deal, again, .. })
                if deal.as_str() == record && !again.fields.is_empty());
            (way, meant && makes(change.as_ref(), way))
        });
        next.reverse();
        match next.into_iter().find(|(_, offered)| *offered) {
            Some((way, _)) => self.say(
                ToastKind::Gone {
                    label,
                    way_back: way == Way::Back,
                },
                SAID_LONG,
            ),
            None => self.say(ToastKind::TooLate { label }, SAID_LONG),
        }
    }

    /// Says which way something went. What is made again is held for as long as the first time, and can be taken back
    /// until then.
    pub(in crate::app) fn say_gone(&mut self, way: Way, label: String, what: Undid, hold: Duration) {
        let held = !hold.is_zero();
        let kind = match way {
            Way::Back => ToastKind::Undone { label, what },
            Way::Again => ToastKind::Redone { label, what, held },
        };
        self.say(kind, if held { hold } else { SAID });
    }
}

impl TableState {
    /// Nothing was to be done about a way that was gone: what was said of it is not so.
    pub(in crate::app) fn already_so(
        &mut self,
        record: &str,
        label: &str,
        in_doubt: bool,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) {
        self.unsay(record, label, pipeline, cx);
        let label = label.to_owned();
        cx.say(ToastKind::AlreadySo { label, in_doubt }, SAID_LONG);
    }

    /// Nothing was done about a way that was gone: what it leads back from is `left` as it is. It can't be made again either,
    /// as it was not taken back.
    pub(in crate::app) fn changed_since(
        &mut self,
        record: &str,
        label: &str,
        left: LeftAs,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) {
        self.unsay(record, label, pipeline, cx);
        cx.history.not_taken_back(record);
        let label = label.to_owned();
        cx.say(ToastKind::ChangedSince { label, left }, SAID_LONG);
    }

    /// A change was taken back here, and the record stays as it led to: somebody else asked for the same.
    pub(in crate::app) fn same_elsewhere(
        &mut self,
        record: &str,
        label: &str,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) {
        self.unsay(record, label, pipeline, cx);
        let label = label.to_owned();
        cx.say(ToastKind::SameElsewhere { label }, SAID_LONG);
    }

    /// Lets go of what is said of a way that was gone with a record.
    fn unsay(&mut self, record: &str, label: &str, pipeline: &mut Pipeline, cx: &mut AppCx) {
        cx.toasts.retain(|toast| match &toast.kind {
            ToastKind::Undone { label: of, .. }
            | ToastKind::Redone { label: of, .. }
            | ToastKind::MovingBack { label: of }
            | ToastKind::MovedBack { label: of }
            | ToastKind::Moved { label: of, .. }
            | ToastKind::TaskMoved { label: of, .. }
            | ToastKind::Edited { label: of, .. }
            | ToastKind::TakenUp { label: of, .. } => of != label,
            ToastKind::Triaged(Triaged::Unmarked { .. }) => false,
            _ => true,
        });
        if pipeline
            .returning
            .as_ref()
            .is_some_and(|deal| deal.as_str() == record)
        {
            pipeline.returning = None;
            self.anchor(pipeline, cx);
        }
    }

    /// A deletion that is to be taken back is on its way: that it was is not said yet, and where the deal comes back the
    /// focus does.
    pub(in crate::app) fn leaving(
        &mut self,
        record: &str,
        label: &str,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) {
        let returning = pipeline.returning.clone();
        self.unsay(record, label, pipeline, cx);
        pipeline.returning = returning;
        let label = label.to_owned();
        cx.say(ToastKind::Leaving { label }, SAID_LONG);
    }
}
