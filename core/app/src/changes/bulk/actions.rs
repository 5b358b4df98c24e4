//! Actions that change the bulk-change state.

use crate::changes::bulk::bulk_change::BulkChange;
use crate::changes::bulk::model::BulkRows;
use crate::changes::entry::entry_fields::{changes_status, owner_set_by};
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay_types::{EntryMoves, EntrySummary};
use crate::foundation::cx::toast::SHORT;
use crate::foundation::cx::toast_content::{InboxToast, ToastContent};
use crate::model::pending_write::{PendingWrite, WriteState};
use crate::records::activity::toast_links::{is_scheduled, newest_match};
use jiff::Timestamp;
use std::collections::BTreeSet;

impl BulkChange {
    /// Drops toasts that no longer match the state of their write.
    pub(crate) fn drop_stale_toasts(&mut self, cx: &mut AppCx) {
        if cx.awaits_engine() {
            return;
        }
        let (writes, now) = (cx.snapshot.writes.clone(), cx.now);
        for toast in &mut cx.toasts {
            let Some((label, is_valid)) = toast.kind.linked_write() else {
                continue;
            };
            toast.write = toast.write.or_else(|| newest_match(&writes, label, is_valid));
            let still_valid = toast.write.and_then(|id| writes.by_number(id.0)).is_some_and(is_valid);
            if let ToastContent::Redone { scheduled, .. } = &mut toast.kind
                && !still_valid
                && toast.until > now
            {
                // The undo was unsent too, so both coalesced; the redo still took effect.
                *scheduled = false;
                toast.until = now.saturating_add(SHORT).unwrap_or(Timestamp::MAX);
            }
        }
        self.update_countdowns(cx);
        self.update_bulk_toast(cx);
        let in_progress = |deals: &BTreeSet<String>| {
            let mut writes = writes.iter();
            writes.any(|write| !write.is_blocked() && deals.contains(&write.record))
        };
        for toast in &mut cx.toasts {
            // Clear the list for good, so that later requests cannot bring the progress back.
            if let ToastContent::ManyUndone { deals, .. } = &mut toast.kind
                && !in_progress(deals)
            {
                deals.clear();
            }
        }
        cx.toasts.retain(|toast| match (&toast.kind, toast.kind.linked_write()) {
            // A refusal that left no write behind must still be reported.
            (ToastContent::Refused { .. }, _) if toast.write.is_none() => true,
            (_, Some((_, is_valid))) => {
                toast.write.and_then(|id| writes.by_number(id.0)).is_some_and(is_valid)
            }
            (
                ToastContent::Inbox(InboxToast::Marking { .. })
                | ToastContent::BulkStarted { .. }
                | ToastContent::ManyUndone { redo: true, .. }
                | ToastContent::Rescheduled { .. },
                _,
            ) => writes.iter().any(is_scheduled),
            // A newer write to the same record supersedes this message.
            (ToastContent::DiscardedByPeer { write, record, .. }, _) => {
                !writes.iter().any(|newer| newer.id >= *write && newer.record == *record)
            }
            _ => true,
        });
    }

    /// Aligns toast countdowns with the undo windows in the outbox, which every other view shows.
    pub(crate) fn update_countdowns(&mut self, cx: &mut AppCx) {
        let now = cx.now;
        let first = self.current.as_ref().and_then(|bulk| bulk.first_submitted());
        let writes = &cx.snapshot.writes;
        for toast in cx.toasts.iter_mut().filter(|toast| toast.until > now) {
            let target = match (&toast.kind, toast.write) {
                // For a bulk change, use the first deal: its write is sent first.
                (ToastContent::BulkStarted { .. }, _) => first.and_then(|deal| {
                    let is_of_deal = |write: &&PendingWrite| write.record == deal.as_str();
                    writes.iter().rev().find(is_of_deal)
                }),
                (_, Some(write)) => writes.by_number(write.0),
                (_, None) => None,
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
