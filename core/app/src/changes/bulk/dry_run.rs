//! Plan of a bulk change: the effect on each deal, or the reason for skipping it.
//!
//! Each deal takes four bytes and a reason, decided by the codes of its status and owner. Rows with texts are built
//! only for display, so that 100,000 deals are planned within one key press. The plan uses the deals of the snapshot it
//! was made from; later syncs do not change it.

use crate::deals::pipeline::pipeline::adjacent;
use crate::foundation::cx::app_cx::AppCx;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::contract::ids::DealId;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::table::{DealTable, RowIdx};

use crate::foundation::cx::bulk_row::{BulkOp, BulkRow, BulkState};

/// Plan of a bulk change.
#[derive(Clone, Debug, Default)]
pub(crate) struct BulkDryRun {
    pub(crate) deals: Arc<DealTable>,
    /// Rows of the deals, changed ones first; a skipped one has its reason.
    pub(crate) rows: Vec<(RowIdx, Option<DisabledReason>)>,
    pub(crate) planned: usize,
    /// Status codes in board order.
    pub(crate) statuses: Vec<String>,
    /// Statuses of deals moved a moment ago, as the user intends them.
    pub(crate) intended_statuses: BTreeMap<RowIdx, String>,
}

/// Result of a verb for each status and each owner, by code.
struct SkipReasons {
    statuses: Vec<Option<DisabledReason>>,
    owners: Vec<Option<DisabledReason>>,
}

impl BulkDryRun {
    /// Returns the number of deals.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns the number of deals to change, which come first.
    pub(crate) fn planned(&self) -> usize {
        self.planned
    }

    /// Returns the reasons of the skipped deals.
    pub(crate) fn reasons(&self) -> impl Iterator<Item = DisabledReason> {
        self.rows.iter().filter_map(|(_, reason)| *reason)
    }

    /// Returns the row at `at` with its texts.
    pub(crate) fn row(&self, op: &BulkOp, at: usize) -> Option<BulkRow> {
        let (ix, reason) = *self.rows.get(at)?;
        let row = self.deals.row(ix)?;
        let status = || self.intended_statuses.get(&ix).map_or(row.status, String::as_str).to_owned();
        let (from, to) = match op {
            BulkOp::Status(to) | BulkOp::SwimlaneCell { status: to, .. } => (status(), to.clone()),
            BulkOp::Adjacent { forward } => {
                let from = status();
                let to = adjacent(&self.statuses, &from, *forward);
                let to = to.unwrap_or(&from).to_owned();
                (from, to)
            }
            BulkOp::Owner(owner) => (row.owner.to_owned(), owner.clone()),
            BulkOp::Delete | BulkOp::Import(_) => (row.status.to_owned(), String::new()),
        };
        Some(BulkRow {
            deal: DealId::new(row.id).ok()?,
            label: row.name.to_owned(),
            from,
            to,
            owner: matches!(op, BulkOp::SwimlaneCell { .. }).then(|| row.owner.to_owned()),
            assigned_owner: None,
            planned: at,
            state: reason.map_or(BulkState::Planned, BulkState::Skipped),
        })
    }

    /// Returns every row with its texts.
    pub(crate) fn into_rows(self, op: &BulkOp) -> Vec<BulkRow> {
        (0..self.len()).filter_map(|at| self.row(op, at)).collect()
    }

    /// Returns the reason why `op` skips a deal with that status, judged by status alone.
    fn skip_reason(&self, op: &BulkOp, status: &str) -> Option<DisabledReason> {
        let is_same = match op {
            BulkOp::Status(to) | BulkOp::SwimlaneCell { status: to, .. } => to == status,
            BulkOp::Adjacent { forward } => return adjacent(&self.statuses, status, *forward).err(),
            BulkOp::Owner(_) => true,
            BulkOp::Delete | BulkOp::Import(_) => false,
        };
        is_same.then_some(DisabledReason::NothingToChange)
    }

    fn skip_reasons(&self, op: &BulkOp) -> SkipReasons {
        let has_owner = |owner: &str| match op {
            BulkOp::Owner(to) | BulkOp::SwimlaneCell { owner: to, .. } => to == owner,
            _ => true,
        };
        let owners = self.deals.owners().iter();
        SkipReasons {
            statuses: self.deals.statuses().iter().map(|(_, status)| self.skip_reason(op, status)).collect(),
            owners: owners
                .map(|(_, owner)| has_owner(owner).then_some(DisabledReason::NothingToChange))
                .collect(),
        }
    }

    /// Adds the deals. `uncreated` are those that the service has not created yet.
    pub(crate) fn add_deals(&mut self, op: &BulkOp, rows: Vec<RowIdx>, uncreated: &BTreeSet<RowIdx>) {
        let reasons = self.skip_reasons(op);
        let mut skipped = Vec::new();
        self.rows.reserve(rows.len());
        for ix in rows {
            let (Some(status), Some(owner)) = (self.deals.status_code(ix), self.deals.owner_code(ix)) else {
                continue;
            };
            let by_status = match self.intended_statuses.get(&ix) {
                Some(status) => self.skip_reason(op, status),
                None => reasons.statuses.get(status.index()).copied().flatten(),
            };
            let by_owner = reasons.owners.get(owner.index()).copied().flatten();
            // A deal is skipped only if status and owner both match; an end of the board applies to any owner.
            let reason = match by_status.zip(by_owner).map(|(reason, _)| reason) {
                Some(
                    end @ (DisabledReason::FirstStatus
                    | DisabledReason::LastStatus
                    | DisabledReason::NextStatusInactive),
                ) => Some(end),
                _ if uncreated.contains(&ix) => Some(DisabledReason::NotCreatedYet),
                reason => reason,
            };
            match reason {
                None => self.rows.push((ix, None)),
                Some(reason) => skipped.push((ix, Some(reason))),
            }
        }
        self.planned = self.rows.len();
        self.rows.append(&mut skipped);
    }
}

impl AppCx {
    /// Returns the statuses of deals moved a moment ago, before the engine has answered.
    pub(crate) fn intended_statuses(&self) -> BTreeMap<RowIdx, String> {
        let deals = &self.snapshot.deals;
        let intended = self.expected.iter().filter_map(|(deal, (_, fields))| {
            let status = fields.text("status")?.into_owned();
            Some((deals.find(deal.as_str())?, status))
        });
        intended.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjacent_status_skips_the_unnamed_status() {
        let statuses = ["sourcing", "ic", ""].map(str::to_owned);
        assert_eq!(adjacent(&statuses, "sourcing", true), Ok("ic"));
        assert_eq!(adjacent(&statuses, "ic", true), Err(DisabledReason::LastStatus));
        assert_eq!(adjacent(&statuses, "", false), Ok("ic"));
        assert_eq!(adjacent(&statuses, "sourcing", false), Err(DisabledReason::FirstStatus));
        assert_eq!(adjacent(&statuses, "unheard_of", true), Err(DisabledReason::LastStatus));
    }

    #[test]
    fn a_step_pauses_no_deal_and_ends_none() {
        let board = ["sourcing", "closing", "on_hold", "lost", "own"].map(str::to_owned);
        assert_eq!(adjacent(&board, "closing", true), Err(DisabledReason::NextStatusInactive));
        assert_eq!(adjacent(&board, "on_hold", true), Err(DisabledReason::NextStatusInactive));
        assert_eq!(adjacent(&board, "lost", false), Ok("closing"), "it returns to the status before lost");
        assert_eq!(adjacent(&board, "own", false), Ok("closing"));
        // An organisation may order its statuses differently: inactive ones between two active steps are skipped.
        let house = ["lost", "sourcing", "on_hold", "closing"].map(str::to_owned);
        assert_eq!(adjacent(&house, "sourcing", true), Ok("closing"));
        assert_eq!(adjacent(&house, "closing", false), Ok("sourcing"));
        assert_eq!(adjacent(&house, "sourcing", false), Err(DisabledReason::NextStatusInactive));
        assert_eq!(adjacent(&house, "closing", true), Err(DisabledReason::LastStatus));
    }
}
