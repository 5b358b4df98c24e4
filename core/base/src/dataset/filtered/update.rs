//! Incremental update of a lens: changed rows are removed and inserted again. A few rows are handled one by one; for
//! many rows, each column is rebuilt once.

use std::sync::Arc;

use super::{Lens, moment, place};
use crate::dataset::bitset::Bits;
use crate::dataset::known_statuses::KnownStatuses;
use crate::dataset::query_row::Filtered;
use crate::model::table::{DealRow, DealTable, RowIx};
use crate::query::Query;

/// Number of changed rows from which each column is rebuilt once.
const MANY: usize = 128;

impl Lens {
    /// Applies a table change if the changed rows are known, and returns whether it did. The lens then equals the
    /// result of [`compute`](Self::compute) for `after`.
    pub fn follow(
        &mut self,
        before: &DealTable,
        after: &DealTable,
        query: &Query,
        known: &KnownStatuses,
        now: i64,
    ) -> bool {
        if !before.same_columns(after) || self.columns.is_empty() || self.timed != moment(query, now) {
            return false;
        }
        self.shift(&before.changed_rows(after), before, after, query, known, now);
        true
    }

    /// Removes the `changed` rows with their old values and inserts them with their new ones.
    pub(super) fn shift(
        &mut self,
        changed: &[RowIx],
        before: &DealTable,
        after: &DealTable,
        query: &Query,
        known: &KnownStatuses,
        now: i64,
    ) {
        self.stand(after, known);
        let holds = |row: DealRow<'_>| query.is_empty() || query.matches(&Filtered { row, now });
        // Remove all rows before inserting any: the binary search needs rows whose order is the same in both tables.
        let was = changed.iter().filter_map(|ix| before.row(*ix));
        let is = changed.iter().filter_map(|ix| after.row(*ix));
        if changed.len() < MANY {
            was.for_each(|row| self.take_out(before, &row));
            is.for_each(|row| self.put_in(after, &row, holds(row)));
        } else {
            self.take_out_many(was, &Bits::of(changed));
            self.put_in_many(after, is, holds);
        }
        self.total = after.len();
        self.shown = self.columns.iter().map(|column| column.rows.len()).sum();
        // Show the column for deals without a status only if there are such deals.
        if self
            .columns
            .last()
            .is_some_and(|column| column.status.is_empty() && column.total == 0)
        {
            self.columns.pop();
        }
    }

    fn take_out(&mut self, before: &DealTable, row: &DealRow<'_>) {
        let Some(at) = self.column_of(row.status) else {
            return;
        };
        let column = &mut self.columns[at];
        column.total -= 1;
        if let Ok(place) = place(before, &column.rows, row) {
            Arc::make_mut(&mut column.rows).remove(place);
            column.less(row);
        }
    }

    fn put_in(&mut self, after: &DealTable, row: &DealRow<'_>, shown: bool) {
        let Some(at) = self.column_of(row.status) else {
            return;
        };
        let column = &mut self.columns[at];
        column.total += 1;
        if shown {
            let place = place(after, &column.rows, row).unwrap_or_else(|place| place);
            Arc::make_mut(&mut column.rows).insert(place, row.ix);
            column.more(row);
        }
    }

    /// Removes `rows`, whose row numbers are `leaving`.
    fn take_out_many<'a>(&mut self, rows: impl Iterator<Item = DealRow<'a>>, leaving: &Bits) {
        let mut shown = Bits::default();
        for column in &self.columns {
            column.rows.iter().for_each(|ix| {
                shown.insert(*ix);
            });
        }
        for row in rows {
            let Some(at) = self.column_of(row.status) else {
                continue;
            };
            let column = &mut self.columns[at];
            column.total -= 1;
            if shown.has(row.ix) {
                column.less(&row);
            }
        }
        for column in &mut self.columns {
            if column.rows.iter().any(|ix| leaving.has(*ix)) {
                let stay = column.rows.iter().copied().filter(|ix| !leaving.has(*ix));
                column.rows = Arc::new(stay.collect());
            }
        }
    }

    fn put_in_many<'a>(
        &mut self,
        after: &'a DealTable,
        rows: impl Iterator<Item = DealRow<'a>>,
        holds: impl Fn(DealRow<'a>) -> bool,
    ) {
        let mut coming: Vec<Vec<ByAge<'_>>> = vec![Vec::new(); self.columns.len()];
        for row in rows {
            let Some(at) = self.column_of(row.status) else {
                continue;
            };
            let column = &mut self.columns[at];
            column.total += 1;
            if holds(row) {
                column.more(&row);
                coming[at].push(by_age(&row));
            }
        }
        for (column, mut coming) in self.columns.iter_mut().zip(coming) {
            if !coming.is_empty() {
                coming.sort_unstable();
                column.rows = Arc::new(merged(after, &column.rows, &coming));
            }
        }
    }
}

/// Sort key of a row in board order: see [`by_age_order`](crate::model::table::by_age_order).
type ByAge<'a> = (i64, &'a str, RowIx);

fn by_age<'a>(row: &DealRow<'a>) -> ByAge<'a> {
    (row.since.map_or(i64::MAX, |since| since.at), row.folded, row.ix)
}

/// Merges two lists in board order.
fn merged(table: &DealTable, rows: &[RowIx], coming: &[ByAge<'_>]) -> Vec<RowIx> {
    let mut merged = Vec::with_capacity(rows.len() + coming.len());
    let mut rest = rows;
    for next in coming {
        let before = |ix: &RowIx| table.row(*ix).is_some_and(|row| by_age(&row) < *next);
        // Inserted rows are often close together, so search from the last position in growing steps.
        let mut step = 1;
        while rest.get(step - 1).is_some_and(before) {
            step *= 2;
        }
        let near = rest.get(step / 2..step.min(rest.len())).unwrap_or_default();
        let (first, others) = rest.split_at(step / 2 + near.partition_point(before));
        merged.extend_from_slice(first);
        merged.push(next.2);
        rest = others;
    }
    merged.extend_from_slice(rest);
    merged
}
