//! What is read of this state.

use crate::app::changes::bulk::bulk_change::BulkChange;
use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::foundation::cx::overlay::Layer;
use crate::app::foundation::cx::sheet::SheetKind;
use crate::app::foundation::input::disabled_reason::Reason;
use crate::app::records::activity::activity::ActivityState;

impl BulkChange {
    /// Whether what is done beneath what lies over the screen can be turned back. A form, a menu, the palette, the help and
    /// the filter keep what they are about, whatever becomes of the screen; a list acts on what has the focus there, a
    /// question is answered first, and a plan has changed nothing yet: what would be taken back is something else, out
    /// of sight.
    pub(in crate::app) fn can_turn_beneath(&self, cx: &AppCx) -> Result<(), Reason> {
        let stays = match &cx.layer {
            Layer::Sheet(sheet) => {
                matches!(sheet.kind, SheetKind::Bulk | SheetKind::Since) && !self.looks_at_plan(cx)
            }
            _ => true,
        };
        stays.then_some(()).ok_or(Reason::CloseFirst)
    }

    /// The toast that offers to take the newest change back.
    pub fn undo_toast(&self, activity: &ActivityState, cx: &AppCx) -> Option<u64> {
        let newest = cx
            .toasts
            .iter()
            .rev()
            .find(|toast| cx.takes_back(&toast.kind) && !self.is_behind(toast, activity, cx));
        newest.map(|toast| toast.id)
    }
}
