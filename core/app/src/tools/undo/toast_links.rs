//! Links between toasts and changes of the undo history. A scheduled change can be undone from its toast until it is
//! sent, even if a newer change exists. The undo key applies to the newest change only.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::Direction;
use crate::foundation::cx::toast::Toast;
use crate::records::activity::activity::ActivityState;

impl ActivityState {
    /// Returns the history index of the change that a toast reports.
    pub(crate) fn reported_change_index(&self, toast: &Toast, cx: &AppCx) -> Option<usize> {
        if toast.content.is_variant_of("held-again") {
            return self.rescheduled_change_index(cx);
        }
        cx.history.index_of(toast.change)
    }

    /// Returns whether undo would revert a newer change before the toast's.
    fn is_behind_newer(&self, toast: &Toast, cx: &AppCx) -> bool {
        self.reported_change_index(toast, cx).is_some_and(|at| at + 1 < cx.history.done_changes().len())
    }

    /// Returns whether the toast's change can be undone separately from newer ones.
    pub fn is_separately_undoable(&self, toast: &Toast, cx: &AppCx) -> bool {
        toast.content.is_undoable() && toast.until > cx.now && self.is_behind_newer(toast, cx)
    }

    /// Removes the toasts of the change that is now undone or redone. A toast that offers undo but belongs to no known
    /// change is removed too.
    pub(crate) fn remove_toasts_of_next(&self, direction: Direction, cx: &mut AppCx) {
        let mut toasts = std::mem::take(&mut cx.toasts);
        toasts.retain(|toast| {
            let at = self.reported_change_index(toast, cx);
            !toast.content.is_undoable()
                || at.is_some_and(|at| {
                    direction == Direction::Redo || at + 1 < cx.history.done_changes().len()
                })
        });
        cx.toasts = toasts;
    }

    /// Returns the toast that offers to undo the newest change.
    pub fn undo_toast(&self, cx: &AppCx) -> Option<u64> {
        let is_of_newest = |toast: &&Toast| cx.undoes_toast(toast) && !self.is_behind_newer(toast, cx);
        cx.toasts.iter().rev().find(is_of_newest).map(|toast| toast.id)
    }
}
