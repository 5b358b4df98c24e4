//! What the numbers of some rows under one key add up to, by status. What all confirmed outstanding principals add up to is
//! known from the last full reading, so that many rows cost no more than the few that are not among them; and whatever the
//! key, a change costs what changed.

use super::bitset::Bits;
use super::running_sums::Tally;
use crate::contract::models::kpi::KpiKey;
use crate::model::table::{DealTable, Sum};

/// Sums that follow which rows they are of.
#[derive(Clone, Debug, Default)]
pub(in crate::app) struct StatusSums {
    /// The table that the rows are of.
    over: DealTable,
    key: Option<KpiKey>,
    tally: Tally,
}

impl StatusSums {
    /// The sums over `rows` of `table` under `key`, by the code of their status. Numbers that the contract does not accept
    /// are in none of them.
    pub(in crate::app) fn of(&mut self, table: &DealTable, key: KpiKey, rows: &Bits) -> &[Sum] {
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
