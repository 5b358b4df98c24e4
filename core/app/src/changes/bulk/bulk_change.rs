//! State of the bulk change that is planned or running.

use crate::changes::bulk::model::{Bulk, BulkRows, BulkStage};
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::bulk_row::BulkOp;
use crate::foundation::cx::overlay::{Overlay, PickerKind};
use crate::foundation::input::disabled_reason::DisabledReason;

/// The bulk change that is planned, running or finished.
#[derive(Clone, Debug, Default)]
pub struct BulkChange {
    pub(crate) current: Option<Bulk>,
}

impl BulkChange {
    /// Returns whether undo and redo may act below the open overlay.
    ///
    /// A form, a menu, the palette, the help and the filter keep their subject, so undo is allowed. It is disabled for
    /// a list, which acts on its focused row, and for a question, which is answered first. A plan has changed nothing
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

    /// Returns whether the picker of a change in its plan stage is open.
    pub(crate) fn is_plan_open(&self, cx: &AppCx) -> bool {
        let open = cx.picker().is_some_and(|picker| picker.kind == PickerKind::Bulk);
        open && self.current.as_ref().is_some_and(|bulk| bulk.stage() == BulkStage::Plan)
    }

    /// Returns whether the open plan is a deletion. Its key also confirms it, as for one deal.
    pub(crate) fn is_deletion_planned(&self, cx: &AppCx) -> bool {
        let is_deletion = |bulk: &Bulk| bulk.op == BulkOp::Delete && bulk.counts().planned > 0;
        self.is_plan_open(cx) && self.current.as_ref().is_some_and(is_deletion)
    }

    /// Returns whether the planned change is shown before it runs.
    ///
    /// That is the case for
    ///
    /// - a deletion, which cannot be undone once sent;
    /// - an owner, whose name may be mistyped;
    /// - a change that some of the deals cannot take;
    /// - more deals than are in sight: `MAX_VISIBLE_DEALS` in the window, one in a terminal.
    pub(crate) fn needs_confirmation(&self, cx: &AppCx) -> bool {
        /// Largest number of deals that a user sees at once.
        const MAX_VISIBLE_DEALS: usize = 50;
        let Some(Bulk { op, rows: BulkRows::Plan(plan), .. }) = &self.current else {
            return true;
        };
        let all_visible =
            if cx.options.split_view { plan.planned() <= MAX_VISIBLE_DEALS } else { plan.len() == 1 };
        matches!(op, BulkOp::Delete | BulkOp::Owner(_))
            || plan.planned() == 0
            || !all_visible
            || plan.reasons().any(|reason| reason != DisabledReason::NothingToChange)
    }
}
