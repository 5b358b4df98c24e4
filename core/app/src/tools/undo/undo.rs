//! Undo and redo of changes. Undo and redo submit a write with old and new values swapped. If the first write is not
//! sent yet, the engine lets both cancel out. A sent change is reverted by another write if the contract has one;
//! otherwise it is reported as final. A deleted deal can only be recreated under a new id, and a read mark cannot be
//! removed.

use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::table::table::TableState;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::toast_types::Undid;
use std::collections::{BTreeSet, HashSet};
use std::time::Duration;

use crate::contract::ids::{DealId, is_temporary};
use crate::contract::patch::Fields;
use crate::foundation::cx::change::{Again, Change, Gone, Way, makes};
use crate::foundation::cx::toast_kind::{ToastKind, Triaged};
use crate::model::effect::Effect;
use crate::model::snapshot::LeftAs;

/// Duration of the toast about an undone change.
const SAID: Duration = Duration::from_secs(4);
/// Duration of the toast about a failed undo.
pub(crate) const SAID_LONG: Duration = Duration::from_secs(12);

impl Undid {
    pub(crate) fn of(fields: &Fields) -> Self {
        if fields.touches("status") && fields.names().count() == 1 {
            Self::Move
        } else {
            Self::Change
        }
    }
}

impl Pipeline {
    /// Undoes or redoes the creation or deletion of a deal.
    pub(crate) fn exist(
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
                // Another process discarded the creation, so there is nothing to delete.
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
        // A deal that never reached the service has no deletion to cancel.
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
                // After a restart the deal's values are unknown.
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
    /// Returns the records with a pending write. As a set, because scanning all writes for each of 100,000 changes
    /// would take minutes.
    pub(crate) fn waiting_records(&self) -> HashSet<&str> {
        self.snapshot
            .writes
            .iter()
            .map(|write| write.record.as_str())
            .collect()
    }

    /// Returns whether the target state of a step already holds. The change was cancelled or discarded before it was
    /// sent, in this process or another. `waiting` contains the records with a pending write.
    pub(crate) fn is_turned(&self, way: Way, change: &Change, waiting: &HashSet<&str>) -> bool {
        let table = &self.snapshot.deals;
        let shown = |deal: &DealId| table.find(deal.as_str()).and_then(|ix| table.row(ix));
        match change {
            Change::Fields {
                deal, before, after, ..
            } => {
                let wanted = if way == Way::Back { before } else { after };
                let so = |row: crate::model::table::DealRow<'_>| {
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

    /// Reports a completed move back after a record's change was applied.
    pub(crate) fn moved_back(&mut self, record: &str) {
        let Some((label, status)) = self.moving_back.remove(record) else {
            return;
        };
        let table = &self.snapshot.deals;
        let stands = table.find(record).and_then(|ix| table.row(ix));
        if stands.is_some_and(|row| row.status == status) {
            self.say(ToastKind::MovedBack { label }, SAID_LONG);
        }
    }

    /// Stops waiting for moves back that are no longer pending: they are blocked or finished.
    pub(crate) fn follow_moves_back(&mut self) {
        if self.moving_back.is_empty() || self.awaits_engine() {
            return;
        }
        let waiting = self.snapshot.writes.iter().filter(|write| !write.parked());
        let waiting: HashSet<&str> = waiting.map(|write| write.record.as_str()).collect();
        self.moving_back
            .retain(|record, _| waiting.contains(record.as_str()));
    }

    /// Returns whether the undo or redo of these deals' changes is still in progress.
    pub fn is_turning(&self, deals: &BTreeSet<String>) -> bool {
        let mut writes = self.snapshot.writes.iter();
        !deals.is_empty()
            && (self.awaits_engine() || writes.any(|write| !write.parked() && deals.contains(&write.record)))
    }

    /// Returns whether a local deal has no write left to create it.
    fn never_came(&self, deal: &DealId) -> bool {
        let writes = &self.snapshot.writes;
        is_temporary(deal.as_str())
            && !self.awaits_engine()
            && !writes.iter().any(|write| write.record == deal.as_str())
    }

    /// Reports that a deletion or a write had already been sent and cannot be cancelled.
    pub(crate) fn too_late(&mut self, record: &str, label: &str) {
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

    /// Reports an undo or redo. A redone change is scheduled again, and can be cancelled until it is sent.
    pub(crate) fn say_gone(&mut self, way: Way, label: String, what: Undid, hold: Duration) {
        let held = !hold.is_zero();
        let kind = match way {
            Way::Back => ToastKind::Undone { label, what },
            Way::Again => ToastKind::Redone { label, what, held },
        };
        self.say(kind, if held { hold } else { SAID });
    }
}

impl TableState {
    /// Reports that an undo or redo was unnecessary, and removes its toasts.
    pub(crate) fn already_so(
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

    /// Reports that an undo or redo was rejected because the value changed since. `left` describes that value. The
    /// change was not undone, so it cannot be redone either.
    pub(crate) fn changed_since(
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

    /// Reports that an undone change persists because another process requested the same.
    pub(crate) fn same_elsewhere(
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

    /// Removes the toasts about an undo or redo of a record.
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

    /// Reports that a deletion is being sent while undo tries to cancel it. The "undone" toast is removed. If the deal
    /// comes back, it gets the focus.
    pub(crate) fn leaving(&mut self, record: &str, label: &str, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let returning = pipeline.returning.clone();
        self.unsay(record, label, pipeline, cx);
        pipeline.returning = returning;
        let label = label.to_owned();
        cx.say(ToastKind::Leaving { label }, SAID_LONG);
    }
}
