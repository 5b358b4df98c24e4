//! Sums of one number over some rows, by status.
//!
//! The last full sync provides the sums of all confirmed outstanding principals, so a large row set costs only the rows
//! it lacks. For every number, a change costs only what changed.

use super::bitset::Bits;
use super::running_sums::Tally;
use crate::contract::models::kpi::KpiKey;
use crate::model::table::{DealTable, Sum};

/// Sums by status, updated incrementally.
#[derive(Clone, Debug, Default)]
pub struct StatusSums {
    /// Table of the summed rows.
    over: DealTable,
    key: Option<KpiKey>,
    tally: Tally,
}

impl StatusSums {
    /// Returns the sums over `rows` of `table` under `key`, by status code. Numbers that the contract does not accept
    /// are excluded.
    pub fn of(&mut self, table: &DealTable, key: KpiKey, rows: &Bits) -> &[Sum] {
        if !self.over.same_columns(table) || self.key != Some(key) || self.tally.is_empty() {
            self.over = table.without_patches();
            self.key = Some(key);
            self.tally = if key == KpiKey::CrdTotal {
                let sums = table.orders().iter().map(|order| order.principal.clone());
                Tally::of(Bits::confirmed(table), sums.collect())
            } else {
                Tally::of(Bits::default(), vec![Sum::new(); table.statuses().len()])
            };
        }
        let changed = self.over.changed_rows(table);
        if !changed.is_empty() {
            let over = std::mem::replace(&mut self.over, table.clone());
            self.tally
                .leave(&changed, |rows, sums| over.add_by_status(&rows.0, key, sums));
        }
        let statuses = table.statuses().len();
        self.tally.follow(rows.clone(), statuses, |rows, sums| {
            table.add_by_status(&rows.0, key, sums);
        });
        self.tally.sums()
    }
}
