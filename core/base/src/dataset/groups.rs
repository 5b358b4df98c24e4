//! Deals grouped by codes, with subtotals of each group.
//!
//! The rows are sorted by the codes, so every group is a range of rows and contains the ranges of its parts. The
//! numbers of a column are placed group by group, too, so a subtotal is computed from a slice.

use std::ops::Range;

use super::collation::Collation;
use super::column::{DealColumn, SortKey};
use super::column_totals::ColumnFooter;
use super::group_numbers::{GroupNumbers, MEDIAN};
use super::grouping::{Grouping, Statistic};
use super::radix_sort::{key_values, radix_sort_rows};
use super::row_set::RowSet;
use crate::model::table::{DealTable, RowIdx};
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
                let code = table.row(rows[at]).and_then(|row| keys[level].column.code_of(&row));
                codes.push(code.unwrap_or_default().to_owned());
                open[level + 1] = groups.len();
                let parent = open[level];
                groups.push(Group { level: level + 1, parent, codes, rows: at..rows.len() });
            }
        }
        let mut groups = Self { rows, list: groups, innermost: Vec::new() };
        groups.find_innermost();
        if let Some(key) = sort.first().filter(|key| key.column.is_number()) {
            groups.order_by(*key, grouping.statistic, table, clock);
        }
        debug_assert!(groups.list.iter().all(|group| group.rows.end <= groups.rows.len()));
        groups
    }

    /// Orders the parts of each group by their subtotals of a column; those without one come last.
    fn order_by(&mut self, key: SortKey, statistic: Statistic, table: &DealTable, clock: AgeClock<'_>) {
        let subtotals = self.subtotals(table, key.column, statistic, clock);
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
        clock: AgeClock<'_>,
    ) -> Subtotals {
        let footer = |group: &Group| ColumnFooter { rows: group.rows.len(), ..ColumnFooter::default() };
        let mut footers: Subtotals = self.list.iter().map(footer).collect();
        if !column.is_number() {
            return footers;
        }
        let group_of = |ix: RowIdx| self.innermost[ix as usize] as usize;
        let rows = RowSet::from_rows(&self.rows);
        let mut numbers = GroupNumbers::collect((table, &rows), column, clock, self.list.len(), group_of);
        let quarters = if statistic.is_ordered() { &MEDIAN[..] } else { &[] };
        // End of the parts of each group.
        let mut ends: Vec<usize> = (1..=self.list.len()).collect();
        for (at, group) in self.list.iter().enumerate().rev() {
            footers[at] = numbers.footer(at..ends[at], group.rows.len(), quarters);
            ends[group.parent] = ends[group.parent].max(ends[at]);
        }
        footers
    }
}

#[cfg(test)]
#[path = "groups_tests.rs"]
mod tests;
