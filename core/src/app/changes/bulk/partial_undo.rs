//! A change of many deals, some of which were touched by something newer. Rule: its toast tells how many are still as it
//! made them, and takes those back; what was done to the others since is taken back before it.

use crate::app::changes::bulk::bulk_change::BulkChange;
use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::foundation::cx::change::{Change, Way};
use crate::app::foundation::cx::change_list::History;
use crate::app::foundation::cx::toast_kind::ToastKind;
use std::collections::HashSet;

/// Whether a change is of a record among these.
fn is_among(change: &Change, records: &HashSet<String>) -> bool {
    let mut among = false;
    change.records(&mut |record| among |= records.contains(record));
    among
}

impl History {
    /// The records that were changed after the change at `at`.
    fn touched_since(&self, at: usize) -> HashSet<String> {
        let mut touched = HashSet::new();
        for change in self.made().iter().skip(at + 1) {
            change.records(&mut |record| {
                touched.insert(record.to_owned());
            });
        }
        touched
    }

    /// Of how many records of the change at `at` nothing was done since.
    fn untouched(&self, at: usize) -> usize {
        let touched = self.touched_since(at);
        match self.made().get(at) {
            Some(Change::Many(changes)) => changes.iter().filter(|one| !is_among(one, &touched)).count(),
            _ => 0,
        }
    }

    /// Makes what of the change at `at` nothing was done to since the next to be taken back; the rest of it stays where it
    /// is. Whether there is anything of it.
    pub(in crate::app) fn raise_untouched(&mut self, at: usize) -> bool {
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
    /// The place among the changes made of the change of many deals that was asked for last.
    pub(in crate::app) fn group_told(&self, cx: &AppCx) -> Option<usize> {
        let first = self.current.as_ref()?.first_asked()?;
        let of_it = |change: &Change| matches!(change, Change::Many(_)) && change.concerns(first.as_str());
        cx.history.made().iter().rposition(of_it)
    }

    /// Tells how many deals are still as a change of many made them.
    pub(in crate::app) fn follow_groups(&mut self, cx: &mut AppCx) {
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
