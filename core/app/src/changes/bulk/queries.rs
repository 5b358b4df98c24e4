//! Queries of the bulk-change state.

use crate::changes::bulk::bulk_change::BulkChange;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::cx::picker::PickerKind;
use crate::foundation::input::disabled_reason::DisabledReason;

impl BulkChange {
    /// Returns whether undo and redo may act below the open overlay.
    ///
    /// A form, a menu, the palette, the help and the filter keep their subject, so undo is allowed. It is refused for a
    /// list, which acts on its focused row, and for a question, which is answered first. A plan has changed nothing
    /// yet; undo would revert something out of sight.
    pub(crate) fn can_undo_below_overlay(&self, cx: &AppCx) -> Result<(), DisabledReason> {
        let is_allowed = match &cx.overlay {
            Overlay::Picker(picker) => {
                matches!(picker.kind, PickerKind::Bulk | PickerKind::Since) && !self.is_plan_open(cx)
            }
            _ => true,
        };
        is_allowed.then_some(()).ok_or(DisabledReason::CloseFirst)
    }
}
