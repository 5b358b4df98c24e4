//! Undo of a creation deletes the deal, and that deletion is held like any other. While it is, the key of undo stops it: the
//! toast counts down to a loss, and nobody presses the key again to lose something else besides.

use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::foundation::cx::change::{Change, Gone, Way};
use crate::app::foundation::cx::toast_kind::ToastKind;
use crate::app::records::activity::toast_links::is_held;
use crate::engine::WriteKind;

impl AppCx {
    /// The creation that undo has begun to take back by a deletion that can still be stopped.
    pub(in crate::app) fn creation_being_undone(&self) -> Option<&Change> {
        let change = self.history.last(Way::Again)?;
        let Change::Existence {
            deal,
            label,
            created: true,
            gone: Gone::No,
            ..
        } = change
        else {
            return None;
        };
        let held =
            self.snapshot.writes.iter().any(|write| {
                write.kind == WriteKind::Delete && write.record == deal.as_str() && is_held(write)
            });
        // Until the engine has taken it in, what was said of it is all there is to know.
        let asked = |kind: &ToastKind| matches!(kind, ToastKind::Deleting { label: of } if of == label);
        let asked = self.awaits_engine() && self.toasts.iter().any(|toast| asked(&toast.kind));
        (held || asked).then_some(change)
    }
}
