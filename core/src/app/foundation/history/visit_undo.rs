//! What changed since the last visit is said to be seen, and that is taken back: one key must not lose what nobody has read.

use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::foundation::cx::change::{Change, Way};
use crate::app::foundation::cx::toast;
use crate::app::foundation::cx::toast_kind::ToastKind;
use crate::app::foundation::history::visit::VisitState;
use crate::engine::{Effect, Visit};

impl VisitState {
    /// Ends the visit, and says how many changes are told of no more.
    pub(in crate::app) fn end_visit(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        let before = cx.snapshot.observed.visit;
        // On a first visit nothing is told of.
        let changes = before.map_or(0, |_| self.since_told());
        if changes > 0 {
            cx.history.push(Change::Seen { before, changes });
        }
        cx.say_seen(changes)
    }
}

impl AppCx {
    fn say_seen(&mut self, changes: usize) -> Vec<Effect> {
        self.say(ToastKind::VisitEnded { changes }, toast::LONG);
        vec![Effect::EndVisit]
    }

    /// Tells of what was said to be seen again, or says once more that it was seen.
    pub(in crate::app) fn turn_seen(
        &mut self,
        way: Way,
        before: Option<Visit>,
        changes: usize,
    ) -> Vec<Effect> {
        if way == Way::Again {
            return self.say_seen(changes);
        }
        self.say(ToastKind::VisitResumed { changes }, toast::SHORT);
        vec![Effect::ResumeVisit(before)]
    }
}
