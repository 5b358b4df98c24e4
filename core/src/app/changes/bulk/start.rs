//! From a selection to a plan: what a change would do to each deal and what it can't, before anything is asked for.

use crate::app::changes::bulk::bulk_change::BulkChange;
use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::foundation::cx::sheet::SheetKind;
use crate::app::foundation::input::disabled_reason::Reason;

use crate::app::changes::bulk::model::{Bulk, BulkRows, BulkStage};
use crate::app::foundation::cx::bulk_row::BulkVerb;

impl BulkChange {
    /// Whether the sheet of a change that has asked for nothing yet is open.
    pub(in crate::app) fn looks_at_plan(&self, cx: &AppCx) -> bool {
        let open = cx.sheet().is_some_and(|sheet| sheet.kind == SheetKind::Bulk);
        open && self
            .current
            .as_ref()
            .is_some_and(|bulk| bulk.stage() == BulkStage::Plan)
    }

    /// Whether that plan is to delete: the key that asked for it confirms it, as it does for one deal.
    pub(crate) fn plans_deletion(&self, cx: &AppCx) -> bool {
        let deletes = |bulk: &Bulk| bulk.verb == BulkVerb::Delete && bulk.counts().planned > 0;
        self.looks_at_plan(cx) && self.current.as_ref().is_some_and(deletes)
    }

    /// Whether the change that is planned is shown before it is made: a deletion, which has no way back; an owner, whose
    /// name may be mistyped; one that some of the deals cannot take; and of more than fit a look, which in a terminal, where
    /// no eye has counted them, is more than one.
    pub(in crate::app) fn is_shown_first(&self, cx: &AppCx) -> bool {
        /// More than this nobody has in sight.
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
