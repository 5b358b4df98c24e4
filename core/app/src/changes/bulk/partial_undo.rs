//! Partial undo of a bulk change, when newer changes touched some of its deals.
//!
//! The toast shows how many deals are still as the bulk change set them; undo reverts those. Newer changes to the other
//! deals are undone before it.

use crate::changes::bulk::bulk_change::BulkChange;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::{Change, Way};
use crate::foundation::cx::change_list::History;
use crate::foundation::cx::toast_kind::ToastKind;
use std::collections::HashSet;

/// Returns whether a change affects any of these records.
fn is_among(change: &Change, records: &HashSet<String>) -> bool {
    let mut among = false;
    change.records(&mut |record| among |= records.contains(record));
    among
}

impl History {
    /// Returns the records changed after the change at `at`.
    fn touched_since(&self, at: usize) -> HashSet<String> {
        let mut touched = HashSet::new();
        for change in self.made().iter().skip(at + 1) {
            change.records(&mut |record| {
                touched.insert(record.to_owned());
            });
        }
        touched
    }

    /// Counts the records of the change at `at` that no later change touched.
    fn untouched(&self, at: usize) -> usize {
        let touched = self.touched_since(at);
        match self.made().get(at) {
            Some(Change::Many(changes)) => changes.iter().filter(|one| !is_among(one, &touched)).count(),
            _ => 0,
        }
    }

    /// Makes the untouched records of the change at `at` the next undo. The rest of the change keeps its position.
    /// Returns whether any record is untouched.
    pub(crate) fn raise_untouched(&mut self, at: usize) -> bool {
        let touched = self.touched_since(at);
        let done = self.sides(Way::Back).0;
        let Some(Change::Many(changes)) = done.get_mut(at) else {
            return false;
        };
        let (rest, free): (Vec<_>, Vec<_>) = std::mem::take(changes)
            .into_iter()
            .partition(|one| is_among(one, &touched));
        let any = !free.is_empty();
        if rest.is_empty() {
            done.remove(at);
        } else {
            *changes = rest;
        }
        if any {
            done.push(Change::Many(free));
        }
        any
    }
}

impl BulkChange {
    /// Returns the index of the latest bulk change in the undo history.
    pub(crate) fn group_told(&self, cx: &AppCx) -> Option<usize> {
        let first = self.current.as_ref()?.first_asked()?;
        let of_it = |change: &Change| matches!(change, Change::Many(_)) && change.concerns(first.as_str());
        cx.history.made().iter().rposition(of_it)
    }

    /// Updates the toast with the number of deals still as the bulk change set them.
    pub(crate) fn follow_groups(&mut self, cx: &mut AppCx) {
        let begun = |kind: &ToastKind| matches!(kind, ToastKind::BulkBegun { .. });
        if !cx.toasts.iter().any(|toast| begun(&toast.kind)) {
            return;
        }
        let Some(at) = self.group_told(cx).filter(|at| at + 1 < cx.history.made().len()) else {
            return;
        };
        let left = cx.history.untouched(at);
        cx.toasts.retain_mut(|toast| {
            if let ToastKind::BulkBegun { count, .. } = &mut toast.kind {
                *count = left;
            }
            left > 0 || !begun(&toast.kind)
        });
    }
}
