//! Links between toasts and changes of the undo history. A scheduled change can be undone from its toast until it is
//! sent, even if a newer change exists. The undo key applies to the newest change only.

use crate::changes::bulk::bulk_change::BulkChange;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::{Change, Way};
use crate::foundation::cx::change_types::Flag;
use crate::foundation::cx::toast::Toast;
use crate::foundation::cx::toast_kind::{ToastKind, Triaged};
use crate::foundation::cx::toast_types::Undid;
use crate::records::activity::activity::ActivityState;

/// Returns whether a toast of this kind reports this change.
fn tells_of(kind: &ToastKind, change: &Change) -> bool {
    match (kind, change) {
        (ToastKind::Moved { label, .. }, Change::Fields { label: of, after, .. }) => {
            label == of && after.touches("status")
        }
        (ToastKind::Edited { label, .. }, Change::Fields { label: of, after, .. }) => {
            label == of && !after.touches("status")
        }
        (
            ToastKind::Edited { label, .. } | ToastKind::TaskMoved { label, .. },
            Change::Record { label: of, .. },
        )
        | (
            ToastKind::Redone {
                label, held: true, ..
            },
            Change::Fields { label: of, .. } | Change::Record { label: of, .. },
        )
        | (
            ToastKind::Deleting { label },
            Change::Existence {
                label: of,
                created: false,
                ..
            },
        ) => label == of,
        (
            ToastKind::Decided {
                label, sent: true, ..
            },
            Change::Decided(decision),
        ) => *label == decision.write.label,
        (
            ToastKind::Decided {
                label, sent: false, ..
            }
            | ToastKind::Discarded { label, .. },
            Change::Discarded(given_up),
        ) => *label == given_up.write.label,
        (ToastKind::Triaged(Triaged::Marking { .. }), Change::Read { ids, .. }) => !ids.is_empty(),
        (ToastKind::Triaged(Triaged::LetGo { .. }), Change::Read { ids, .. }) => ids.is_empty(),
        (
            ToastKind::TurnedMany {
                again: true, deals, ..
            },
            Change::Many(_),
        ) => deals.iter().any(|deal| change.concerns(deal)),
        (kind, change) => tells_of_kept(kind, change),
    }
}

/// Returns whether a toast reports this change of local settings.
fn tells_of_kept(kind: &ToastKind, change: &Change) -> bool {
    match (kind, change) {
        (
            ToastKind::ViewSaved { name }
            | ToastKind::ViewPinned { name, .. }
            | ToastKind::ViewAtStart { name, .. }
            | ToastKind::ViewDeleted { name },
            Change::Kept(kept),
        ) => kept.label == *name,
        (ToastKind::NoteKept { .. } | ToastKind::NoteOfBoth, Change::Kept(kept)) => {
            kept.what() == Undid::Note
        }
        (ToastKind::ViewsImported { .. }, Change::Kept(kept)) => kept.what() != Undid::Note,
        (ToastKind::FilterCleared { whole }, Change::Filter { after, .. }) => *whole == after.is_empty(),
        (ToastKind::Triaged(Triaged::Snoozed { .. } | Triaged::Woken { .. }), Change::Slept(_)) => true,
        (ToastKind::Triaged(told), Change::Flagged(flagged)) => match flagged.flag {
            Flag::Star => matches!(told, Triaged::Starred { .. }),
            Flag::Unread => matches!(told, Triaged::HeldUnread { .. }),
        },
        (ToastKind::Triaged(Triaged::Watching { ids: of, .. }), Change::Watched { ids, on: true, .. })
        | (ToastKind::Triaged(Triaged::Forgotten { ids: of }), Change::Watched { ids, on: false, .. }) => {
            ids.iter().all(|id| of.contains(id))
        }
        _ => false,
    }
}

impl AppCx {
    /// Returns whether undo would revert exactly the local setting that a toast reports.
    pub(crate) fn takes_back_kept(&self, kind: &ToastKind) -> bool {
        let next = self.history.last(Way::Back);
        next.is_some_and(|change| tells_of_kept(kind, change))
    }
}

impl BulkChange {
    /// Returns the history index of the change that a toast reports.
    pub(crate) fn change_told(&self, toast: &Toast, activity: &ActivityState, cx: &AppCx) -> Option<usize> {
        if matches!(toast.kind, ToastKind::BulkBegun { .. }) {
            return self.group_told(cx);
        }
        if matches!(toast.kind, ToastKind::HeldAgain { .. }) {
            return activity.held_again_told(cx);
        }
        // Two deals may have the same name, so the record of the write decides, once known.
        let write = toast.write.and_then(|id| cx.snapshot.writes.numbered(id.0));
        let meant = |change: &Change| {
            tells_of(&toast.kind, change) && write.is_none_or(|write| change.concerns(&write.record))
        };
        cx.history.made().iter().rposition(meant)
    }

    /// Returns whether undo would revert a newer change before the toast's.
    pub(crate) fn is_behind(&self, toast: &Toast, activity: &ActivityState, cx: &AppCx) -> bool {
        self.change_told(toast, activity, cx)
            .is_some_and(|at| at + 1 < cx.history.made().len())
    }

    /// Returns whether the toast's change can be undone separately from newer ones.
    pub fn takes_back_alone(&self, toast: &Toast, activity: &ActivityState, cx: &AppCx) -> bool {
        toast.kind.undoable() && toast.until > cx.now && self.is_behind(toast, activity, cx)
    }

    /// Removes the toasts of the change that is now undone or redone. A toast that offers undo but belongs to no known
    /// change is removed too.
    pub(crate) fn unsay_next(&mut self, way: Way, activity: &mut ActivityState, cx: &mut AppCx) {
        let newest = cx.history.made().len();
        let stays: Vec<u64> = cx
            .toasts
            .iter()
            .filter(|toast| {
                let at = self.change_told(toast, activity, cx);
                !toast.kind.undoable() || at.is_some_and(|at| way == Way::Again || at + 1 < newest)
            })
            .map(|toast| toast.id)
            .collect();
        cx.toasts.retain(|toast| stays.contains(&toast.id));
    }
}
