//! Deals grouped by codes, with subtotals of each group.
//!
//! The rows are sorted by the codes, so every group is a range of rows and contains the ranges of its parts. A subtotal
//! reads each number once, for the innermost group, and adds the sums outwards.

use std::ops::Range;

use rust_decimal::Decimal;

use super::collation::Collation;
use super::column::{DealColumn, SortKey};
use super::column_totals::{ColumnFooter, column_footer, is_bound};
use super::grouping::{Grouping, Statistic};
use super::median::mean_of;
use super::radix_sort::{key_values, radix_sort_rows, sort_rows};
use super::row_set::RowSet;
use crate::model::table::{DealTable, ExactSum, RowIdx};
use crate::query::AgeClock;

/// Deals with equal codes in the first columns of the grouping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Number of columns with equal codes; 0 for the group of all deals.
    pub level: usize,
    /// Index of the group that contains this one.
    pub parent: usize,
    /// Codes, outermost first; an empty one for deals without it.
    pub codes: Vec<String>,
    /// Range of its deals in the rows.
    pub rows: Range<usize>,
}

/// Subtotals of one column, by group.
pub type Subtotals = Vec<ColumnFooter>;

/// The groups of some deals. The first contains all of them, and every group is followed by its parts.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    /// The deals, group by group.
    pub rows: Vec<RowIdx>,
    /// The groups; empty without a grouping.
    pub list: Vec<Group>,
    /// Innermost group of each row number; `u32::MAX` for rows without one.
    innermost: Vec<u32>,
}

impl Groups {
    /// Groups `rows` of `table`, which keep their order within a group.
    ///
    /// The groups are in the order of their codes, which `sort` can reverse. If a number is the first sort key, they are
    /// in the order of its subtotals.
    pub fn compute(
        table: &DealTable,
        rows: Vec<RowIdx>,
        grouping: &Grouping,
        sort: &[SortKey],
        collation: &Collation,
        clock: AgeClock<'_>,
    ) -> Self {
        if grouping.columns.is_empty() {
            return Self { rows, ..Self::default() };
        }
        let key = |column: &DealColumn| {
            let key = sort.iter().find(|key| key.column == *column);
            key.copied().unwrap_or(SortKey { column: *column, descending: false })
        };
        let keys: Vec<SortKey> = grouping.columns.iter().map(key).collect();
        let values: Vec<Vec<u64>> = keys.iter().map(|key| key_values(table, *key, collation)).collect();
        let rows = values.iter().rev().fold(rows, |rows, values| radix_sort_rows(rows, values));
        let value = |level: usize, at: usize| values[level].get(rows[at] as usize);
        let root = Group { level: 0, parent: 0, codes: Vec::new(), rows: 0..rows.len() };
        let mut groups = vec![root];
        let mut open = vec![0; keys.len() + 1];
        for at in 0..rows.len() {
            let differs = |level: &usize| at == 0 || value(*level, at) != value(*level, at - 1);
            let Some(first) = (0..keys.len()).find(differs) else { continue };
            for level in first..keys.len() {
                groups[open[level + 1]].rows.end = if at == 0 { rows.len() } else { at };
                let mut codes = groups[open[level]].codes.clone();
                codes.push(code(table, rows[at], keys[level].column));
                open[level + 1] = groups.len();
                let parent = open[level];
                groups.push(Group { level: level + 1, parent, codes, rows: at..rows.len() });
            }
        }
        let mut groups = Self { rows, list: groups, innermost: Vec::new() };
        groups.find_innermost();
        if let Some(key) = sort.first().filter(|key| key.column.is_number()) {
            groups.order_by(*key, grouping.statistic, table, collation, clock);
        }
        debug_assert!(groups.list.iter().all(|group| group.rows.end <= groups.rows.len()));
        groups
    }

    /// Orders the parts of each group by their subtotals of a column; those without one come last.
    fn order_by(
        &mut self,
        key: SortKey,
        statistic: Statistic,
        table: &DealTable,
        collation: &Collation,
        clock: AgeClock<'_>,
    ) {
        let subtotals = self.subtotals(table, key.column, statistic, collation, clock);
        let value = |at: usize| statistic.value(&subtotals[at], &subtotals[0]);
        let mut parts: Vec<Vec<usize>> = vec![Vec::new(); self.list.len()];
        (1..self.list.len()).for_each(|at| parts[self.list[at].parent].push(at));
        for parts in &mut parts {
            parts.sort_by(|left, right| match (value(*left), value(*right)) {
                (Some(left), Some(right)) if key.descending => right.cmp(&left),
                (Some(left), Some(right)) => left.cmp(&right),
                (left, right) => right.is_some().cmp(&left.is_some()),
            });
        }
        let mut ordered = Self { rows: Vec::with_capacity(self.rows.len()), ..Self::default() };
        self.push_ordered(0, 0, &parts, &mut ordered);
        *self = ordered;
        self.find_innermost();
    }

    /// Appends a group and its parts to `ordered`, as a part of the group `parent` there.
    fn push_ordered(&self, at: usize, parent: usize, parts: &[Vec<usize>], ordered: &mut Self) {
        let group = &self.list[at];
        let (index, start) = (ordered.list.len(), ordered.rows.len());
        let rows = start..start + group.rows.len();
        ordered.list.push(Group { parent, rows, ..group.clone() });
        if parts[at].is_empty() {
            ordered.rows.extend_from_slice(&self.rows[group.rows.clone()]);
        }
        for part in &parts[at] {
            self.push_ordered(*part, index, parts, ordered);
        }
    }

    fn find_innermost(&mut self) {
        let end = self.rows.iter().max().map_or(0, |ix| *ix as usize + 1);
        self.innermost = vec![u32::MAX; end];
        let level = self.list.iter().map(|group| group.level).max();
        for (at, group) in (0..).zip(&self.list).filter(|(_, group)| Some(group.level) == level) {
            for ix in &self.rows[group.rows.clone()] {
                self.innermost[*ix as usize] = at;
            }
        }
    }

    /// Returns the subtotals of a column for every group. Minimum, median and maximum are computed only for a
    /// `statistic` that needs them.
    pub fn subtotals(
        &self,
        table: &DealTable,
        column: DealColumn,
        statistic: Statistic,
        collation: &Collation,
        clock: AgeClock<'_>,
    ) -> Subtotals {
        let footer = |group: &Group| ColumnFooter { rows: group.rows.len(), ..ColumnFooter::default() };
        if !column.is_number() {
            return self.list.iter().map(footer).collect();
        }
        let mut sums = vec![ExactSum::new(); self.list.len()];
        let mut bounds = vec![false; self.list.len()];
        let rows = RowSet::from_rows(&self.rows);
        match column {
            DealColumn::Kpi(key) => table.add_by_group(&rows.0, key, &self.innermost, &mut sums),
            _ => rows.for_each(|ix| {
                if let Some((days, is_bound)) = age_days_at(table, ix, clock) {
                    let group = self.innermost[ix as usize] as usize;
                    sums[group].add(Decimal::from(days));
                    bounds[group] |= is_bound;
                }
            }),
        }
        for (at, group) in self.list.iter().enumerate().skip(1).rev() {
            let (outer, inner) = sums.split_at_mut(at);
            outer[group.parent].add_sum(&inner[0]);
            bounds[group.parent] |= bounds[at];
        }
        let sums_and_bounds = self.list.iter().zip(sums).zip(bounds);
        let mut footers: Subtotals = sums_and_bounds
            .map(|((group, sum), bound)| column_footer(column, group.rows.len(), &sum, bound))
            .collect();
        if !statistic.is_ordered() {
            return footers;
        }
        let value = |ix: &RowIdx| match column {
            DealColumn::Kpi(key) => table.number(*ix, key).filter(|value| key.accepts(*value)),
            _ => age_days_at(table, *ix, clock).map(|(days, _)| Decimal::from(days)),
        };
        // Values out of range are at both ends, missing ones at the end.
        let ascending = SortKey { column, descending: false };
        let sorted = sort_rows(table, self.rows.clone(), &[ascending], collation);
        let first = sorted.iter().position(|ix| value(ix).is_some()).unwrap_or(sorted.len());
        let end = sorted.iter().rposition(|ix| value(ix).is_some()).map_or(first, |last| last + 1);
        let mut passed = vec![0; self.list.len()];
        for ix in &sorted[first..end] {
            let mut at = self.innermost[*ix as usize] as usize;
            loop {
                let (footer, position) = (&mut footers[at], passed[at]);
                passed[at] += 1;
                if position == 0 {
                    footer.min = value(ix);
                }
                if position == (footer.covered - 1) / 2 {
                    footer.median = value(ix);
                }
                if position == footer.covered / 2 && footer.covered % 2 == 0 {
                    footer.median =
                        footer.median.zip(value(ix)).and_then(|(lower, upper)| mean_of(lower, upper));
                }
                if position + 1 == footer.covered {
                    footer.max = value(ix);
                }
                if at == 0 {
                    break;
                }
                at = self.list[at].parent;
            }
        }
        footers
    }
}

/// Returns the days that a row has its status, and whether this is only a bound.
fn age_days_at(table: &DealTable, ix: RowIdx, clock: AgeClock<'_>) -> Option<(i64, bool)> {
    table.status_since(ix).map(|since| (clock.days_since(since.at), is_bound(since.precision)))
}

/// Returns the code of a row in a column; empty without one.
fn code(table: &DealTable, ix: RowIdx, column: DealColumn) -> String {
    let row = table.row(ix);
    let code = row.map(|row| match column {
        DealColumn::Status => row.status,
        DealColumn::Class => row.class,
        _ => row.owner,
    });
    code.unwrap_or_default().to_owned()
}

#[cfg(test)]
#[path = "groups_tests.rs"]
mod tests;
