//! Derives the result of each deal of a change from the engine's responses.

use crate::changes::bulk::bulk_change::BulkChange;
use crate::changes::bulk::model::BulkStage;
use crate::contract::ids::DealId;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::bulk_row::{BulkOp, BulkRow, BulkState};
use crate::foundation::cx::toast::{LONG, SHORT};
use crate::foundation::cx::toast_content::{ToastArg, ToastContent};
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::import::planned_row::PlannedRow;
use crate::model::pending_write::{PendingWrite, WriteKind, WriteState};
use crate::model::snapshot::EventKind;
use std::collections::HashMap;

impl BulkChange {
    /// Updates the state of each row from the newest snapshot.
    pub(crate) fn update_states(&mut self, seen_seq: u64, cx: &mut AppCx) {
        let Some(mut bulk) = self.current.take() else {
            return;
        };
        if bulk.stage() == BulkStage::Plan || bulk.submitted_seq > cx.snapshot.handled {
            self.current = Some(bulk);
            return;
        }
        let was_running = !bulk.has_ended();
        let op = bulk.op.clone();
        let writes = cx.snapshot.writes.clone();
        let own_writes = writes.iter().filter(|write| is_write_of(&op, write.kind));
        // Of several writes for one deal, the last counts.
        let newest: HashMap<&str, &PendingWrite> =
            own_writes.map(|write| (write.record.as_str(), write)).collect();
        let events = cx.snapshot.events.clone();
        for row in bulk.run_rows_mut() {
            let created = events.iter().find_map(|event| match &event.kind {
                EventKind::Applied { temp_id: Some(temp_id), record, .. }
                    if *temp_id == *row.deal.as_str() =>
                {
                    DealId::new(record).ok()
                }
                _ => None,
            });
            row.deal = created.unwrap_or_else(|| row.deal.clone());
            row.state = cx.row_state(row, &op, seen_seq, newest.get(row.deal.as_str()).copied());
        }
        if was_running && bulk.has_ended() {
            let counts = bulk.counts();
            // Every deal already had the value and its row says so; show no toast.
            let is_empty = counts.submitted() == 0;
            // Nothing was applied because the change was undone, here or elsewhere; report no success.
            let done = counts.done + counts.changed_since;
            let content = match (done, counts.failed) {
                (0, 0) => ToastContent::counted("toast-bulk-stopped", counts.cancelled),
                (done, 0) => ToastContent::counted("toast-bulk-ended", done),
                (done, failed) => ToastContent::new("toast-bulk-failed")
                    .with_arg("done", ToastArg::Count(done))
                    .with_arg("failed", ToastArg::Count(failed)),
            };
            if content.is_variant_of("bulk-stopped") {
                // The number of cancelled writes says more than the undo toast, so replace that one.
                cx.toasts.retain(|toast| {
                    !(toast.content.is_variant_of("undone-many")
                        || toast.content.is_variant_of("moved-back-many"))
                });
            }
            if !is_empty {
                cx.notify(content, if counts.failed > 0 { LONG } else { SHORT });
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
    fn row_state(
        &self,
        row: &BulkRow,
        op: &BulkOp,
        seen_seq: u64,
        write: Option<&PendingWrite>,
    ) -> BulkState {
        let open = matches!(row.state, BulkState::Waiting | BulkState::Rejected(..) | BulkState::Conflict(_));
        if !open {
            return self.recheck_done(row, op);
        }
        let id = row.deal.as_str();
        if let Some(write) = write {
            return match &write.state {
                WriteState::Rejected(problem) => BulkState::Rejected(write.id, problem.clone()),
                WriteState::Conflict { .. } => BulkState::Conflict(write.id),
                _ => BulkState::Waiting,
            };
        }
        let events = || self.snapshot.events.iter().filter(|event| event.seq > seen_seq);
        if events()
            .any(|event| matches!(&event.kind, EventKind::AlreadyApplied { record, .. } if record == id))
        {
            // The deal already had the value; nothing was sent.
            return BulkState::Skipped(DisabledReason::NothingToChange);
        }
        let applied = events().any(|event| {
            matches!(&event.kind, EventKind::Applied { kind, record, .. } if is_write_of(op, *kind) && record == id)
        });
        // If another process cancelled the write, the deal is unchanged.
        if applied || self.has_wanted_value(row, op) { BulkState::Done } else { BulkState::Cancelled }
    }

    /// Returns `Done` while the deal still has the value, else `ChangedSince`. Deletions stay done.
    fn recheck_done(&self, row: &BulkRow, op: &BulkOp) -> BulkState {
        match row.state {
            BulkState::Done | BulkState::ChangedSince if *op != BulkOp::Delete => {
                if self.has_wanted_value(row, op) { BulkState::Done } else { BulkState::ChangedSince }
            }
            _ => row.state.clone(),
        }
    }

    /// Returns whether a deal has the value that the row wanted.
    fn has_wanted_value(&self, row: &BulkRow, op: &BulkOp) -> bool {
        let deals = &self.snapshot.deals;
        let row_now = deals.find(row.deal.as_str()).and_then(|ix| deals.row(ix));
        match (op, row_now) {
            (BulkOp::Delete, row_now) => row_now.is_none(),
            (BulkOp::Owner(owner), Some(row_now)) => row_now.owner == owner,
            (BulkOp::Status(_) | BulkOp::Adjacent { .. }, Some(row_now)) => row_now.status == row.to,
            (BulkOp::SwimlaneCell { owner, .. }, Some(row_now)) => {
                row_now.status == row.to && row_now.owner == owner
            }
            (BulkOp::Import(_), Some(row_now)) => {
                row.import_row(op).is_some_and(|PlannedRow { after, .. }| {
                    let wants = |field: &str, now: &str| after.text(field).is_none_or(|wanted| wanted == now);
                    wants("status", row_now.status) && wants("responsable", row_now.owner)
                })
            }
            (_, None) => false,
        }
    }
}

/// Returns whether `op` makes writes of this kind.
fn is_write_of(op: &BulkOp, kind: WriteKind) -> bool {
    match op {
        BulkOp::Delete => kind == WriteKind::Delete,
        BulkOp::Import(_) => matches!(kind, WriteKind::Create | WriteKind::Update),
        _ => kind == WriteKind::Update,
    }
}
