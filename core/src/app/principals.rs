//! What the outstanding principals of some rows add up to, by status. What all confirmed ones add up to is known from the
//! last full reading, so that many rows cost no more than the few that are not among them, and a change costs what changed.

use super::bits::Bits;
use super::tally::Tally;
use crate::contract::kpi::KpiKey;
use crate::engine::{DealTable, Sum};

/// Principals that follow which rows they are of.
#[derive(Clone, Debug, Default)]
pub(super) struct Principals {
    /// The table that the rows are of.
    over: DealTable,
    tally: Tally,
}

impl Principals {
    /// The sums over `rows` of `table`, by the code of their status.
    pub(super) fn of(&mut self, table: &DealTable, rows: &Bits) -> &[Sum] {
        if !self.over.same_columns(table) || self.tally.is_empty() {
            self.over = table.without_patches();
            let sums = table.orders().iter().map(|order| order.principal.clone());
            self.tally = Tally::of(Bits::confirmed(table), sums.collect());
        }
        let changed = self.over.changed_rows(table);
        if !changed.is_empty() {
            let over = std::mem::replace(&mut self.over, table.clone());
            self.tally.leave(&changed, |rows, sums| add(&over, rows, sums));
        }
        let statuses = table.statuses().len();
        self.tally
            .follow(rows.clone(), statuses, |rows, sums| add(table, rows, sums));
        self.tally.sums()
    }
}

fn add(table: &DealTable, rows: &Bits, sums: &mut [Sum]) {
    table.add_by_status(&rows.0, KpiKey::CrdTotal, sums);
}
