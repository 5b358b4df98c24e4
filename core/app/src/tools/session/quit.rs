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
use crate::model::effect::Effect;
use crate::model::pending_write::{PendingWrite, WriteState};
use crate::model::shutdown::Leave;
use crate::model::snapshot::Connection;
use crate::tools::session::leave_answer::LeaveAnswer;
use crate::tools::session::session::SessionState;

use crate::foundation::cx::overlay::{Layer, Purpose};
use crate::foundation::cx::sheet::SheetKind;

impl AppCx {
    /// Returns the unscheduled writes that would stay behind: pending ones, and those being sent. While the service
    /// does not answer, a pending write is in the sending state for a moment at each attempt.
    pub(crate) fn left_waiting(&self) -> impl Iterator<Item = &PendingWrite> {
        let now = self.now;
        let writes = self.snapshot.writes.iter();
        writes.filter(move |write| match write.state {
            WriteState::Waiting { .. } | WriteState::Sending => true,
            // Its undo window has ended, but it could not be sent.
            WriteState::Held { until } => until <= now,
            _ => false,
        })
    }

    /// Returns the writes that are scheduled now.
    pub(crate) fn left_held(&self) -> impl Iterator<Item = &PendingWrite> {
        let now = self.now;
        let writes = self.snapshot.writes.iter();
        writes.filter(move |write| matches!(write.state, WriteState::Held { until } if until > now))
    }

    /// Returns whether the known connection state allows sending at once.
    pub(crate) fn could_send(&self) -> bool {
        match self.snapshot.connection {
            Connection::Starting | Connection::Online | Connection::Slow { .. } => true,
            Connection::Withheld
            | Connection::Offline { .. }
            | Connection::RateLimited { .. }
            | Connection::SignInNeeded { .. }
            | Connection::Failing { .. } => false,
        }
    }

    /// Returns whether a prompt is open during which nothing is sent.
    pub(crate) fn holds_while_asking(&self) -> bool {
        self.asks_to_leave() || self.asks_kept_deletions()
    }

    /// Extends the undo windows while a prompt is open, so that nothing is sent meanwhile.
    pub(crate) fn hold_while_asking(&mut self) {
        if !self.holds_while_asking() {
            return;
        }
        let hold = self.options.hold_delete;
        let until = self.now.saturating_add(hold).unwrap_or(self.now);
        for toast in self.toasts.iter_mut().filter(|toast| toast.kind.undoable()) {
            toast.until = toast.until.max(until);
        }
        self.output.effects.push(Effect::Prolong(hold));
    }

    /// Returns whether the prompt before quitting is open.
    #[must_use]
    pub fn asks_to_leave(&self) -> bool {
        self.sheet().is_some_and(|sheet| sheet.kind == SheetKind::Leave)
    }
}

impl SessionState {
    pub(crate) fn nothing_to_ask(&self, bulk_change: &BulkChange, cx: &AppCx) -> bool {
        let beside = cx.options.beside;
        let conflicts = !cx.options.demo && cx.conflicts() > 0;
        let waits = beside && (cx.left_waiting().next().is_some() || conflicts);
        cx.held() == 0 && !waits && self.left_planned(bulk_change, cx) == 0
    }

    /// Returns the number of deals of a bulk change that is planned but not started. This includes a plan that waits
    /// for values its statuses require.
    pub(crate) fn left_planned(&self, bulk_change: &BulkChange, cx: &AppCx) -> usize {
        let planned = |layer: &Layer| match layer {
            Layer::Sheet(sheet) => sheet.kind == SheetKind::Bulk,
            Layer::Form(form) => {
                matches!(&form.purpose, Purpose::Enter(entering) if entering.moves.is_planned())
            }
            _ => false,
        };
        let stands = planned(&cx.layer) || planned(&self.leaving.under);
        let bulk = bulk_change.current.as_ref().filter(|_| stands);
        bulk.map_or(0, |bulk| bulk.counts().planned)
    }

    /// Returns whether a plan, which would be lost, is the only reason for the prompt.
    pub(crate) fn leaves_a_plan_alone(&self, bulk_change: &BulkChange, cx: &AppCx) -> bool {
        let waits = cx.held() > 0 || cx.left_waiting().next().is_some() || cx.conflicts() > 0;
        !waits && self.left_planned(bulk_change, cx) > 0
    }

    /// Quits if the reason for the prompt is gone: another process cancelled or sent the writes.
    pub(crate) fn leave_if_nothing_is_held(&mut self, bulk_change: &mut BulkChange, cx: &mut AppCx) {
        if cx.asks_to_leave() && !cx.awaits_engine() && self.nothing_to_ask(bulk_change, cx) {
            self.answer_leaving_with(LeaveAnswer::Stay, cx);
            self.quitting = true;
        }
    }

    /// Returns the offered answers; staying comes last and is the default for Enter.
    #[must_use]
    pub fn leave_answers<'a>(&'a self, bulk_change: &'a BulkChange, cx: &'a AppCx) -> &'static [LeaveAnswer] {
        if cx.options.demo || self.leaves_a_plan_alone(bulk_change, cx) {
            &[LeaveAnswer::Forget, LeaveAnswer::Stay]
        } else if cx.held() == 0 || !cx.could_send() {
            &[LeaveAnswer::Keep, LeaveAnswer::Stay]
        } else {
            &[LeaveAnswer::Send, LeaveAnswer::Keep, LeaveAnswer::Stay]
        }
    }

    pub(crate) fn answer_leaving(&mut self, line: usize, bulk_change: &mut BulkChange, cx: &mut AppCx) {
        let answer = self.leave_answers(bulk_change, cx).get(line).copied();
        self.answer_leaving_with(answer.unwrap_or(LeaveAnswer::Stay), cx);
    }

    pub(crate) fn answer_leaving_with(&mut self, answer: LeaveAnswer, cx: &mut AppCx) {
        cx.layer = std::mem::take(&mut self.leaving.under);
        self.quitting = answer != LeaveAnswer::Stay;
        self.leaving.how = match answer {
            LeaveAnswer::Send => Leave::Send,
            LeaveAnswer::Keep | LeaveAnswer::Forget => Leave::Keep,
            LeaveAnswer::Stay => Leave::Settle,
        };
    }

    /// Returns the treatment of scheduled writes after quitting (`quitting`).
    #[must_use]
    pub fn leaves(&self) -> Leave {
        self.leaving.how
    }

    /// Stays and restores the previous overlay.
    pub(crate) fn stay(&mut self, cx: &mut AppCx) {
        self.answer_leaving_with(LeaveAnswer::Stay, cx);
    }
}

impl BulkChange {
    /// Returns whether the quit key first closes a form or a plan. In the terminal the same key cancels an input line
    /// elsewhere, so the program must not quit with a form half filled in. With scheduled writes there is a prompt
    /// anyway.
    pub(crate) fn gives_up_a_form(&self, cx: &AppCx) -> bool {
        let entering = matches!(cx.layer, Layer::Form(_)) || self.looks_at_plan(cx);
        entering && !cx.options.beside && cx.held() == 0
    }
}
