//! Actions that change the bulk-change state.

use crate::changes::bulk::bulk_change::BulkChange;
use crate::changes::bulk::model::BulkRows;
use crate::changes::entry::entry_fields::{enters, given_by};
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay_types::{Entrants, Moves};
use crate::foundation::cx::toast::SHORT;
use crate::foundation::cx::toast_kind::{ToastKind, Triaged};
use crate::model::pending_write::{PendingWrite, WriteState};
use crate::records::activity::toast_links::{is_held, newest};
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
            let Some((label, such)) = toast.kind.speaks_of() else {
                continue;
            };
            toast.write = toast.write.or_else(|| newest(&writes, label, such));
            let so = toast.write.and_then(|id| writes.numbered(id.0)).is_some_and(such);
            if let ToastKind::Redone { held, .. } = &mut toast.kind
                && !so
                && toast.until > now
            {
                // The undo was unsent too, so both coalesced; the redo still took effect.
                *held = false;
                toast.until = now.saturating_add(SHORT).unwrap_or(Timestamp::MAX);
            }
        }
        self.follow_holds(cx);
        self.follow_groups(cx);
        let turning = |deals: &BTreeSet<String>| {
            let mut writes = writes.iter();
            writes.any(|write| !write.parked() && deals.contains(&write.record))
        };
        for toast in &mut cx.toasts {
            // Clear the list for good, so that later requests cannot bring the progress back.
            if let ToastKind::TurnedMany { deals, .. } = &mut toast.kind
                && !turning(deals)
            {
                deals.clear();
            }
        }
        cx.toasts
            .retain(|toast| match (&toast.kind, toast.kind.speaks_of()) {
                // A refusal that left no write behind must still be reported.
                (ToastKind::Refused { .. }, _) if toast.write.is_none() => true,
                (_, Some((_, such))) => toast.write.and_then(|id| writes.numbered(id.0)).is_some_and(such),
                (
                    ToastKind::Triaged(Triaged::Marking { .. })
                    | ToastKind::BulkBegun { .. }
                    | ToastKind::TurnedMany { again: true, .. }
                    | ToastKind::HeldAgain { .. },
                    _,
                ) => writes.iter().any(is_held),
                // A newer write to the same record supersedes this message.
                (ToastKind::DroppedElsewhere { write, record, .. }, _) => !writes
                    .iter()
                    .any(|newer| newer.id >= *write && newer.record == *record),
                _ => true,
            });
    }

    /// Aligns toast countdowns with the undo windows in the outbox, which every other view shows.
    pub(crate) fn follow_holds(&mut self, cx: &mut AppCx) {
        let now = cx.now;
        let first = self.current.as_ref().and_then(|bulk| bulk.first_asked());
        let writes = &cx.snapshot.writes;
        for toast in cx.toasts.iter_mut().filter(|toast| toast.until > now) {
            let meant = match (&toast.kind, toast.write) {
                // For a bulk change, use the first deal: its write is sent first.
                (ToastKind::BulkBegun { .. }, _) => first.and_then(|deal| {
                    let of_it = |write: &&PendingWrite| write.record == deal.as_str();
                    writes.iter().rev().find(of_it)
                }),
                (_, Some(write)) => writes.numbered(write.0),
                (_, None) => None,
            };
            if let Some(WriteState::Held { until }) = meant.map(|write| &write.state) {
                toast.until = *until;
            }
        }
    }

    /// Opens the entry form if the planned change needs input. Returns whether it opened.
    pub(crate) fn asks_for_planned(&mut self, cx: &mut AppCx) -> bool {
        if cx.options.entry_rules.is_empty() {
            return false;
        }
        let (mut asks, mut entrants) = (Vec::new(), Entrants::default());
        if let Some(bulk) = &self.current
            && let BulkRows::Plan(plan) = &bulk.rows
        {
            let planned = (0..plan.planned()).filter_map(|at| plan.row(&bulk.verb, at));
            for row in planned.filter(|row| enters(row, &bulk.verb)) {
                let table = &cx.snapshot.deals;
                if let Some(held) = table.find(row.deal.as_str()).and_then(|ix| table.row(ix)) {
                    cx.ask(&held, &row.to, given_by(&bulk.verb), &mut asks);
                }
                entrants.add(&row);
            }
        }
        cx.open_entry(String::new(), asks, || Moves::Planned(entrants))
    }
}
