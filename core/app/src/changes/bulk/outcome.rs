//! Derives the result of each deal of a change from the engine's answers.

use crate::changes::bulk::bulk_change::BulkChange;
use crate::changes::bulk::model::BulkStage;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::bulk_row::{BulkRow, BulkState, BulkVerb};
use crate::foundation::cx::toast::{LONG, SHORT, Toast};
use crate::foundation::cx::toast_kind::ToastKind;
use crate::foundation::input::disabled_reason::Reason;
use crate::model::pending_write::{PendingWrite, WriteKind, WriteState};
use crate::model::snapshot::EventKind;
use std::collections::HashMap;

impl BulkChange {
    /// Updates the state of each row from the newest snapshot.
    pub(crate) fn follow_bulk(&mut self, seen: u64, cx: &mut AppCx) {
        let Some(mut bulk) = self.current.take() else {
            return;
        };
        if bulk.stage() == BulkStage::Plan || bulk.asked > cx.snapshot.handled {
            self.current = Some(bulk);
            return;
        }
        let was_running = !bulk.ended();
        let verb = bulk.verb.clone();
        let writes = cx.snapshot.writes.clone();
        let own = writes.iter().filter(|write| write.kind == kind(&verb));
        // Of several writes for one deal, the last counts.
        let newest: HashMap<&str, &PendingWrite> = own.map(|write| (write.record.as_str(), write)).collect();
        for row in bulk.under_way_mut() {
            row.state = cx.outcome(row, &verb, seen, newest.get(row.deal.as_str()).copied());
        }
        if was_running && bulk.ended() {
            let counts = bulk.counts();
            // Every deal already had the value and its row says so; show no toast.
            let none = counts.asked() == 0;
            // Nothing was applied because the change was undone, here or elsewhere; report no success.
            let kind = if counts.done + counts.since + counts.failed == 0 {
                ToastKind::BulkStopped {
                    count: counts.stopped,
                }
            } else {
                ToastKind::BulkEnded {
                    done: counts.done + counts.since,
                    failed: counts.failed,
                }
            };
            if matches!(kind, ToastKind::BulkStopped { .. }) {
                // The number of cancelled writes says more than the undo toast, so replace that one.
                let undone = |toast: &Toast| matches!(toast.kind, ToastKind::TurnedMany { again: false, .. });
                cx.toasts.retain(|toast| !undone(toast));
            }
            if !none {
                cx.say(kind, if counts.failed > 0 { LONG } else { SHORT });
            }
        }
        let stopping = bulk.stopping;
        self.current = Some(bulk);
        if stopping {
            let effects = self.stop_bulk(cx);
            cx.output.effects.extend(effects);
        }
    }
}

impl AppCx {
    fn outcome(&self, row: &BulkRow, verb: &BulkVerb, seen: u64, write: Option<&PendingWrite>) -> BulkState {
        let open = matches!(
            row.state,
            BulkState::Waiting | BulkState::Refused(..) | BulkState::Conflict(_)
        );
        if !open {
            return self.as_it_stays(row, verb);
        }
        let (id, kind) = (row.deal.as_str(), kind(verb));
        if let Some(write) = write {
            return match &write.state {
                WriteState::Refused(problem) => BulkState::Refused(write.id, problem.clone()),
                WriteState::Conflict { .. } => BulkState::Conflict(write.id),
                _ => BulkState::Waiting,
            };
        }
        let told = || self.snapshot.events.iter().filter(|event| event.seq > seen);
        if told().any(|event| matches!(&event.kind, EventKind::FoundSo { record, .. } if record == id)) {
            // The deal already had the value; nothing was sent.
            return BulkState::Skipped(Reason::AlreadySo);
        }
        let applied = told().any(|event| {
            matches!(&event.kind, EventKind::Applied { kind: done, record, .. } if *done == kind && record == id)
        });
        // If another process cancelled the write, the deal is unchanged.
        if applied || self.holds(row, verb) {
            BulkState::Done
        } else {
            BulkState::Stopped
        }
    }

    /// Returns `Done` while the deal still has the value, else `Since`. Deletions stay done.
    fn as_it_stays(&self, row: &BulkRow, verb: &BulkVerb) -> BulkState {
        match row.state {
            BulkState::Done | BulkState::Since if *verb != BulkVerb::Delete => {
                if self.holds(row, verb) {
                    BulkState::Done
                } else {
                    BulkState::Since
                }
            }
            _ => row.state.clone(),
        }
    }

    /// Returns whether a deal has the value that the row wanted.
    fn holds(&self, row: &BulkRow, verb: &BulkVerb) -> bool {
        let deals = &self.snapshot.deals;
        let now = deals.find(row.deal.as_str()).and_then(|ix| deals.row(ix));
        match (verb, now) {
            (BulkVerb::Delete, now) => now.is_none(),
            (BulkVerb::Owner(owner), Some(now)) => now.owner == owner,
            (BulkVerb::Status(_) | BulkVerb::Beside { .. }, Some(now)) => now.status == row.to,
            (BulkVerb::Lane { owner, .. }, Some(now)) => now.status == row.to && now.owner == owner,
            (_, None) => false,
        }
    }
}

fn kind(verb: &BulkVerb) -> WriteKind {
    match verb {
        BulkVerb::Delete => WriteKind::Delete,
        _ => WriteKind::Update,
    }
}
