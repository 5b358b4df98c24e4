//! Incremental update of a [`FilteredBoard`]: changed rows are removed and inserted again. A few rows are handled one by
//! one; for many rows, each column is rebuilt once.

use std::sync::Arc;

use super::{FilteredBoard, evaluation_time, row_position};
use crate::dataset::known_statuses::KnownStatuses;
use crate::dataset::query_row::FilterRow;
use crate::dataset::row_set::RowSet;
use crate::model::table::{DealRow, DealTable, RowIdx};
use crate::query::{AgeClock, Query};

/// Number of changed rows from which each column is rebuilt once.
const REBUILD_THRESHOLD: usize = 128;

impl FilteredBoard {
    /// Applies a table change if the changed rows are known, and returns whether it did. The board then equals the
    /// result of [`compute`](Self::compute) for `after`.
    pub fn update(
        &mut self,
        before: &DealTable,
        after: &DealTable,
        query: &Query,
        known: &KnownStatuses,
        clock: AgeClock<'_>,
    ) -> bool {
        if !before.same_columns(after)
            || self.columns.is_empty()
            || query.limit().is_some()
            || self.evaluated_at != evaluation_time(query, clock)
        {
            return false;
        }
        self.move_rows(&before.changed_rows(after), before, after, query, known, clock);
        true
    }

    /// Removes the `changed` rows with their old values and inserts them with their new ones.
    pub(super) fn move_rows(
        &mut self,
        changed: &[RowIdx],
        before: &DealTable,
        after: &DealTable,
        query: &Query,
        known: &KnownStatuses,
        clock: AgeClock<'_>,
    ) {
        self.rebuild_columns(after, known);
        let is_match = |row: DealRow<'_>| query.is_empty() || query.matches(&FilterRow { row, clock });
        // Remove all rows before inserting any: the binary search needs rows whose order is the same in both tables.
        let old_rows = changed.iter().filter_map(|ix| before.row(*ix));
        let new_rows = changed.iter().filter_map(|ix| after.row(*ix));
        if changed.len() < REBUILD_THRESHOLD {
            old_rows.for_each(|row| self.remove_row(before, &row));
            new_rows.for_each(|row| self.insert_row(after, &row, is_match(row)));
        } else {
            self.remove_rows(old_rows, &RowSet::from_rows(changed));
            self.insert_rows(after, new_rows, is_match);
        }
        self.total = after.len();
        self.shown = self.columns.iter().map(|column| column.rows.len()).sum();
        // Show the column for deals without a status only if there are such deals.
        if self.columns.last().is_some_and(|column| column.status.is_empty() && column.total == 0) {
            self.columns.pop();
        }
    }

    fn remove_row(&mut self, before: &DealTable, row: &DealRow<'_>) {
        let Some(at) = self.column_of(row.status) else {
            return;
        };
        let column = &mut self.columns[at];
        column.total -= 1;
        if let Ok(position) = row_position(before, &column.rows, row) {
            Arc::make_mut(&mut column.rows).remove(position);
            column.subtract(row);
        }
    }

    fn insert_row(&mut self, after: &DealTable, row: &DealRow<'_>, is_match: bool) {
        let Some(at) = self.column_of(row.status) else {
            return;
        };
        let column = &mut self.columns[at];
        column.total += 1;
        if is_match {
            let position = row_position(after, &column.rows, row).unwrap_or_else(|position| position);
            Arc::make_mut(&mut column.rows).insert(position, row.ix);
            column.add(row);
        }
    }

    /// Removes `rows`, whose row numbers are `removed_rows`.
    fn remove_rows<'a>(&mut self, rows: impl Iterator<Item = DealRow<'a>>, removed_rows: &RowSet) {
        let mut removed = RowSet::default();
        for column in &self.columns {
            column.rows.iter().for_each(|ix| {
                removed.insert(*ix);
            });
        }
        for row in rows {
            let Some(at) = self.column_of(row.status) else {
                continue;
            };
            let column = &mut self.columns[at];
            column.total -= 1;
            if removed.has(row.ix) {
                column.subtract(&row);
            }
        }
        for column in &mut self.columns {
            if column.rows.iter().any(|ix| removed_rows.has(*ix)) {
                let remaining = column.rows.iter().copied().filter(|ix| !removed_rows.has(*ix));
                column.rows = Arc::new(remaining.collect());
            }
        }
    }

    fn insert_rows<'a>(
        &mut self,
        after: &'a DealTable,
        rows: impl Iterator<Item = DealRow<'a>>,
        is_match: impl Fn(DealRow<'a>) -> bool,
    ) {
        let mut added: Vec<Vec<AgeKey<'_>>> = vec![Vec::new(); self.columns.len()];
        for row in rows {
            let Some(at) = self.column_of(row.status) else {
                continue;
            };
            let column = &mut self.columns[at];
            column.total += 1;
            if is_match(row) {
                column.add(&row);
                added[at].push(age_key(&row));
            }
        }
        for (column, mut added) in self.columns.iter_mut().zip(added) {
            if !added.is_empty() {
                added.sort_unstable();
                column.rows = Arc::new(merge_by_age(after, &column.rows, &added));
            }
        }
    }
}

/// Sort key of a row in board order: see [`by_age_order`](crate::model::table::by_age_order).
type AgeKey<'a> = (i64, &'a str, RowIdx);

fn age_key<'a>(row: &DealRow<'a>) -> AgeKey<'a> {
    (row.since.map_or(i64::MAX, |since| since.at), row.folded, row.ix)
}

/// Merges two lists in board order.
fn merge_by_age(table: &DealTable, rows: &[RowIdx], added: &[AgeKey<'_>]) -> Vec<RowIdx> {
    let mut merged = Vec::with_capacity(rows.len() + added.len());
    let mut rest = rows;
    for next in added {
        let before = |ix: &RowIdx| table.row(*ix).is_some_and(|row| age_key(&row) < *next);
        // Inserted rows are often close together, so search from the last position in growing steps.
        let mut step = 1;
        while rest.get(step - 1).is_some_and(before) {
            step *= 2;
        }
        let near = rest.get(step / 2..step.min(rest.len())).unwrap_or_default();
        let (first, later_rows) = rest.split_at(step / 2 + near.partition_point(before));
        merged.extend_from_slice(first);
        merged.push(next.2);
        rest = later_rows;
    }
    merged.extend_from_slice(rest);
    merged
}
