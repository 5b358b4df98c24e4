//! Sums of one number over some rows, by status.
//!
//! The last full sync provides the sums of all confirmed outstanding principals, so a large row set costs only the rows
//! it lacks. For every number, a change costs only what changed.

use super::row_set::RowSet;
use super::running_sums::RunningSums;
use crate::contract::models::kpi::KpiKey;
use crate::model::table::{DealTable, ExactSum};

/// Sums by status, updated incrementally.
#[derive(Clone, Debug, Default)]
pub struct StatusSums {
    /// Table of the summed rows.
    table: DealTable,
    key: Option<KpiKey>,
    running: RunningSums,
}

impl StatusSums {
    /// Returns the sums over `rows` of `table` under `key`, by status code. Numbers that the contract does not accept
    /// are excluded.
    pub fn update(&mut self, table: &DealTable, key: KpiKey, rows: &RowSet) -> &[ExactSum] {
        if !self.table.same_columns(table) || self.key != Some(key) || self.running.is_empty() {
            self.table = table.without_delta();
            self.key = Some(key);
            self.running = if key == KpiKey::CrdTotal {
                let sums = table.rows_by_status().iter().map(|order| order.principal.clone());
                RunningSums::from_sums(RowSet::all_confirmed(table), sums.collect())
            } else {
                RunningSums::from_sums(RowSet::default(), vec![ExactSum::new(); table.statuses().len()])
            };
        }
        let changed = self.table.changed_rows(table);
        if !changed.is_empty() {
            let old_table = std::mem::replace(&mut self.table, table.clone());
            self.running.remove_rows(&changed, |rows, sums| old_table.add_by_status(&rows.0, key, sums));
        }
        let statuses = table.statuses().len();
        self.running.update(rows.clone(), statuses, |rows, sums| {
            table.add_by_status(&rows.0, key, sums);
        });
        self.running.sums()
    }
}
