//! Partial undo of a bulk change, when newer changes touched some of its deals.
//!
//! The toast shows how many deals are still as the bulk change set them; undo reverts those. Newer changes to the other
//! deals are undone before it.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::{ChangeKind, Direction, UndoableChange};
use crate::foundation::cx::change_list::UndoHistory;
use std::collections::HashSet;

/// Returns whether a change affects any of these records.
fn affects_any(change: &UndoableChange, records: &HashSet<String>) -> bool {
    let mut is_affected = false;
    change.each_record(&mut |record| is_affected |= records.contains(record));
    is_affected
}

impl UndoHistory {
    /// Returns the records changed after the change at `at`.
    fn records_changed_after(&self, at: usize) -> HashSet<String> {
        let mut touched = HashSet::new();
        for change in self.done_changes().iter().skip(at + 1) {
            change.each_record(&mut |record| {
                touched.insert(record.to_owned());
            });
        }
        touched
    }

    /// Counts the records of the change at `at` that no later change touched.
    fn untouched_count(&self, at: usize) -> usize {
        let touched = self.records_changed_after(at);
        match self.done_changes().get(at).map(|change| &change.kind) {
            Some(ChangeKind::Many(changes)) => {
                changes.iter().filter(|change| !affects_any(change, &touched)).count()
            }
            _ => 0,
        }
    }

    /// Makes the untouched records of the change at `at` the next undo. The rest of the change keeps its position.
    /// Returns whether any record is untouched.
    pub(crate) fn raise_untouched(&mut self, at: usize) -> bool {
        let touched = self.records_changed_after(at);
        let done = self.stacks(Direction::Undo).0;
        let Some(UndoableChange { id, kind: ChangeKind::Many(changes), .. }) = done.get_mut(at) else {
            return false;
        };
        let id = std::mem::take(id);
        let (touched_changes, untouched): (Vec<_>, Vec<_>) =
            std::mem::take(changes).into_iter().partition(|change| affects_any(change, &touched));
        let any = !untouched.is_empty();
        if touched_changes.is_empty() {
            done.remove(at);
        } else {
            *changes = touched_changes;
        }
        if any {
            done.push(UndoableChange { id, ..UndoableChange::new("", ChangeKind::Many(untouched)) });
        }
        any
    }
}

impl AppCx {
    /// Updates the toast with the number of deals still as the bulk change set them.
    pub(crate) fn update_bulk_toast(&mut self) {
        let history = &self.history;
        self.toasts.retain_mut(|toast| {
            let at = history.index_of(toast.change).filter(|at| at + 1 < history.done_changes().len());
            let Some(at) = at.filter(|_| toast.content.is_bulk_start()) else {
                return true;
            };
            let remaining = history.untouched_count(at);
            toast.content.set_number("n", remaining);
            remaining > 0
        });
    }
}
