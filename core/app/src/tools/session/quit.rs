//! Quitting, with a prompt if changes could be lost or left behind. No write is sent before its undo window ends,
//! unless the user says so. If writes are scheduled, one prompt offers to send them now (if the service is reachable),
//! keep them for the next start, or stay. It names everything that would stay behind.
//!
//! - Terminal: pending writes stay in the outbox without a prompt, because the shell output mentions them.
//! - Window: it has no such output, so it prompts, and also names conflicts that need a decision.
//! - A planned bulk change is not stored, so it causes a prompt too.
//!
//! In all other cases the program quits at once.

use crate::changes::bulk::bulk_change::BulkChange;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay_types::EntryMoves;
use crate::model::effect::Effect;
use crate::model::pending_write::{PendingWrite, WriteState};
use crate::model::shutdown::ShutdownMode;
use crate::tools::session::session::{QuitAnswer, SessionState};

use crate::foundation::cx::overlay::{FormPurpose, Overlay, PickerKind};

impl AppCx {
    /// Returns the unscheduled writes that would stay behind: pending ones, and those being sent. While the service
    /// does not answer, a pending write is in the sending state for a moment at each attempt.
    pub(crate) fn unscheduled_writes(&self) -> impl Iterator<Item = &PendingWrite> {
        let now = self.now;
        let writes = self.snapshot.writes.iter();
        writes.filter(move |write| match write.state {
            WriteState::Waiting { .. } | WriteState::Sending => true,
            // Its undo window has ended, but it could not be sent.
            WriteState::Scheduled { until } => until <= now,
            _ => false,
        })
    }

    /// Returns the writes that are scheduled now.
    pub(crate) fn scheduled_writes(&self) -> impl Iterator<Item = &PendingWrite> {
        let now = self.now;
        let writes = self.snapshot.writes.iter();
        writes.filter(move |write| matches!(write.state, WriteState::Scheduled { until } if until > now))
    }

    /// Extends the undo windows while a prompt is open, so that nothing is sent meanwhile.
    pub(crate) fn pause_during_prompt(&mut self) {
        if !self.is_prompt_pausing() {
            return;
        }
        let undo_delay = self.options.delete_undo_delay;
        let until = self.now.saturating_add(undo_delay).unwrap_or(self.now);
        for toast in self.toasts.iter_mut().filter(|toast| toast.content.is_undoable()) {
            toast.until = toast.until.max(until);
        }
        self.output.effects.push(Effect::ExtendUndoWindows(undo_delay));
    }
}

impl SessionState {
    pub(crate) fn can_quit_silently(&self, bulk_change: &BulkChange, cx: &AppCx) -> bool {
        let is_split_view = cx.options.split_view;
        let conflicts = !cx.options.demo && cx.conflict_count() > 0;
        let has_pending = is_split_view && (cx.unscheduled_writes().next().is_some() || conflicts);
        cx.scheduled_count() == 0 && !has_pending && self.planned_count(bulk_change, cx) == 0
    }

    /// Returns the number of deals of a bulk change that is planned but not started. This includes a plan that waits
    /// for values its statuses require.
    pub(crate) fn planned_count(&self, bulk_change: &BulkChange, cx: &AppCx) -> usize {
        let planned = |overlay: &Overlay| match overlay {
            Overlay::Picker(picker) => picker.kind == PickerKind::Bulk,
            Overlay::Form(form) => {
                matches!(&form.purpose, FormPurpose::EnterStatus(entry) if matches!(entry.moves, EntryMoves::Planned(_)))
            }
            _ => false,
        };
        let has_plan = planned(&cx.overlay) || planned(&self.quit_state.prev_overlay);
        let bulk = bulk_change.current.as_ref().filter(|_| has_plan);
        bulk.map_or(0, |bulk| bulk.counts().planned)
    }

    /// Returns whether a plan, which would be lost, is the only reason for the prompt.
    pub(crate) fn is_plan_only_reason(&self, bulk_change: &BulkChange, cx: &AppCx) -> bool {
        let has_pending =
            cx.scheduled_count() > 0 || cx.unscheduled_writes().next().is_some() || cx.conflict_count() > 0;
        !has_pending && self.planned_count(bulk_change, cx) > 0
    }

    /// Quits if the reason for the prompt is gone: another process cancelled or sent the writes.
    pub(crate) fn quit_if_settled(&mut self, bulk_change: &mut BulkChange, cx: &mut AppCx) {
        if cx.is_quit_prompt_open() && !cx.awaits_engine() && self.can_quit_silently(bulk_change, cx) {
            self.quit_with_answer(QuitAnswer::Stay, cx);
            self.quitting = true;
        }
    }

    /// Returns the offered answers; staying comes last and is the default for Enter.
    #[must_use]
    pub fn quit_answers<'a>(&'a self, bulk_change: &'a BulkChange, cx: &'a AppCx) -> &'static [QuitAnswer] {
        if cx.options.demo || self.is_plan_only_reason(bulk_change, cx) {
            &[QuitAnswer::Discard, QuitAnswer::Stay]
        } else if cx.scheduled_count() == 0 || !cx.can_send_now() {
            &[QuitAnswer::Keep, QuitAnswer::Stay]
        } else {
            &[QuitAnswer::Send, QuitAnswer::Keep, QuitAnswer::Stay]
        }
    }

    pub(crate) fn answer_quit_prompt(&mut self, line: usize, bulk_change: &mut BulkChange, cx: &mut AppCx) {
        let answer = self.quit_answers(bulk_change, cx).get(line).copied();
        self.quit_with_answer(answer.unwrap_or(QuitAnswer::Stay), cx);
    }

    pub(crate) fn quit_with_answer(&mut self, answer: QuitAnswer, cx: &mut AppCx) {
        cx.overlay = std::mem::take(&mut self.quit_state.prev_overlay);
        self.quitting = answer != QuitAnswer::Stay;
        self.quit_state.mode = match answer {
            QuitAnswer::Send => ShutdownMode::SendAll,
            QuitAnswer::Keep | QuitAnswer::Discard => ShutdownMode::SendNothing,
            QuitAnswer::Stay => ShutdownMode::SendReady,
        };
    }

    /// Returns the treatment of scheduled writes after quitting (`quitting`).
    #[must_use]
    pub fn shutdown_mode(&self) -> ShutdownMode {
        self.quit_state.mode
    }

    /// Stays and restores the previous overlay.
    pub(crate) fn cancel_quit(&mut self, cx: &mut AppCx) {
        self.quit_with_answer(QuitAnswer::Stay, cx);
    }
}

impl BulkChange {
    /// Returns whether the quit key first closes a form or a plan. In the terminal the same key cancels an input line
    /// elsewhere, so the program must not quit with a form half filled in. With scheduled writes there is a prompt
    /// anyway.
    pub(crate) fn closes_form_first(&self, cx: &AppCx) -> bool {
        let entering = matches!(cx.overlay, Overlay::Form(_)) || self.is_plan_open(cx);
        entering && !cx.options.split_view && cx.scheduled_count() == 0
    }
}
