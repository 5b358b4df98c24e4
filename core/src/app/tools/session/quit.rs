//! Leaving. Rule: nothing leaves this machine before its hold has ended, unless the person says so. Where writes are held
//! the question is asked once: send them now (where the service can be reached), keep them for the next start, or stay. It
//! names all that would stay behind. What waits for the service is kept
//! without a question where the shell says so afterwards; a window, which has no afterwards, asks, and names the conflicts
//! too that await a decision. A change of many that is planned and not begun is kept nowhere, and asked about too. Else
//! there is no question.

use crate::app::tools::session::leave_answer::{LeaveAnswer};
use crate::app::changes::bulk::bulk_change::BulkChange;
use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::tools::session::session::SessionState;
use crate::engine::{Connection, Effect, Leave, PendingWrite, WriteState};

use crate::app::foundation::cx::overlay::{Layer, Purpose};
use crate::app::foundation::cx::sheet::SheetKind;

impl AppCx {
    /// The writes that would stay behind unanswered though nothing holds them: those that wait for the service, and those a
    /// try of which is under way. As long as the service is silent a try is what waiting looks like for a moment.
    pub(crate) fn left_waiting(&self) -> impl Iterator<Item = &PendingWrite> {
        let now = self.now;
        let writes = self.snapshot.writes.iter();
        writes.filter(move |write| match write.state {
            WriteState::Waiting { .. } | WriteState::Sending => true,
            // Its hold is over, and it could not leave.
            WriteState::Held { until } => until <= now,
            _ => false,
        })
    }

    /// The writes that are held back now.
    pub(crate) fn left_held(&self) -> impl Iterator<Item = &PendingWrite> {
        let now = self.now;
        let writes = self.snapshot.writes.iter();
        writes.filter(move |write| matches!(write.state, WriteState::Held { until } if until > now))
    }

    /// Whether what is held could leave at once: nothing stands between it and the service, as far as is known.
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

    /// Whether a question stands during which nothing leaves.
    pub(in crate::app) fn holds_while_asking(&self) -> bool {
        self.asks_to_leave() || self.asks_kept_deletions()
    }

    /// Nothing leaves while it is asked whether it may: holds go on, in full, for as long as the question stands.
    pub(in crate::app) fn hold_while_asking(&mut self) {
        if !self.holds_while_asking() {
            return;
        }
        let hold = self.options.hold_delete;
        let until = self.now.saturating_add(hold).unwrap_or(self.now);
        for toast in self.toasts.iter_mut().filter(|toast| toast.kind.undoable()) {
            toast.until = toast.until.max(until);
        }
        self.afterwards.push(Effect::Prolong(hold));
    }

    /// Whether the question before leaving is being asked.
    #[must_use]
    pub fn asks_to_leave(&self) -> bool {
        self.sheet().is_some_and(|sheet| sheet.kind == SheetKind::Leave)
    }
}

impl SessionState {
    pub(in crate::app) fn nothing_to_ask(&self, bulk_change: &BulkChange, cx: &AppCx) -> bool {
        let beside = cx.options.beside;
        let conflicts = !cx.options.demo && cx.conflicts() > 0;
        let waits = beside && (cx.left_waiting().next().is_some() || conflicts);
        cx.held() == 0 && !waits && self.left_planned(bulk_change, cx) == 0
    }

    /// How many deals the change is of that stands planned, or waits for what its statuses ask, and is not begun.
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

    /// Whether that is all there is to ask about: nothing of it would be there at the next start.
    pub(crate) fn leaves_a_plan_alone(&self, bulk_change: &BulkChange, cx: &AppCx) -> bool {
        let waits = cx.held() > 0 || cx.left_waiting().next().is_some() || cx.conflicts() > 0;
        !waits && self.left_planned(bulk_change, cx) > 0
    }

    /// Leaves where what the question was about is held no more: it was taken back, or another window sent it.
    pub(in crate::app) fn leave_if_nothing_is_held(&mut self, bulk_change: &mut BulkChange, cx: &mut AppCx) {
        if cx.asks_to_leave() && !cx.awaits_engine() && self.nothing_to_ask(bulk_change, cx) {
            self.answer_leaving_with(LeaveAnswer::Stay, cx);
            self.quitting = true;
        }
    }

    /// The answers offered; staying comes last, and is what Enter takes from a question that was not read.
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

    pub(in crate::app) fn answer_leaving(
        &mut self,
        line: usize,
        bulk_change: &mut BulkChange,
        cx: &mut AppCx,
    ) {
        let answer = self.leave_answers(bulk_change, cx).get(line).copied();
        self.answer_leaving_with(answer.unwrap_or(LeaveAnswer::Stay), cx);
    }

    pub(in crate::app) fn answer_leaving_with(&mut self, answer: LeaveAnswer, cx: &mut AppCx) {
        cx.layer = std::mem::take(&mut self.leaving.under);
        self.quitting = answer != LeaveAnswer::Stay;
        self.leaving.how = match answer {
            LeaveAnswer::Send => Leave::Send,
            LeaveAnswer::Keep | LeaveAnswer::Forget => Leave::Keep,
            LeaveAnswer::Stay => Leave::Settle,
        };
    }

    /// What becomes of the writes, once the person has left (`quitting`).
    #[must_use]
    pub fn leaves(&self) -> Leave {
        self.leaving.how
    }

    /// Stays: what lay over the screen before the question is back.
    pub(in crate::app) fn stay(&mut self, cx: &mut AppCx) {
        self.answer_leaving_with(LeaveAnswer::Stay, cx);
    }
}

impl BulkChange {
    /// Whether the way out leaves a form first, or a plan. In a terminal the same key gives up a line anywhere else, so what
    /// is being filled in must not go with the program unasked; where writes are held there is a question anyway.
    pub(in crate::app) fn gives_up_a_form(&self, cx: &AppCx) -> bool {
        let entering = matches!(cx.layer, Layer::Form(_)) || self.looks_at_plan(cx);
        entering && !cx.options.beside && cx.held() == 0
    }
}
