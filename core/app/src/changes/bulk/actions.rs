//! Actions that change the bulk-change state.

use crate::changes::bulk::bulk_change::BulkChange;
use crate::changes::bulk::model::BulkRows;
use crate::changes::entry::entry_values::{changes_status, owner_set_by};
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay_types::{EntryMoves, EntrySummary};
use crate::foundation::cx::toast::{SHORT, Toast};
use crate::foundation::cx::toast_content::is_scheduled;
use crate::foundation::cx::toast_traits::MANY;
use crate::model::pending_write::{PendingWrite, WriteState};
use crate::model::pending_writes::PendingWrites;
use jiff::Timestamp;

impl BulkChange {
    /// Drops toasts that no longer match the state of their write.
    pub(crate) fn drop_stale_toasts(&mut self, cx: &mut AppCx) {
        if cx.awaits_engine() {
            return;
        }
        let (writes, now) = (cx.snapshot.writes.clone(), cx.now);
        for toast in &mut cx.toasts {
            let Some(is_valid) = toast.content.required_state() else {
                continue;
            };
            let is_of_toast =
                |write: &&PendingWrite| toast.content.concerns(&write.record) && is_valid(write);
            toast.write = toast.write.or_else(|| writes.iter().rev().find(is_of_toast).map(|write| write.id));
            let still_valid = toast.write.and_then(|id| writes.by_number(id.0)).is_some_and(is_valid);
            if toast.content.is_variant_of("redone") && !still_valid && toast.until > now {
                // The undo was unsent too, so both coalesced; the redo still took effect.
                toast.content.sends = None;
                toast.until = now.saturating_add(SHORT).unwrap_or(Timestamp::MAX);
            }
        }
        self.update_countdowns(cx);
        cx.update_bulk_toast();
        for toast in &mut cx.toasts {
            let content = &mut toast.content;
            let is_open = |write: &PendingWrite| !write.is_blocked() && content.concerns(&write.record);
            // Clear the list for good, so that later requests cannot bring the progress back.
            if content.is_undo_of_many() && !writes.iter().any(is_open) {
                content.records.clear();
            }
        }
        cx.toasts.retain(|toast| holds(toast, &writes));
    }

    /// Aligns toast countdowns with the undo windows in the outbox, which every other view shows.
    pub(crate) fn update_countdowns(&mut self, cx: &mut AppCx) {
        let now = cx.now;
        let first = self.current.as_ref().and_then(|bulk| bulk.first_submitted());
        let writes = &cx.snapshot.writes;
        for toast in cx.toasts.iter_mut().filter(|toast| toast.until > now) {
            let target = match first.filter(|_| toast.content.is_bulk_start()) {
                // For a bulk change, use the first deal: its write is sent first.
                Some(deal) => writes.iter().rev().find(|write| write.record == deal.as_str()),
                None => toast.write.and_then(|write| writes.by_number(write.0)),
            };
            if let Some(WriteState::Scheduled { until }) = target.map(|write| &write.state) {
                toast.until = *until;
            }
        }
    }

    /// Opens the entry form if the planned change needs input. Returns whether it opened.
    pub(crate) fn open_planned_entry(&mut self, cx: &mut AppCx) -> bool {
        if cx.options.entry_rules.is_empty() {
            return false;
        }
        let (mut inputs, mut summary) = (Vec::new(), EntrySummary::default());
        if let Some(bulk) = &self.current
            && let BulkRows::Plan(plan) = &bulk.rows
        {
            let planned = (0..plan.planned()).filter_map(|at| plan.row(&bulk.op, at));
            for row in planned.filter(|row| changes_status(row, &bulk.op)) {
                let table = &cx.snapshot.deals;
                if let Some(current) = table.find(row.deal.as_str()).and_then(|ix| table.row(ix)) {
                    cx.add_inputs(&current, &row.to, owner_set_by(&bulk.op), &mut inputs);
                }
                summary.add(&row);
            }
        }
        cx.open_entry(String::new(), inputs, || EntryMoves::Planned(summary))
    }
}

/// Returns whether a toast still holds. It ends when its write leaves the state that the toast reports: another window,
/// a command or the outbox may have sent or discarded the write, or resolved its conflict.
fn holds(toast: &Toast, writes: &PendingWrites) -> bool {
    let content = &toast.content;
    if let Some(is_valid) = content.required_state() {
        // A rejection that left no write behind must still be reported.
        return toast.write.is_none() && content.is_variant_of("refused")
            || toast.write.and_then(|id| writes.by_number(id.0)).is_some_and(is_valid);
    }
    match content.peer_write.filter(|_| content.sends.is_none()) {
        // A newer write to the same record supersedes the message of a discarded write.
        Some(write) => !writes.iter().any(|newer| newer.id >= write && content.concerns(&newer.record)),
        None => {
            !content.has_trait(MANY) && !content.is_variant_of("redone-many")
                || writes.iter().any(is_scheduled)
        }
    }
}
