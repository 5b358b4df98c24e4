//! Order statistics per status, such as the median of one number.
//!
//! The confirmed rows are ranked by their number once per full sync; a bit set marks the requested rows. Counting bits
//! finds the middle, so a change costs only what changed. Delta rows are merged in at each query.

use std::sync::Arc;

use rust_decimal::Decimal;

use super::radix_sort::rows_by_number;
use super::row_set::RowSet;
use crate::contract::models::kpi::KpiKey;
use crate::model::table::{DealTable, RowIdx};

/// Marks a row without a number.
const NONE: u32 = u32::MAX;

/// The confirmed rows with a number, in ascending order.
#[derive(Debug, Default)]
struct NumberRanks {
    /// Row at each rank.
    rows: Vec<RowIdx>,
    /// Rank of each row.
    rank_of_row: Vec<u32>,
}

impl NumberRanks {
    fn compute(table: &DealTable, key: KpiKey) -> Self {
        let rows = rows_by_number(table, key);
        let len = rows.iter().max().map_or(0, |ix| *ix as usize + 1);
        let mut rank_of_row = vec![NONE; len];
        for (rank, ix) in (0..).zip(&rows) {
            rank_of_row[*ix as usize] = rank;
        }
        Self { rows, rank_of_row }
    }
}

/// The requested rows of one status.
#[derive(Clone, Debug, Default)]
struct StatusSelection {
    /// Ranks of the confirmed rows.
    ranks: RowSet,
    /// Numbers of the delta rows, in ascending order.
    delta_values: Vec<Decimal>,
}

/// Rows ranked by one number.
#[derive(Clone, Debug, Default)]
pub struct OrderStats {
    /// Table without its delta.
    table: DealTable,
    key: Option<KpiKey>,
    ranks: Arc<NumberRanks>,
    /// Requested confirmed rows.
    rows: RowSet,
    by_status: Vec<StatusSelection>,
}

impl OrderStats {
    /// Selects `rows` of `table` under `key`. Numbers that the contract does not accept are left out.
    pub fn update(&mut self, table: &DealTable, key: KpiKey, rows: &RowSet) {
        if !self.table.same_columns(table) || self.key != Some(key) {
            self.table = table.without_delta();
            self.key = Some(key);
            self.ranks = Arc::new(NumberRanks::compute(&self.table, key));
            self.by_status.clear();
        }
        let statuses = table.statuses().len();
        let mut confirmed = rows.clone();
        table.delta_slots().for_each(|(ix, _)| {
            confirmed.remove(ix);
        });
        if self.by_status.len() != statuses || confirmed.difference_count(&self.rows) > confirmed.count() {
            self.rows = RowSet::default();
            self.by_status = vec![StatusSelection::default(); statuses];
        }
        for changed in [self.rows.without(&confirmed), confirmed.without(&self.rows)] {
            changed.for_each(|ix| self.toggle_row(ix));
        }
        self.rows = confirmed;
        self.collect_delta(table, key, rows);
    }

    /// Adds a confirmed row, or removes it if it was selected.
    fn toggle_row(&mut self, ix: RowIdx) {
        let rank = self.ranks.rank_of_row.get(ix as usize).filter(|rank| **rank != NONE);
        let status = self.table.status_code(ix);
        let selection = status.and_then(|status| self.by_status.get_mut(status.index()));
        if let Some((selection, rank)) = selection.zip(rank)
            && !selection.ranks.insert(*rank)
        {
            selection.ranks.remove(*rank);
        }
    }

    /// Collects the numbers of the delta rows.
    fn collect_delta(&mut self, table: &DealTable, key: KpiKey, rows: &RowSet) {
        self.by_status.iter_mut().for_each(|selection| selection.delta_values.clear());
        for (ix, _) in table.delta_slots().filter(|(ix, exists)| *exists && rows.has(*ix)) {
            let value = table.number(ix, key).filter(|value| key.accepts(*value));
            let status = table.status_code(ix);
            let selection = status.and_then(|status| self.by_status.get_mut(status.index()));
            if let Some((selection, value)) = selection.zip(value) {
                selection.delta_values.push(value);
            }
        }
        self.by_status.iter_mut().for_each(|selection| selection.delta_values.sort_unstable());
    }

    /// Returns the number of values of the status with that code.
    pub fn count(&self, status: usize) -> usize {
        let selection = self.by_status.get(status);
        selection.map_or(0, |selection| selection.ranks.count() + selection.delta_values.len())
    }

    /// Returns the value at a position in the ascending order of a status.
    pub fn value_at(&self, status: usize, position: usize) -> Option<Decimal> {
        let selection = self.by_status.get(status)?;
        let mut before = 0;
        for value in &selection.delta_values {
            let delta_index = self.ranks.rows.partition_point(|ix| self.number(*ix) < Some(*value));
            let confirmed_rank = selection.ranks.count_below(delta_index as RowIdx) + before;
            if confirmed_rank >= position {
                if confirmed_rank == position {
                    return Some(*value);
                }
                break;
            }
            before += 1;
        }
        let position = selection.ranks.nth(position.checked_sub(before)?)?;
        self.number(*self.ranks.rows.get(position as usize)?)
    }

    fn number(&self, ix: RowIdx) -> Option<Decimal> {
        self.table.number(ix, self.key?)
    }

    /// Returns the median of a status. For an even count, this is the mean of the two middle values.
    pub fn median(&self, status: usize) -> Option<Decimal> {
        let count = self.count(status);
        let upper = self.value_at(status, count / 2)?;
        if count % 2 == 1 {
            return Some(upper);
        }
        mean_of(self.value_at(status, count / 2 - 1)?, upper)
    }
}

/// Returns the mean of two numbers, even if their sum overflows.
pub fn mean_of(lower: Decimal, upper: Decimal) -> Option<Decimal> {
    let halved = |value: Decimal| value.checked_div(Decimal::TWO);
    match lower.checked_add(upper) {
        Some(sum) => halved(sum),
        // A sum overflows only if both have the same sign. Their difference then does not.
        None => lower.checked_add(halved(upper.checked_sub(lower)?)?),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::table::{ColumnStoreBuilder, RowData};

    const KEY: KpiKey = KpiKey::Ltv;

    fn row() -> impl Strategy<Value = RowData> {
        let number = prop_oneof![
            5 => (0_i64..30).prop_map(|m| Decimal::new(m, 1)),
            1 => (0_i64..4_000_000_000_000).prop_map(|m| Decimal::new(m, 12)),
        ];
        (0_u32..120, "[a-c]?", proptest::option::of(number)).prop_map(|(id, status, number)| RowData {
            id: id.to_string(),
            status,
            numbers: number.into_iter().map(|number| (KEY, number)).collect(),
            ..RowData::default()
        })
    }

    fn sorted_values(table: &DealTable, rows: &RowSet, status: &str) -> Vec<Decimal> {
        let mut values = Vec::new();
        rows.for_each(|ix| {
            let row = table.row(ix).filter(|row| row.status == status);
            let value = row.and_then(|row| row.number(KEY));
            values.extend(value.filter(|value| KEY.accepts(*value)));
        });
        values.sort_unstable();
        values
    }

    proptest! {
        #[test]
        fn incremental_order_stats_equal_a_sorted_list(
            rows in proptest::collection::vec(row(), 0..150),
            over in proptest::collection::vec(row(), 0..6),
            deleted in proptest::option::of(0_u32..120),
            asked in proptest::collection::vec(proptest::collection::vec(0_u32..130, 0..130), 1..5),
        ) {
            let mut builder = ColumnStoreBuilder::default();
            for row in &rows {
                builder.push(row);
            }
            let before = builder.finish();
            let mut after = before.clone();
            for row in over {
                after.set_row(row, None);
            }
            if let Some(id) = deleted {
                after.remove(&id.to_string());
            }
            let mut ranked = OrderStats::default();
            for (turn, rows) in asked.iter().enumerate() {
                let table = if turn % 2 == 0 { &before } else { &after };
                let rows = RowSet::from_rows(rows);
                ranked.update(table, KEY, &rows);
                for (code, status) in table.statuses().iter() {
                    let values = sorted_values(table, &rows, status);
                    prop_assert_eq!(ranked.count(code.index()), values.len());
                    for (place, value) in values.iter().enumerate() {
                        prop_assert_eq!(ranked.value_at(code.index(), place), Some(*value));
                    }
                    prop_assert_eq!(ranked.value_at(code.index(), values.len()), None);
                    let half = values.len() / 2;
                    let median = match values.len() {
                        0 => None,
                        n if n % 2 == 1 => Some(values[half]),
                        _ => Some((values[half - 1] + values[half]) / Decimal::TWO),
                    };
                    prop_assert_eq!(ranked.median(code.index()), median);
                }
            }
        }
    }

    #[test]
    fn mean_of_two_numbers_is_found_despite_overflow() {
        assert_eq!(mean_of(Decimal::MAX, Decimal::MAX), Some(Decimal::MAX));
        assert_eq!(mean_of(Decimal::ONE, Decimal::TWO), Some(Decimal::new(15, 1)));
    }
}
