//! Builds a plan from a selection: the effect on each deal, before anything is submitted.

use crate::changes::bulk::bulk_change::BulkChange;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::sheet::SheetKind;
use crate::foundation::input::disabled_reason::Reason;

use crate::changes::bulk::model::{Bulk, BulkRows, BulkStage};
use crate::foundation::cx::bulk_row::BulkVerb;

impl BulkChange {
    /// Returns whether the sheet of a change in its plan stage is open.
    pub(crate) fn looks_at_plan(&self, cx: &AppCx) -> bool {
        let open = cx.sheet().is_some_and(|sheet| sheet.kind == SheetKind::Bulk);
        open && self
            .current
            .as_ref()
            .is_some_and(|bulk| bulk.stage() == BulkStage::Plan)
    }

    /// Returns whether the open plan is a deletion. Its key also confirms it, as for one deal.
    pub(crate) fn plans_deletion(&self, cx: &AppCx) -> bool {
        let deletes = |bulk: &Bulk| bulk.verb == BulkVerb::Delete && bulk.counts().planned > 0;
        self.looks_at_plan(cx) && self.current.as_ref().is_some_and(deletes)
    }

    /// Returns whether the planned change is shown before it runs.
    ///
    /// That is the case for
    ///
    /// - a deletion, which cannot be undone once sent;
    /// - an owner, whose name may be mistyped;
    /// - a change that some of the deals cannot take;
    /// - more deals than are in sight: `IN_SIGHT` in the window, one in a terminal.
    pub(crate) fn is_shown_first(&self, cx: &AppCx) -> bool {
        /// Largest number of deals that a user sees at once.
        const IN_SIGHT: usize = 50;
        let Some(Bulk {
            verb,
            rows: BulkRows::Plan(plan),
            ..
        }) = &self.current
        else {
            return true;
        };
        let in_sight = if cx.options.beside {
            plan.planned() <= IN_SIGHT
        } else {
            plan.len() == 1
        };
        matches!(verb, BulkVerb::Delete | BulkVerb::Owner(_))
            || plan.planned() == 0
            || !in_sight
            || plan.reasons().any(|reason| reason != Reason::AlreadySo)
    }
}
