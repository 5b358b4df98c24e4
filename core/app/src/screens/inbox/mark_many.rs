//! Bulk marking of notifications: progress, cancellation and result. The engine paces the writes, with one request
//! each. This module follows the pending writes, and reports failures at the end.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::toast::{LONG, SHORT};
use crate::screens::inbox::inbox::{InboxState, MarkCounts, MarkRun};
use std::collections::HashSet;

use jiff::SignedDuration;

use crate::contract::ids::NotificationId;
use crate::model::effect::Effect;
use crate::model::pending_write::{WriteKind, WriteState};
use crate::model::snapshot::NotificationRow;

use crate::foundation::cx::toast_content::{ToastArg, ToastContent};

/// Time after a bulk marking in which a late cancel key is ignored. The same applies to the "mark all" prompt: the user
/// pressed the key for the state a moment before.
pub(crate) const LATE_CANCEL: SignedDuration = SignedDuration::from_millis(1500);

impl InboxState {
    /// Starts to follow a marking of more than one notification. `before` is the number of other effects that the same
    /// change submits first.
    pub(crate) fn start_mark_run(&mut self, ids: &[NotificationId], before: usize, cx: &mut AppCx) {
        self.mark_run = (ids.len() > 1).then(|| MarkRun {
            ids: ids.to_vec(),
            // `AppCx::finish` numbers these effects next.
            submitted_seq: cx.submitted + 1 + before as u64,
        });
    }

    /// Returns whether a notification is queued in a bulk marking. It stays in its place, with an indicator, until the
    /// service answers.
    pub(crate) fn is_queued_in_run(&self, row: &NotificationRow) -> bool {
        let run = self.mark_run.as_ref().filter(|_| row.read && row.pending);
        run.is_some_and(|run| run.ids.contains(&row.id))
    }

    /// Cancels these read marks, and removes them from the bulk marking and the undo history.
    pub(crate) fn cancel_marks(&mut self, ids: Vec<NotificationId>, cx: &mut AppCx) -> Effect {
        if let Some(run) = &mut self.mark_run {
            run.ids.retain(|id| !ids.contains(id));
        }
        self.mark_run.take_if(|run| run.ids.is_empty());
        cx.history.exclude_marks(&ids);
        cx.notify(cx.unmark_toast(&ids), SHORT);
        Effect::CancelRead(ids)
    }

    /// Returns the progress of the current bulk marking.
    pub fn mark_counts(&self, cx: &AppCx) -> Option<MarkCounts> {
        let run = self.mark_run.as_ref()?;
        let ids: HashSet<&str> = run.ids.iter().map(NotificationId::as_str).collect();
        let mut counts = MarkCounts { total: ids.len(), ..MarkCounts::default() };
        if cx.snapshot.handled < run.submitted_seq {
            counts.pending = counts.total;
            return Some(counts);
        }
        let marks = cx.snapshot.writes.iter().filter(|write| write.kind == WriteKind::MarkRead);
        for write in marks.filter(|write| ids.contains(write.record.as_str())) {
            if write.is_blocked() {
                counts.failed += 1;
            } else {
                counts.pending += 1;
            }
        }
        counts.done = counts.total.saturating_sub(counts.pending + counts.failed);
        Some(counts)
    }

    /// Reports the result when no write is pending.
    pub(crate) fn update_mark_run(&mut self, cx: &mut AppCx) {
        let Some(counts) = self.mark_counts(cx).filter(|counts| counts.pending == 0) else {
            return;
        };
        self.mark_run = None;
        self.run_ended_at = Some(cx.now);
        let content = marks_toast("toast-marks-ended", counts.done, ("failed", counts.failed));
        cx.notify(content, LONG);
    }

    /// Returns whether Esc can only cancel the bulk marking, or leave the screen.
    pub(crate) fn esc_cancels_marking(&self, cx: &AppCx) -> bool {
        let list = cx.pane == crate::screens::inbox::inbox::LIST;
        list && !self.has_selection() && self.filter.is_empty()
    }

    /// Returns whether the bulk marking to cancel ended a moment ago; removes only its result toast.
    pub(crate) fn is_late_cancel(&mut self, cx: &mut AppCx) -> bool {
        let ended = self.run_ended_at.take();
        let is_late = ended.is_some_and(|at| cx.now.duration_since(at) < LATE_CANCEL);
        if is_late {
            cx.toasts.retain(|toast| !toast.content.is_variant_of("marks-ended"));
        }
        is_late
    }

    /// Cancels the bulk marking and removes the unsent marks from the undo history. Returns `None` if no write is
    /// pending.
    pub(crate) fn cancel_run(&mut self, cx: &mut AppCx) -> Option<Vec<Effect>> {
        let effects = self.cancel_unsent_marks(cx)?;
        for effect in &effects {
            if let Effect::CancelRead(ids) = effect {
                cx.history.exclude_marks(ids);
            }
        }
        Some(effects)
    }

    /// Cancels the bulk marking when the user undoes the marking of `ids`. Returns `None` if another marking is in
    /// progress.
    pub(crate) fn undo_mark_run(&mut self, ids: &[NotificationId], cx: &mut AppCx) -> Option<Vec<Effect>> {
        let run = self.mark_run.as_ref()?;
        (run.ids == ids).then(|| self.cancel_unsent_marks(cx)).flatten()
    }

    /// Cancels the unsent writes of the bulk marking; returns `None` if no write is pending. A write that is being sent
    /// counts as marked: it cannot be cancelled, and a rejection is reported on its own.
    fn cancel_unsent_marks(&mut self, cx: &mut AppCx) -> Option<Vec<Effect>> {
        let counts = self.mark_counts(cx).filter(|counts| counts.pending > 0)?;
        let run = self.mark_run.take()?;
        let marks = cx.snapshot.writes.iter();
        let waiting: HashSet<&str> = marks
            .filter(|write| write.kind == WriteKind::MarkRead && !write.is_blocked())
            .filter(|write| write.state != WriteState::Sending)
            .map(|write| write.record.as_str())
            .collect();
        let is_unhandled = cx.snapshot.handled < run.submitted_seq;
        let ids: Vec<NotificationId> =
            run.ids.iter().filter(|id| is_unhandled || waiting.contains(id.as_str())).cloned().collect();
        let sending_count = counts.pending.saturating_sub(ids.len());
        cx.toasts.retain(|toast| !toast.content.is_variant_of("marking"));
        let done = counts.done + sending_count;
        cx.notify(marks_toast("toast-marks-stopped", done, ("left", ids.len())), LONG);
        Some(vec![Effect::CancelRead(ids)])
    }
}

/// Returns the message of a bulk marking that ended, with its counts.
pub(crate) fn marks_toast(
    key: &'static str,
    done: usize,
    (name, others): (&'static str, usize),
) -> ToastContent {
    ToastContent::new(key).with_arg("done", ToastArg::Count(done)).with_arg(name, ToastArg::Count(others))
}
