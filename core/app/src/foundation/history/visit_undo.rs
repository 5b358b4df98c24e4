//! Marking the changes since the last visit as seen, and undoing it. A single key must not hide unread changes for
//! good.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::{Change, Way};
use crate::foundation::cx::toast;
use crate::foundation::cx::toast_kind::ToastKind;
use crate::foundation::history::visit::VisitState;
use crate::model::effect::Effect;
use crate::model::history::visit::Visit;

impl VisitState {
    /// Ends the visit and shows how many changes are no longer listed.
    pub(crate) fn end_visit(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        let before = cx.snapshot.observed.visit;
        // A first visit lists no changes.
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

    /// Undoes or redoes the marking of changes as seen.
    pub(crate) fn turn_seen(&mut self, way: Way, before: Option<Visit>, changes: usize) -> Vec<Effect> {
        if way == Way::Again {
            return self.say_seen(changes);
        }
        self.say(ToastKind::VisitResumed { changes }, toast::SHORT);
        vec![Effect::ResumeVisit(before)]
    }
}
