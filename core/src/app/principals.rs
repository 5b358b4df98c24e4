//! What the outstanding principals of some confirmed rows add up to, by status. What all of them add up to is known from
//! the last full reading, so that many rows cost no more than the few that are not among them.

use super::bits::Bits;
use super::tally::Tally;
use crate::contract::kpi::KpiKey;
use crate::engine::{DealTable, Sum};

/// Principals that follow which rows they are of.
#[derive(Clone, Debug, Default)]
pub(super) struct Principals {
    /// The columns that the rows are of.
    over: DealTable,
    tally: Tally,
}

impl Principals {
    /// The sums over `rows` of the confirmed rows of `table`, by the code of their status.
    pub(super) fn of(&mut self, table: &DealTable, rows: &Bits) -> &[Sum] {
        let orders = table.orders();
        if !self.over.same_columns(table) || self.tally.is_empty() {
            self.over = table.without_patches();
            let sums = orders.iter().map(|order| order.principal.clone());
            self.tally = Tally::of(Bits::confirmed(table), sums.collect());
        }
        let table = &self.over;
        self.tally.follow(rows.clone(), orders.len(), |rows, sums| {
            table.add_by_status(&rows.0, KpiKey::CrdTotal, sums);
        });
        self.tally.sums()
    }
}
