//! The compared deals, field by field.

use crate::dataset::column::DealColumn;
use crate::deals::table::queries::cell_text;
use crate::foundation::cx::app_cx::AppCx;
use crate::model::table::DealRow;

/// Number of deals that can be compared.
pub const COMPARABLE: std::ops::RangeInclusive<usize> = 2..=4;

/// One field of the compared deals.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedField {
    /// The field.
    pub column: DealColumn,
    /// Value of each deal; `None` if it has none.
    pub values: Vec<Option<String>>,
}

/// The fields that any of the compared deals has, in the order of the columns, without name and identifier.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// Fields with different exact values.
    pub different: Vec<ComparedField>,
    /// Fields with equal values.
    pub equal: Vec<ComparedField>,
}

impl Comparison {
    /// Compares deals.
    #[must_use]
    pub fn compute(cx: &AppCx, rows: &[DealRow<'_>]) -> Self {
        let mut found = Self::default();
        for column in DealColumn::all().filter(|column| !matches!(column, DealColumn::Name | DealColumn::Id))
        {
            let values: Vec<_> = rows.iter().map(|row| cell_text(cx, row, column)).collect();
            let differs = match column {
                DealColumn::Kpi(key) => {
                    rows.windows(2).any(|pair| pair[0].number(key) != pair[1].number(key))
                }
                _ => values.windows(2).any(|pair| pair[0] != pair[1]),
            };
            if values.iter().any(Option::is_some) {
                let fields = if differs { &mut found.different } else { &mut found.equal };
                fields.push(ComparedField { column, values });
            }
        }
        found
    }

    /// Returns the index of the line that shows or hides the equal fields. The names are in the first line.
    #[must_use]
    pub fn toggle_line(&self) -> Option<usize> {
        (!self.equal.is_empty()).then_some(self.different.len() + 1)
    }

    /// Returns the number of lines, with or without the equal fields.
    #[must_use]
    pub fn line_count(&self, expanded: bool) -> usize {
        let equal = if expanded { self.equal.len() } else { 0 };
        1 + self.different.len() + usize::from(self.toggle_line().is_some()) + equal
    }
}
