//! From a selection to a plan: what a change would do to each deal and what it can't, before anything is asked for.

use crate::contract::ids::DealId;
use crate::engine::{DealRow, Effect, PendingWrite, WriteKind};

use super::bulk::{Bulk, BulkRow, BulkStage, BulkState, BulkVerb};
use super::sheet::SheetKind;
use super::toast::SHORT;
use super::{ActionId, App, Layer, Reason, ToastKind};

impl App {
    /// Whether the sheet of a change that has asked for nothing yet is open.
    pub(super) fn looks_at_plan(&self) -> bool {
        let open = self.sheet().is_some_and(|sheet| sheet.kind == SheetKind::Bulk);
        open && self
            .bulk
            .as_ref()
            .is_some_and(|bulk| bulk.stage == BulkStage::Plan)
    }

    /// Shows what a change would do to each selected deal. Nothing is asked for yet.
    pub(super) fn plan_bulk(&mut self, verb: BulkVerb) {
        let mut rows: Vec<BulkRow> = self
            .selected_rows()
            .iter()
            .filter_map(|row| self.plan_row(row, &verb))
            .collect();
        // What is going to change is what is to be looked at.
        rows.sort_by_key(|row| matches!(row.state, BulkState::Skipped(_)));
        if rows.is_empty() {
            return;
        }
        self.bulk = Some(Bulk {
            verb,
            rows,
            stage: BulkStage::Plan,
            asked: 0,
        });
        self.open_sheet(SheetKind::Bulk);
    }

    /// Moves what is selected to a status, and gives it to the owner of a lane, as dropping it there does.
    pub(super) fn move_selected(&mut self, status: String, owner: Option<String>) -> Vec<Effect> {
        if let Err(reason) = self.may_write_deals() {
            self.say(
                ToastKind::Disabled {
                    id: Some(ActionId::MoveTo),
                    reason: reason.key(),
                },
                SHORT,
            );
            return Vec::new();
        }
        self.change_selected(match owner {
            Some(owner) => BulkVerb::Lane { status, owner },
            None => BulkVerb::Status(status),
        })
    }

    /// Changes what is selected: in the window at once, however it was begun, for whoever selects cards has seen how many
    /// there are, and undo takes all of it back. More than fit a look, some that can't be changed, an owner, whose name
    /// may be mistyped, and every deletion are shown as a plan first; and in the terminal, where no eye has counted them,
    /// always.
    pub(super) fn change_selected(&mut self, verb: BulkVerb) -> Vec<Effect> {
        /// More than this nobody has in sight.
        const AT_ONCE: usize = 50;
        let asks = matches!(verb, BulkVerb::Delete | BulkVerb::Owner(_)) || !self.options.beside;
        self.plan_bulk(verb);
        let Some(bulk) = self.bulk.as_ref().filter(|_| !asks) else {
            return Vec::new();
        };
        let can = |row: &BulkRow| {
            matches!(
                row.state,
                BulkState::Planned | BulkState::Skipped(Reason::AlreadySo)
            )
        };
        let planned = bulk.counts().planned;
        if planned == 0 || planned > AT_ONCE || !bulk.rows.iter().all(can) {
            return Vec::new();
        }
        self.layer = Layer::None;
        self.run_bulk()
    }

    fn plan_row(&self, row: &DealRow<'_>, verb: &BulkVerb) -> Option<BulkRow> {
        let deal = DealId::new(row.id).ok()?;
        let (from, to) = match verb {
            BulkVerb::Status(status) => {
                let from = self.intended_status(row.id, row.status);
                let to = Ok(status.clone());
                (from, to)
            }
            BulkVerb::Beside { forward } => {
                let last = if *forward {
                    Reason::LastStatus
                } else {
                    Reason::FirstStatus
                };
                let beside = self.status_beside(row.id, row.status, *forward);
                (self.intended_status(row.id, row.status), beside.ok_or(last))
            }
            BulkVerb::Lane { status, .. } => (self.intended_status(row.id, row.status), Ok(status.clone())),
            BulkVerb::Owner(owner) => (row.owner.to_owned(), Ok(owner.clone())),
            BulkVerb::Delete => (row.status.to_owned(), Ok(String::new())),
        };
        let unborn = |write: &PendingWrite| write.kind == WriteKind::Create && write.record == row.id;
        let keeps_owner = match verb {
            BulkVerb::Lane { owner, .. } => row.owner == owner,
            _ => true,
        };
        let state = match &to {
            Err(reason) => BulkState::Skipped(*reason),
            Ok(_) if self.snapshot.writes.iter().any(unborn) => BulkState::Skipped(Reason::NotCreatedYet),
            Ok(to) if *verb != BulkVerb::Delete && *to == from && keeps_owner => {
                BulkState::Skipped(Reason::AlreadySo)
            }
            Ok(_) => BulkState::Planned,
        };
        Some(BulkRow {
            deal,
            label: row.name.to_owned(),
            to: to.unwrap_or_else(|_| from.clone()),
            from,
            owner: matches!(verb, BulkVerb::Lane { .. }).then(|| row.owner.to_owned()),
            state,
        })
    }
}
