//! Links between toasts and changes of the undo history. A scheduled change can be undone from its toast until it is
//! sent, even if a newer change exists. The undo key applies to the newest change only.

use crate::changes::bulk::bulk_change::BulkChange;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::{Direction, UndoableChange};
use crate::foundation::cx::change_types::Flag;
use crate::foundation::cx::toast::Toast;
use crate::foundation::cx::toast_content::{InboxToast, ToastContent};
use crate::foundation::cx::toast_types::UndoResult;
use crate::records::activity::activity::ActivityState;

/// Returns whether a toast of this kind reports this change.
fn toast_reports(kind: &ToastContent, change: &UndoableChange) -> bool {
    match (kind, change) {
        (ToastContent::Moved { label, .. }, UndoableChange::Fields { label: changed_label, after, .. }) => {
            label == changed_label && after.touches("status")
        }
        (ToastContent::Edited { label, .. }, UndoableChange::Fields { label: changed_label, after, .. }) => {
            label == changed_label && !after.touches("status")
        }
        (
            ToastContent::Edited { label, .. } | ToastContent::TaskMoved { label, .. },
            UndoableChange::Record { label: changed_label, .. },
        )
        | (
            ToastContent::Redone { label, scheduled: true, .. },
            UndoableChange::Fields { label: changed_label, .. }
            | UndoableChange::Record { label: changed_label, .. },
        )
        | (
            ToastContent::Deleting { label },
            UndoableChange::Existence { label: changed_label, created: false, .. },
        ) => label == changed_label,
        (ToastContent::ConflictDecided { label, sent: true, .. }, UndoableChange::Decided(decision)) => {
            *label == decision.write.label
        }
        (
            ToastContent::ConflictDecided { label, sent: false, .. } | ToastContent::Discarded { label, .. },
            UndoableChange::Discarded(discarded),
        ) => *label == discarded.write.label,
        (ToastContent::Inbox(InboxToast::Marking { .. }), UndoableChange::MarkedRead { ids, .. }) => {
            !ids.is_empty()
        }
        (ToastContent::Inbox(InboxToast::UnreadCleared { .. }), UndoableChange::MarkedRead { ids, .. }) => {
            ids.is_empty()
        }
        (ToastContent::ManyUndone { redo: true, deals, .. }, UndoableChange::Many(_)) => {
            deals.iter().any(|deal| change.concerns(deal))
        }
        (kind, change) => toast_reports_settings(kind, change),
    }
}

/// Returns whether a toast reports this change of local settings.
fn toast_reports_settings(kind: &ToastContent, change: &UndoableChange) -> bool {
    match (kind, change) {
        (
            ToastContent::ViewSaved { name }
            | ToastContent::ViewPinned { name, .. }
            | ToastContent::StartViewSet { name, .. }
            | ToastContent::ViewDeleted { name },
            UndoableChange::LocalSettings(settings),
        ) => settings.label == *name,
        (
            ToastContent::NoteSaved { .. } | ToastContent::NoteMerged,
            UndoableChange::LocalSettings(settings),
        ) => settings.undo_result() == UndoResult::Note,
        (ToastContent::ViewsImported { .. }, UndoableChange::LocalSettings(settings)) => {
            settings.undo_result() != UndoResult::Note
        }
        (ToastContent::FilterCleared { complete }, UndoableChange::Filter { after, .. }) => {
            *complete == after.is_empty()
        }
        (
            ToastContent::Inbox(InboxToast::Snoozed { .. } | InboxToast::Woken { .. }),
            UndoableChange::Snoozed(_),
        ) => true,
        (ToastContent::Inbox(toast), UndoableChange::Flagged(flag_change)) => match flag_change.flag {
            Flag::Star => matches!(toast, InboxToast::Starred { .. }),
            Flag::Unread => matches!(toast, InboxToast::MarkedUnread { .. }),
        },
        (
            ToastContent::Inbox(InboxToast::Watching { ids: watched_ids, .. }),
            UndoableChange::Watched { ids, watched: true, .. },
        )
        | (
            ToastContent::Inbox(InboxToast::Unwatched { ids: watched_ids }),
            UndoableChange::Watched { ids, watched: false, .. },
        ) => ids.iter().all(|id| watched_ids.contains(id)),
        _ => false,
    }
}

impl AppCx {
    /// Returns whether undo would revert exactly the local setting that a toast reports.
    pub(crate) fn undoes_settings_toast(&self, kind: &ToastContent) -> bool {
        let next = self.history.peek(Direction::Undo);
        next.is_some_and(|change| toast_reports_settings(kind, change))
    }
}

impl BulkChange {
    /// Returns the history index of the change that a toast reports.
    pub(crate) fn reported_change_index(
        &self,
        toast: &Toast,
        activity: &ActivityState,
        cx: &AppCx,
    ) -> Option<usize> {
        if matches!(toast.kind, ToastContent::BulkStarted { .. }) {
            return self.latest_bulk_index(cx);
        }
        if matches!(toast.kind, ToastContent::Rescheduled { .. }) {
            return activity.rescheduled_change_index(cx);
        }
        // Two deals may have the same name, so the record of the write decides, once known.
        let write = toast.write.and_then(|id| cx.snapshot.writes.by_number(id.0));
        let is_reported = |change: &UndoableChange| {
            toast_reports(&toast.kind, change) && write.is_none_or(|write| change.concerns(&write.record))
        };
        cx.history.done_changes().iter().rposition(is_reported)
    }

    /// Returns whether undo would revert a newer change before the toast's.
    pub(crate) fn is_behind_newer(&self, toast: &Toast, activity: &ActivityState, cx: &AppCx) -> bool {
        self.reported_change_index(toast, activity, cx)
            .is_some_and(|at| at + 1 < cx.history.done_changes().len())
    }

    /// Returns whether the toast's change can be undone separately from newer ones.
    pub fn is_separately_undoable(&self, toast: &Toast, activity: &ActivityState, cx: &AppCx) -> bool {
        toast.kind.is_undoable() && toast.until > cx.now && self.is_behind_newer(toast, activity, cx)
    }

    /// Removes the toasts of the change that is now undone or redone. A toast that offers undo but belongs to no known
    /// change is removed too.
    pub(crate) fn remove_toasts_of_next(
        &mut self,
        direction: Direction,
        activity: &mut ActivityState,
        cx: &mut AppCx,
    ) {
        let newest = cx.history.done_changes().len();
        let stays: Vec<u64> = cx
            .toasts
            .iter()
            .filter(|toast| {
                let at = self.reported_change_index(toast, activity, cx);
                !toast.kind.is_undoable()
                    || at.is_some_and(|at| direction == Direction::Redo || at + 1 < newest)
            })
            .map(|toast| toast.id)
            .collect();
        cx.toasts.retain(|toast| stays.contains(&toast.id));
    }

    /// Returns the toast that offers to undo the newest change.
    pub fn undo_toast(&self, activity: &ActivityState, cx: &AppCx) -> Option<u64> {
        let newest = cx
            .toasts
            .iter()
            .rev()
            .find(|toast| cx.undoes_toast(&toast.kind) && !self.is_behind_newer(toast, activity, cx));
        newest.map(|toast| toast.id)
    }
}
