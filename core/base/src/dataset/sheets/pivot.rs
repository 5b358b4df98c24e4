//! Pivot: a number by the codes of two columns, with totals.

use rust_decimal::Decimal;

use crate::dataset::collation::Collation;
use crate::dataset::column::DealColumn;
use crate::dataset::column_totals::ColumnFooter;
use crate::dataset::grouping::{Grouping, Statistic};
use crate::dataset::groups::Groups;
use crate::model::table::{DealTable, RowIdx};
use crate::query::AgeClock;

/// The content of a pivot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PivotSpec {
    /// Column of codes whose values are the rows.
    pub rows: DealColumn,
    /// Column of codes whose values are the columns.
    pub columns: DealColumn,
    /// Number column in the cells; `None` for the number of deals.
    pub figure: Option<DealColumn>,
    /// Statistic of that number.
    pub statistic: Statistic,
}

impl Default for PivotSpec {
    fn default() -> Self {
        Self {
            rows: DealColumn::Class,
            columns: DealColumn::Status,
            figure: None,
            statistic: Statistic::Total,
        }
    }
}

impl PivotSpec {
    /// Creates a pivot that begins with a column: its codes as the rows, or its numbers in the cells.
    pub fn of_column(column: Option<DealColumn>) -> Self {
        let mut spec = Self { figure: column.filter(|column| column.is_number()), ..Self::default() };
        while column.is_some_and(|column| column.is_code() && column != spec.rows) {
            spec.cycle_axes();
        }
        spec
    }

    /// Returns the number of a cell, a part of `whole`; `None` without one.
    pub fn value(&self, cell: &ColumnFooter, whole: &ColumnFooter) -> Option<Decimal> {
        match (self.figure, self.statistic) {
            (Some(_), statistic) => statistic.value(cell, whole),
            (None, Statistic::Share) => Decimal::from(cell.rows).checked_div(Decimal::from(whole.rows)),
            (None, _) => Some(Decimal::from(cell.rows)),
        }
    }

    /// Returns whether its numbers are fractions, whatever the unit of the column.
    pub fn is_fraction(&self) -> bool {
        match self.figure {
            Some(_) => self.statistic.is_fraction(),
            None => self.statistic == Statistic::Share,
        }
    }

    /// Selects the next statistic. Of the number of deals, only its share is another one.
    pub fn cycle_statistic(&mut self) {
        let counts = [Statistic::Total, Statistic::Share];
        let all = if self.figure.is_some() { Statistic::ALL } else { &counts };
        self.statistic = next_of(all, self.statistic);
    }

    /// Selects the next pair of rows and columns.
    pub fn cycle_axes(&mut self) {
        use DealColumn::{Class, Owner, Status};
        let pairs = [
            (Class, Status),
            (Status, Class),
            (Owner, Status),
            (Status, Owner),
            (Owner, Class),
            (Class, Owner),
        ];
        (self.rows, self.columns) = next_of(&pairs, (self.rows, self.columns));
    }

    /// Selects the next number; after the last one, the number of deals.
    pub fn cycle_figure(&mut self) {
        let numbers = DealColumn::all().filter(|column| column.is_number());
        let all: Vec<Option<DealColumn>> = std::iter::once(None).chain(numbers.map(Some)).collect();
        self.figure = next_of(&all, self.figure);
        if self.figure.is_none() {
            self.statistic = Statistic::Total;
        }
    }
}

/// Returns the item after `current`; the first one after the last.
fn next_of<T: Copy + PartialEq>(all: &[T], current: T) -> T {
    let at = all.iter().position(|item| *item == current);
    all[at.map_or(0, |at| (at + 1) % all.len())]
}

/// A row of a pivot.
#[derive(Clone, Debug, PartialEq)]
pub struct PivotRow {
    /// Code of the row, empty for deals without it; `None` for the totals.
    pub code: Option<String>,
    /// Subtotals by column, then that of the row; `None` without deals.
    pub cells: Vec<Option<ColumnFooter>>,
}

/// A number by the codes of two columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pivot {
    /// Codes of the columns, in their order; an empty one for deals without it.
    pub columns: Vec<String>,
    /// The rows in the order of their codes, then the totals; empty without deals.
    pub rows: Vec<PivotRow>,
    /// Subtotal of all deals.
    pub whole: ColumnFooter,
}

impl Pivot {
    /// Computes the subtotals of `rows`.
    pub fn compute(
        table: &DealTable,
        rows: &[RowIdx],
        spec: &PivotSpec,
        collation: &Collation,
        clock: AgeClock<'_>,
    ) -> Self {
        // Of a column without numbers, the subtotals are counts.
        let figure = spec.figure.unwrap_or(DealColumn::Name);
        let group = |columns: Vec<DealColumn>| {
            let grouping = Grouping { columns, statistic: spec.statistic };
            let groups = Groups::compute(table, rows.to_vec(), &grouping, &[], collation, clock);
            let subtotals = groups.subtotals(table, figure, spec.statistic, clock);
            groups.list.into_iter().zip(subtotals)
        };
        let (mut pivot, mut totals) = (Self::default(), Vec::new());
        for (mut group, subtotal) in group(vec![spec.columns]) {
            match group.codes.pop() {
                Some(code) => {
                    pivot.columns.push(code);
                    totals.push(Some(subtotal));
                }
                None => pivot.whole = subtotal,
            }
        }
        for (mut group, subtotal) in group(vec![spec.rows, spec.columns]) {
            let (Some(code), level) = (group.codes.pop(), group.level) else { continue };
            if let Some(row) = pivot.rows.last_mut().filter(|_| level == 2) {
                let cells = pivot.columns.iter().zip(&mut row.cells);
                let own = cells.filter(|(column, _)| **column == code);
                own.for_each(|(_, cell)| *cell = Some(subtotal.clone()));
            } else {
                let mut cells = vec![None; pivot.columns.len()];
                cells.push(Some(subtotal));
                pivot.rows.push(PivotRow { code: Some(code), cells });
            }
        }
        if !pivot.rows.is_empty() {
            totals.push(Some(pivot.whole.clone()));
            pivot.rows.push(PivotRow { code: None, cells: totals });
        }
        pivot
    }
}
