//! Running bulk change: submits a plan as scheduled, paced writes; also stops, undoes, redoes and retries it.

use crate::changes::bulk::bulk_change::BulkChange;
use crate::changes::bulk::model::Bulk;
use crate::contract::patch::Fields;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::table::table::TableState;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::bulk_row::BulkState;
use crate::foundation::cx::change::{ChangeKind, ChangeTarget, Direction, UndoableChange};
use crate::foundation::cx::toast::{LONG, SHORT};
use crate::foundation::cx::toast_content::{ToastArg, ToastContent};
use crate::model::effect::Effect;
use crate::model::pending_write::WriteState;
use std::collections::{HashMap, HashSet};
use std::time::Duration;

use jiff::Timestamp;

/// Minimum time between two writes of one change, to stay below the service's rate limit.
const MIN_SEND_INTERVAL: Duration = Duration::from_millis(100);

/// Returns the delay of a write behind `before` others of the same change.
pub(crate) fn pace_delay(before: usize) -> Duration {
    MIN_SEND_INTERVAL.saturating_mul(u32::try_from(before).unwrap_or(u32::MAX))
}

/// Shares equal fields with the previous deal, which is the usual case.
pub(crate) fn share_fields(
    fields: (Fields, Fields),
    last: &mut Option<(Fields, Fields)>,
) -> (Fields, Fields) {
    if last.as_ref() != Some(&fields) {
        *last = Some(fields.clone());
    }
    last.clone().unwrap_or(fields)
}

impl BulkChange {
    /// Returns the bulk change that is planned, running or last made.
    pub fn bulk(&self) -> Option<&Bulk> {
        self.current.as_ref()
    }

    /// Cancels the writes not sent yet; sent or answered writes remain. If the outbox does not know the change yet, the
    /// stop happens as soon as it does.
    pub(crate) fn stop_bulk(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        let Some(mut bulk) = self.current.take() else {
            return Vec::new();
        };
        bulk.stopping = bulk.submitted_seq > cx.snapshot.handled;
        let mut effects = Vec::new();
        let op = bulk.op.clone();
        let writes = cx.snapshot.writes.clone();
        let unsent = writes.iter().filter(|write| {
            let is_pending = matches!(write.state, WriteState::Scheduled { .. } | WriteState::Waiting { .. });
            is_pending && write.attempts == 0
        });
        let unsent: HashSet<&str> = unsent.map(|write| write.record.as_str()).collect();
        for row in bulk.run_rows_mut() {
            if row.state != BulkState::Waiting || !unsent.contains(row.deal.as_str()) {
                continue;
            }
            row.state = BulkState::Cancelled;
            let (deal, label) = (row.deal.clone(), row.label.clone());
            match row.fields(&op) {
                Some((before, after)) => {
                    cx.expect_after(effects.len(), &deal, &before);
                    effects.push(Effect::Update {
                        deal,
                        fields: before,
                        base: after,
                        label,
                        undo_delay: Duration::ZERO,
                    });
                }
                None if row.is_creation(&op) => {
                    let (base, undo_delay) = (Fields::new(), Duration::ZERO);
                    effects.push(Effect::Delete { deal, base, label, undo_delay });
                }
                None => effects.push(Effect::CancelDelete(deal)),
            }
        }
        let stopped = bulk.deals(|state| *state == BulkState::Cancelled);
        cx.history.exclude_deals(&stopped);
        cx.toasts.retain(|toast| !toast.content.is_undoable());
        if !bulk.stopping {
            cx.notify(ToastContent::counted("toast-bulk-stopped", stopped.len()), SHORT);
        }
        self.current = Some(bulk);
        effects
    }

    /// Undoes or redoes a bulk change with one paced write per deal. On undo, an unsent write coalesces with its
    /// inverse at once. On redo, writes get their undo window again.
    pub(crate) fn undo_redo_many(
        &mut self,
        direction: Direction,
        changes: Vec<UndoableChange>,
        table: &mut TableState,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        let mut effects = Vec::new();
        table.refocus_first_hidden(direction, &changes, pipeline, cx);
        if direction == Direction::Redo {
            self.resume_rows(&changes, cx);
        }
        for change in changes {
            let delay = pace_delay(effects.len());
            let label = change.label;
            match (direction, change.kind) {
                (_, ChangeKind::Fields { target: ChangeTarget::Deal(deal), before, after }) => {
                    let (fields, base, undo_delay) = match direction {
                        Direction::Undo => (before, after, delay),
                        Direction::Redo => (after, before, cx.options.undo_delay + delay),
                    };
                    cx.expect_after(effects.len(), &deal, &fields);
                    effects.push(Effect::Update { deal, fields, base, label, undo_delay });
                }
                (Direction::Undo, ChangeKind::Existence { deal, created: true, .. }) => {
                    let (base, undo_delay) =
                        (cx.displayed_fields(&deal), cx.options.delete_undo_delay + delay);
                    effects.push(Effect::Delete { deal, base, label, undo_delay });
                }
                (Direction::Redo, ChangeKind::Existence { deal, created: true, recreate, .. }) => {
                    let (fields, update) = (recreate.fields, recreate.on_update);
                    effects.push(Effect::Recreate { deal, fields, update, label });
                }
                (Direction::Undo, ChangeKind::Existence { deal, .. }) => {
                    effects.push(Effect::CancelDelete(deal));
                }
                (Direction::Redo, ChangeKind::Existence { deal, .. }) => {
                    effects.push(Effect::Delete {
                        base: cx.displayed_fields(&deal),
                        deal,
                        label,
                        undo_delay: cx.options.delete_undo_delay + delay,
                    });
                }
                _ => {}
            }
        }
        effects
    }

    /// Sets the rows of a redone change to waiting. The list then shows the new results.
    fn resume_rows(&mut self, changes: &[UndoableChange], cx: &mut AppCx) {
        let Some(bulk) = &mut self.current else {
            return;
        };
        let op = bulk.op.clone();
        let mut redone: HashMap<&str, &ChangeKind> = HashMap::new();
        for change in changes {
            change.each_record(&mut |record| _ = redone.insert(record, &change.kind));
        }
        let mut resumed = false;
        for row in bulk.run_rows_mut() {
            let is_same = match (redone.get(row.deal.as_str()), row.fields(&op)) {
                (Some(ChangeKind::Fields { after, .. }), Some((_, target))) => *after == target,
                (Some(ChangeKind::Existence { created, .. }), None) => *created == row.is_creation(&op),
                _ => false,
            };
            if is_same && !matches!(row.state, BulkState::Planned | BulkState::Skipped(_)) {
                row.state = BulkState::Waiting;
                resumed = true;
            }
        }
        if resumed {
            bulk.stopping = false;
            bulk.submitted_seq = cx.submitted + changes.len() as u64;
        }
    }

    /// Retries rejected and conflicting writes. If nothing can be sent now, a toast says when.
    pub(crate) fn retry_bulk(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        let at_once = cx.can_send_now();
        let Some(bulk) = &mut self.current else {
            return Vec::new();
        };
        let mut effects = Vec::new();
        for row in bulk.run_rows_mut() {
            if let BulkState::Rejected(write, _) | BulkState::Conflict(write) = row.state {
                row.state = BulkState::Waiting;
                effects.push(Effect::Retry(write));
            }
        }
        bulk.submitted_seq = cx.submitted + effects.len() as u64;
        if !at_once && !effects.is_empty() {
            let deals = ToastArg::Counted("view-deals", effects.len());
            cx.notify(ToastContent::new("toast-resending").with_arg("subject", deals), LONG);
        }
        effects
    }

    /// Returns the time at which the waiting writes of the change start to be sent.
    pub fn bulk_sends_at(&self, cx: &AppCx) -> Option<Timestamp> {
        let bulk = self.current.as_ref()?;
        let waiting = bulk.run_rows().iter().filter(|row| row.state == BulkState::Waiting);
        let waiting: HashSet<&str> = waiting.map(|row| row.deal.as_str()).collect();
        cx.snapshot
            .writes
            .iter()
            .filter(|write| waiting.contains(write.record.as_str()))
            .filter_map(|write| match write.state {
                WriteState::Scheduled { until } => Some(until),
                _ => None,
            })
            .min()
    }
}

impl TableState {
    /// Restores the focus to the first deal that a bulk move took out of sight.
    fn refocus_first_hidden(
        &mut self,
        direction: Direction,
        changes: &[UndoableChange],
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) {
        let mut moves = changes.iter().filter_map(|change| match &change.kind {
            ChangeKind::Fields { target: ChangeTarget::Deal(deal), before, after } => {
                let fields = if direction == Direction::Undo { before } else { after };
                Some((deal, fields.text("status")?))
            }
            _ => None,
        });
        if let Some((deal, status)) = moves.next() {
            self.refocus_hidden(deal, &status, pipeline, cx);
        }
    }
}
