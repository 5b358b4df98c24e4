//! The filtered board: row numbers per status, in card order.
//!
//! Without a filter, the columns are those of the table, shared, with the delta merged in. With a filter, they contain
//! only the matching rows. A table change moves only the rows that it names.

mod update;

use std::collections::BTreeSet;
use std::sync::Arc;

use rust_decimal::Decimal;

use crate::contract::models::kpi::KpiKey;
use crate::model::table::{DealRow, DealTable, ExactSum, RowIdx, by_age_order};
use crate::query::{AgeClock, Query};

use super::filter_pass::FilterPass;
use super::known_statuses::KnownStatuses;
use super::row_set::RowSet;

/// One status and its deals that match the filter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FilteredColumn {
    /// The status code; empty for deals without one.
    pub status: String,
    /// Number of deals with this status, shown or hidden.
    pub total: usize,
    /// The deals shown, oldest stage first.
    pub rows: Arc<Vec<RowIdx>>,
    /// Outstanding principal of the deals shown, as far as received.
    principal: ExactSum,
}

impl FilteredColumn {
    /// Returns the outstanding principal of the deals shown, as far as received. Returns `None` on overflow.
    pub fn principal(&self) -> Option<Decimal> {
        self.principal.value()
    }

    /// Returns the number of shown deals with a principal.
    pub fn covered(&self) -> usize {
        self.principal.count()
    }

    /// Returns the exact sum behind `principal`.
    pub fn sum(&self) -> &ExactSum {
        &self.principal
    }

    /// Subtracts a deal that is no longer shown.
    fn subtract(&mut self, row: &DealRow<'_>) {
        if let Some(principal) = row.number(KpiKey::CrdTotal) {
            self.principal.subtract(principal);
        }
    }

    /// Adds a deal that is now shown.
    fn add(&mut self, row: &DealRow<'_>) {
        if let Some(principal) = row.number(KpiKey::CrdTotal) {
            self.principal.add(principal);
        }
    }
}

/// The board through the filter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FilteredBoard {
    /// The columns, in board order.
    pub columns: Vec<FilteredColumn>,
    /// Total number of deals.
    pub total: usize,
    /// Number of deals shown.
    pub shown: usize,
    /// Time of the last evaluation of an age filter; 0 without an age filter.
    evaluated_at: i64,
}

/// Statuses that the contract names. Their columns appear even when they are empty.
const CONTRACT_STATUSES: [&str; 3] = ["sourcing", "ic", "closing"];

/// Filter result for callers that need no columns.
#[derive(Debug)]
pub struct FilterMatches {
    table: DealTable,
    rows: RowSet,
}

impl FilterMatches {
    /// Filters `table`, which must not have delta rows.
    pub fn compute(table: DealTable, query: &Query, clock: AgeClock<'_>) -> Self {
        let rows = FilterPass::default().matching_confirmed(&table, query, clock);
        Self { table, rows }
    }

    /// Returns whether the deal `id` matches.
    pub fn has(&self, id: &str) -> bool {
        self.table.find(id).is_some_and(|ix| self.rows.has(ix))
    }
}

impl FilteredBoard {
    /// Returns the statuses that a deal can be given, in board order.
    pub fn statuses(&self) -> Vec<String> {
        let codes = self.columns.iter().map(|column| &column.status);
        codes.filter(|code| !code.is_empty()).cloned().collect()
    }

    /// Builds the filtered board of `table`. The statuses in `known` keep their columns.
    pub fn compute(table: &DealTable, query: &Query, known: &KnownStatuses, clock: AgeClock<'_>) -> Self {
        let all = Self::all(table, known);
        let order = all.rows();
        Self::filter(&mut FilterPass::default(), &all, table, (query, &order), clock)
    }

    /// Builds the board of all deals of `table`.
    pub fn all(table: &DealTable, known: &KnownStatuses) -> Self {
        let base = table.without_delta();
        let mut columns = empty_columns(&base, known);
        for (code, text) in base.statuses().iter() {
            let Some(order) = base.rows_by_status().get(code.index()) else {
                continue;
            };
            if let Some(column) = columns.iter_mut().find(|column| column.status == text) {
                column.total = order.rows.len();
                column.rows = order.rows.clone();
                column.principal = order.principal.clone();
            }
        }
        let mut board = Self { total: base.len(), shown: base.len(), columns, evaluated_at: 0 };
        let changed: Vec<RowIdx> = table.delta_slots().map(|(ix, _)| ix).collect();
        board.move_rows(&changed, &base, table, &Query::default(), known, AgeClock::default());
        board
    }

    /// Filters the board of all deals. The cached last pass in `filter_pass` may save a full scan. `order` contains all
    /// rows; a limit of the query keeps its first ones.
    pub fn filter(
        filter_pass: &mut FilterPass,
        all: &Self,
        table: &DealTable,
        (query, order): (&Query, &[RowIdx]),
        clock: AgeClock<'_>,
    ) -> Self {
        if query.is_empty() {
            return all.clone();
        }
        let mut matches = filter_pass.matching_rows(table, query, clock);
        if let Some(limit) = query.limit() {
            let first = order.iter().copied().filter(|ix| matches.has(*ix)).take(limit);
            matches = RowSet::from_rows(&first.collect::<Vec<_>>());
        }
        let filter_column = |column: &FilteredColumn| {
            let rows: Vec<RowIdx> = column.rows.iter().copied().filter(|ix| matches.has(*ix)).collect();
            FilteredColumn {
                status: column.status.clone(),
                total: column.total,
                principal: table.accepted_sum(&RowSet::from_rows(&rows).0, KpiKey::CrdTotal),
                rows: Arc::new(rows),
            }
        };
        let columns: Vec<FilteredColumn> = all.columns.iter().map(filter_column).collect();
        Self {
            total: all.total,
            shown: columns.iter().map(|column| column.rows.len()).sum(),
            columns,
            evaluated_at: evaluation_time(query, clock),
        }
    }

    /// Rebuilds the column list, one per status and one for deals without a status. Existing columns keep their rows.
    fn rebuild_columns(&mut self, table: &DealTable, known: &KnownStatuses) {
        let mut columns = empty_columns(table, known);
        let names = |columns: &[FilteredColumn]| {
            columns.iter().map(|column| column.status.clone()).collect::<Vec<_>>()
        };
        if columns.len() == self.columns.len() && names(&columns) == names(&self.columns) {
            return;
        }
        for column in std::mem::take(&mut self.columns) {
            if let Some(existing) = columns.iter_mut().find(|candidate| candidate.status == column.status) {
                *existing = column;
            }
        }
        self.columns = columns;
    }

    fn column_of(&self, status: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.status == status)
    }

    /// Returns the rows shown, column by column.
    pub fn rows(&self) -> Vec<RowIdx> {
        let mut rows = Vec::with_capacity(self.shown);
        for column in &self.columns {
            rows.extend_from_slice(&column.rows);
        }
        debug_assert_eq!(rows.len(), self.shown);
        rows
    }

    /// Returns the column and position of a row of the board's table.
    pub fn position_of(&self, table: &DealTable, ix: RowIdx) -> Option<(usize, usize)> {
        let row = table.row(ix)?;
        let column = self.column_of(row.status)?;
        let rows = &self.columns[column].rows;
        // Swimlanes order rows differently, so the binary search can miss; search linearly then.
        let there = row_position(table, rows, &row).ok().filter(|at| rows.get(*at) == Some(&ix));
        let pos = there.or_else(|| rows.iter().position(|own| *own == ix))?;
        Some((column, pos))
    }
}

/// Returns the empty columns: statuses in the order in force, then one for deals without a status.
fn empty_columns(table: &DealTable, known: &KnownStatuses) -> Vec<FilteredColumn> {
    let mut statuses: BTreeSet<&str> = known.codes.iter().map(String::as_str).collect();
    statuses.extend(CONTRACT_STATUSES);
    // A rejected write can leave its status in the table's strings although no deal has it.
    let statuses_in_use = table.statuses().iter().map(|(_, text)| text);
    let used: Vec<&str> =
        statuses_in_use.filter(|text| !statuses.contains(text) && table.has_status(text)).collect();
    statuses.extend(used);
    statuses.remove("");
    let mut statuses: Vec<&str> = statuses.into_iter().collect();
    statuses.sort_by(|left, right| known.order.cmp(left, right));
    statuses.push("");
    let column = |status: &str| FilteredColumn { status: status.to_owned(), ..FilteredColumn::default() };
    statuses.into_iter().map(column).collect()
}

/// Finds the position of a row in its column, or its insertion position.
fn row_position(table: &DealTable, rows: &[RowIdx], row: &DealRow<'_>) -> Result<usize, usize> {
    rows.binary_search_by(|ix| {
        table.row(*ix).map_or(std::cmp::Ordering::Less, |row_at| by_age_order(&row_at, row))
    })
}

/// Returns the time that the result depends on; 0 if it does not depend on time.
fn evaluation_time(query: &Query, clock: AgeClock<'_>) -> i64 {
    if query.depends_on_age() { clock.now() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::table::{ColumnStoreBuilder, RowData, StatusSince, TimePrecision};

    fn table() -> DealTable {
        let mut builder = ColumnStoreBuilder::default();
        for (id, name, status, days) in [
            ("a", "Le Parc, Lyon", "ic", 12),
            ("b", "Îlot Sainte-Croix", "ic", 30),
            ("c", "Halle", "new_code", 1),
        ] {
            builder.push(&RowData {
                id: id.into(),
                name: name.into(),
                status: status.into(),
                since: Some(StatusSince { at: -days * 86_400, precision: TimePrecision::Received }),
                ..RowData::default()
            });
        }
        builder.finish()
    }

    fn filtered(filter: &str) -> FilteredBoard {
        let query = Query::parse(filter).unwrap();
        FilteredBoard::compute(&table(), &query, &KnownStatuses::default(), AgeClock::default())
    }

    #[test]
    fn present_and_documented_statuses_each_have_a_column() {
        let codes: Vec<String> = filtered("").columns.into_iter().map(|c| c.status).collect();
        assert_eq!(codes, ["sourcing", "ic", "closing", "new_code"]);
    }

    #[test]
    fn a_filter_hides_rows_but_not_their_count() {
        let filtered = filtered("ilot");
        assert_eq!((filtered.total, filtered.shown), (3, 1));
        let ic = filtered.columns.iter().find(|c| c.status == "ic").unwrap();
        assert_eq!((ic.total, ic.rows.len()), (2, 1));
    }

    #[test]
    fn age_is_filtered_in_whole_days() {
        assert_eq!(filtered("age>12j").shown, 1);
        assert_eq!(filtered("age>=12j").shown, 2);
    }

    #[test]
    fn column_starts_with_the_longest_time_in_status() {
        let filtered = filtered("");
        assert_eq!(*filtered.columns[1].rows, [1, 0]);
        assert_eq!(filtered.position_of(&table(), 0), Some((1, 1)));
    }
}

#[cfg(test)]
#[path = "filtered_tests.rs"]
mod properties;
