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
        let all =
            if self.figure.is_some() { &Statistic::ALL[..] } else { &[Statistic::Total, Statistic::Share] };
        let at = all.iter().position(|statistic| *statistic == self.statistic);
        self.statistic = all[at.map_or(0, |at| (at + 1) % all.len())];
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
        let at = pairs.iter().position(|pair| *pair == (self.rows, self.columns));
        (self.rows, self.columns) = pairs[at.map_or(0, |at| (at + 1) % pairs.len())];
    }

    /// Selects the next number; after the last one, the number of deals.
    pub fn cycle_figure(&mut self) {
        let mut numbers = DealColumn::all().filter(|column| column.is_number());
        self.figure = match self.figure {
            None => numbers.next(),
            Some(figure) => numbers.skip_while(|column| *column != figure).nth(1),
        };
        if self.figure.is_none() {
            self.statistic = Statistic::Total;
        }
    }
}

/// A row of a pivot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PivotRow {
    /// Code of the row; empty for deals without it.
    pub code: String,
    /// Subtotals by column; `None` without deals.
    pub cells: Vec<Option<ColumnFooter>>,
    /// Subtotal of the row.
    pub total: ColumnFooter,
}

/// A number by the codes of two columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pivot {
    /// Codes of the columns, in their order; an empty one for deals without it.
    pub columns: Vec<String>,
    /// The rows, in the order of their codes.
    pub rows: Vec<PivotRow>,
    /// Subtotals of the columns, and of all deals.
    pub totals: PivotRow,
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
        let code = |codes: &[String]| codes.last().cloned().unwrap_or_default();
        let mut pivot = Self::default();
        for (group, subtotal) in group(vec![spec.columns]) {
            if group.level == 0 {
                pivot.totals.total = subtotal;
            } else {
                pivot.columns.push(code(&group.codes));
                pivot.totals.cells.push(Some(subtotal));
            }
        }
        for (group, subtotal) in group(vec![spec.rows, spec.columns]) {
            match (group.level, pivot.rows.last_mut()) {
                (1, _) => pivot.rows.push(PivotRow {
                    code: code(&group.codes),
                    cells: vec![None; pivot.columns.len()],
                    total: subtotal,
                }),
                (2, Some(row)) => {
                    let code = code(&group.codes);
                    let at = pivot.columns.iter().position(|column| *column == code);
                    if let Some(cell) = at.and_then(|at| row.cells.get_mut(at)) {
                        *cell = Some(subtotal);
                    }
                }
                _ => {}
            }
        }
        pivot
    }
}
