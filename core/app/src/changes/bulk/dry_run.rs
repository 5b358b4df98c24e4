//! Plan of a bulk change: the effect on each deal, or the reason for skipping it.
//!
//! Each deal takes four bytes and a reason, decided by the codes of its status and owner. Rows with texts are built
//! only for display, so that 100,000 deals are planned within one key press. The plan uses the deals of the snapshot it
//! was made from; later syncs do not change it.

use crate::changes::deal::changes::beside;
use crate::foundation::cx::app_cx::AppCx;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::contract::ids::DealId;
use crate::foundation::input::disabled_reason::Reason;
use crate::model::table::{DealTable, RowIx};

use crate::foundation::cx::bulk_row::{BulkRow, BulkState, BulkVerb};

/// Plan of a bulk change.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    pub(crate) deals: Arc<DealTable>,
    /// Rows of the deals, changed ones first; a skipped one has its reason.
    pub(crate) rows: Vec<(RowIx, Option<Reason>)>,
    pub(crate) planned: usize,
    /// Status codes in board order.
    pub(crate) statuses: Vec<String>,
    /// Statuses of deals moved a moment ago, as the user intends them.
    pub(crate) meant: BTreeMap<RowIx, String>,
}

/// Result of a verb for each status and each owner, by code.
struct Judged {
    statuses: Vec<Option<Reason>>,
    owners: Vec<Option<Reason>>,
}

impl Plan {
    /// Returns the number of deals.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns the number of deals to change, which come first.
    pub(crate) fn planned(&self) -> usize {
        self.planned
    }

    /// Returns the reasons of the skipped deals.
    pub(crate) fn reasons(&self) -> impl Iterator<Item = Reason> {
        self.rows.iter().filter_map(|(_, reason)| *reason)
    }

    /// Returns the row at `at` with its texts.
    pub(crate) fn row(&self, verb: &BulkVerb, at: usize) -> Option<BulkRow> {
        let (ix, reason) = *self.rows.get(at)?;
        let row = self.deals.row(ix)?;
        let status = || self.meant.get(&ix).map_or(row.status, String::as_str).to_owned();
        let (from, to) = match verb {
            BulkVerb::Status(to) | BulkVerb::Lane { status: to, .. } => (status(), to.clone()),
            BulkVerb::Beside { forward } => {
                let from = status();
                let to = beside(&self.statuses, &from, *forward);
                let to = to.unwrap_or(&from).to_owned();
                (from, to)
            }
            BulkVerb::Owner(owner) => (row.owner.to_owned(), owner.clone()),
            BulkVerb::Delete => (row.status.to_owned(), String::new()),
        };
        Some(BulkRow {
            deal: DealId::new(row.id).ok()?,
            label: row.name.to_owned(),
            from,
            to,
            owner: matches!(verb, BulkVerb::Lane { .. }).then(|| row.owner.to_owned()),
            filled: None,
            state: reason.map_or(BulkState::Planned, BulkState::Skipped),
        })
    }

    /// Returns every row with its texts.
    pub(crate) fn into_rows(self, verb: &BulkVerb) -> Vec<BulkRow> {
        (0..self.len()).filter_map(|at| self.row(verb, at)).collect()
    }

    /// Returns the reason why `verb` skips a deal with that status, judged by status alone.
    fn judge_status(&self, verb: &BulkVerb, status: &str) -> Option<Reason> {
        let so = match verb {
            BulkVerb::Status(to) | BulkVerb::Lane { status: to, .. } => to == status,
            BulkVerb::Beside { forward } => return beside(&self.statuses, status, *forward).err(),
            BulkVerb::Owner(_) => true,
            BulkVerb::Delete => false,
        };
        so.then_some(Reason::AlreadySo)
    }

    fn judged(&self, verb: &BulkVerb) -> Judged {
        let owned = |owner: &str| match verb {
            BulkVerb::Owner(to) | BulkVerb::Lane { owner: to, .. } => to == owner,
            _ => true,
        };
        let owners = self.deals.owners().iter();
        Judged {
            statuses: self
                .deals
                .statuses()
                .iter()
                .map(|(_, status)| self.judge_status(verb, status))
                .collect(),
            owners: owners
                .map(|(_, owner)| owned(owner).then_some(Reason::AlreadySo))
                .collect(),
        }
    }

    /// Adds the deals. `unborn` are those that the service has not created yet.
    pub(crate) fn fill(&mut self, verb: &BulkVerb, rows: Vec<RowIx>, unborn: &BTreeSet<RowIx>) {
        let judged = self.judged(verb);
        let mut left = Vec::new();
        self.rows.reserve(rows.len());
        for ix in rows {
            let (Some(status), Some(owner)) = (self.deals.status_of(ix), self.deals.owner_of(ix)) else {
                continue;
            };
            let by_status = match self.meant.get(&ix) {
                Some(status) => self.judge_status(verb, status),
                None => judged.statuses.get(status.index()).copied().flatten(),
            };
            let by_owner = judged.owners.get(owner.index()).copied().flatten();
            // A deal is skipped only if status and owner both match; an end of the board applies to any owner.
            let reason = match by_status.zip(by_owner).map(|(reason, _)| reason) {
                Some(end @ (Reason::FirstStatus | Reason::LastStatus | Reason::StatusAside)) => Some(end),
                _ if unborn.contains(&ix) => Some(Reason::NotCreatedYet),
                reason => reason,
            };
            match reason {
                None => self.rows.push((ix, None)),
                Some(reason) => left.push((ix, Some(reason))),
            }
        }
        self.planned = self.rows.len();
        self.rows.append(&mut left);
    }
}

impl AppCx {
    /// Returns the statuses of deals moved a moment ago, before the engine has answered.
    pub(crate) fn meant_statuses(&self) -> BTreeMap<RowIx, String> {
        let deals = &self.snapshot.deals;
        let meant = self.expected.iter().filter_map(|(deal, (_, fields))| {
            let status = fields.text("status")?.into_owned();
            Some((deals.find(deal.as_str())?, status))
        });
        meant.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beside_a_status_stands_the_next_one_that_has_a_name() {
        let statuses = ["sourcing", "ic", ""].map(str::to_owned);
        assert_eq!(beside(&statuses, "sourcing", true), Ok("ic"));
        assert_eq!(beside(&statuses, "ic", true), Err(Reason::LastStatus));
        assert_eq!(beside(&statuses, "", false), Ok("ic"));
        assert_eq!(beside(&statuses, "sourcing", false), Err(Reason::FirstStatus));
        assert_eq!(beside(&statuses, "unheard_of", true), Err(Reason::LastStatus));
    }

    #[test]
    fn a_step_parks_no_deal_and_ends_none() {
        let board = ["sourcing", "closing", "on_hold", "lost", "own"].map(str::to_owned);
        assert_eq!(beside(&board, "closing", true), Err(Reason::StatusAside));
        assert_eq!(beside(&board, "on_hold", true), Err(Reason::StatusAside));
        assert_eq!(
            beside(&board, "lost", false),
            Ok("closing"),
            "it returns to the status before lost"
        );
        assert_eq!(beside(&board, "own", false), Ok("closing"));
        // An organisation may order its statuses differently: inactive ones between two active steps are skipped.
        let house = ["lost", "sourcing", "on_hold", "closing"].map(str::to_owned);
        assert_eq!(beside(&house, "sourcing", true), Ok("closing"));
        assert_eq!(beside(&house, "closing", false), Ok("sourcing"));
        assert_eq!(beside(&house, "sourcing", false), Err(Reason::StatusAside));
        assert_eq!(beside(&house, "closing", true), Err(Reason::LastStatus));
    }
}
