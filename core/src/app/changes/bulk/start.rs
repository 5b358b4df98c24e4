//! From a selection to a plan: what a change would do to each deal and what it can't, before anything is asked for.

use crate::app::shell::app::{App, Layer, Reason};
use crate::app::shell::sheet_dispatch::SheetKind;
use crate::engine::Effect;

use super::model::{Bulk, BulkRows, BulkStage, BulkVerb};

impl App {
    /// Whether the sheet of a change that has asked for nothing yet is open.
    pub(in crate::app) fn looks_at_plan(&self) -> bool {
        let open = self.sheet().is_some_and(|sheet| sheet.kind == SheetKind::Bulk);
        open && self
            .bulk_change
            .current
            .as_ref()
            .is_some_and(|bulk| bulk.stage() == BulkStage::Plan)
    }

    /// Whether that plan is to delete: the key that asked for it confirms it, as it does for one deal.
    pub(crate) fn plans_deletion(&self) -> bool {
        let deletes = |bulk: &Bulk| bulk.verb == BulkVerb::Delete && bulk.counts().planned > 0;
        self.looks_at_plan() && self.bulk_change.current.as_ref().is_some_and(deletes)
    }

    /// Shows what a change would do to each selected deal. Nothing is asked for yet.
    pub(in crate::app::changes) fn plan_bulk(&mut self, verb: BulkVerb) {
        let plan = self.plan(&verb);
        if plan.len() == 0 {
            return;
        }
        self.bulk_change.current = Some(Bulk {
            verb,
            rows: BulkRows::Plan(plan),
            asked: 0,
            stopping: false,
        });
        self.open_sheet(SheetKind::Bulk);
    }

    /// Moves what is selected to a status, and gives it to the owner of a lane, as dropping it there does.
    pub(in crate::app) fn move_selected(&mut self, status: String, owner: Option<String>) -> Vec<Effect> {
        self.change_selected(match owner {
            Some(owner) => BulkVerb::Lane { status, owner },
            None => BulkVerb::Status(status),
        })
    }

    /// Changes what is selected, however that was begun: by key, pointer, menu, palette or a card that is carried. At once
    /// where undo takes all of it back and the person knows of how many they spoke; else what it would do is shown first.
    pub(in crate::app) fn change_selected(&mut self, verb: BulkVerb) -> Vec<Effect> {
        self.plan_bulk(verb);
        if self.is_shown_first() {
            return Vec::new();
        }
        self.cx.layer = Layer::None;
        self.run_bulk()
    }

    /// Whether the change that is planned is shown before it is made: a deletion, which has no way back; an owner, whose
    /// name may be mistyped; one that some of the deals cannot take; and of more than fit a look, which in a terminal, where
    /// no eye has counted them, is more than one.
    fn is_shown_first(&self) -> bool {
        /// More than this nobody has in sight.
        const IN_SIGHT: usize = 50;
        let Some(Bulk {
            verb,
            rows: BulkRows::Plan(plan),
            ..
        }) = &self.bulk_change.current
        else {
            return true;
        };
        let in_sight = if self.cx.options.beside {
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
