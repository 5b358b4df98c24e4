//! How the table groups its deals: up to three columns of codes, and the statistic of the headings.

use std::fmt;
use std::str::FromStr;

use rust_decimal::Decimal;

use super::column::{ColumnError, DealColumn};
use super::column_totals::ColumnFooter;

/// Maximum number of columns to group by.
pub const MAX_GROUP_COLUMNS: usize = 3;

/// Number that a heading shows for each column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Statistic {
    /// Sum of amounts, mean of other numbers.
    #[default]
    Total,
    /// Mean.
    Mean,
    /// Median.
    Median,
    /// Minimum.
    Min,
    /// Maximum.
    Max,
    /// Part of the sum over all groups, for amounts only.
    Share,
    /// Part of the deals that have a value.
    Coverage,
}

impl Statistic {
    /// All statistics, in the order in which they are offered.
    pub const ALL: [Self; 7] =
        [Self::Total, Self::Mean, Self::Median, Self::Min, Self::Max, Self::Share, Self::Coverage];

    /// Names in saved views and message keys, in this order.
    const NAMES: [(&str, &str); 7] = [
        ("total", "header-metric-sum"),
        ("mean", "header-metric-mean"),
        ("median", "header-metric-median"),
        ("min", "header-metric-min"),
        ("max", "header-metric-max"),
        ("share", "statistic-share"),
        ("coverage", "statistic-coverage"),
    ];

    /// Returns its name in saved views.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize].0
    }

    /// Returns the statistic with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|statistic| statistic.name() == name)
    }

    /// Returns the message key of its name.
    pub fn label_key(self) -> &'static str {
        Self::NAMES[self as usize].1
    }

    /// Returns whether it is a fraction, whatever the unit of the column.
    pub fn is_fraction(self) -> bool {
        matches!(self, Self::Share | Self::Coverage)
    }

    /// Returns whether it needs the values in order.
    pub fn is_ordered(self) -> bool {
        matches!(self, Self::Median | Self::Min | Self::Max)
    }

    /// Returns its value for `group`, a part of `whole`; `None` without values.
    pub fn value(self, group: &ColumnFooter, whole: &ColumnFooter) -> Option<Decimal> {
        let covered = || Decimal::from(group.covered).checked_div(Decimal::from(group.rows));
        match self {
            Self::Total => group.sum.or(group.mean),
            Self::Mean => group.mean,
            Self::Median => group.quartiles[2],
            Self::Min => group.quartiles[0],
            Self::Max => group.quartiles[4],
            Self::Share => group.sum?.checked_div(whole.sum?),
            Self::Coverage => (whole.covered > 0).then(covered).flatten(),
        }
    }
}

/// Columns that the table groups by, outermost first, and the statistic of the headings.
///
/// Its text is `status,classe_actif:median`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grouping {
    /// The columns; empty for a table without groups.
    pub columns: Vec<DealColumn>,
    /// Statistic of the headings.
    pub statistic: Statistic,
}

impl Grouping {
    /// Adds a column as the innermost one, or removes it. If all are in use, it replaces the innermost one.
    pub fn toggle(&mut self, column: DealColumn) {
        if self.columns.contains(&column) {
            self.columns.retain(|other| *other != column);
        } else if column.is_code() {
            self.columns.truncate(MAX_GROUP_COLUMNS - 1);
            self.columns.push(column);
        }
    }
}

impl fmt::Display for Grouping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.columns.iter().map(|column| column.name()).collect();
        f.write_str(&names.join(","))?;
        match self.statistic {
            Statistic::Total => Ok(()),
            other => write!(f, ":{}", other.name()),
        }
    }
}

impl FromStr for Grouping {
    type Err = ColumnError;

    fn from_str(text: &str) -> Result<Self, ColumnError> {
        let error = || ColumnError(text.to_owned());
        let (names, statistic) = match text.split_once(':') {
            Some((names, statistic)) => (names, Statistic::from_name(statistic).ok_or_else(error)?),
            None => (text, Statistic::Total),
        };
        let mut columns = Vec::new();
        for name in names.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            let column = DealColumn::from_query_name(name)?;
            if !column.is_code() || columns.contains(&column) {
                return Err(ColumnError(name.to_owned()));
            }
            columns.push(column);
        }
        if columns.len() > MAX_GROUP_COLUMNS {
            return Err(error());
        }
        Ok(Self { columns, statistic })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grouping_is_read_as_it_is_written() {
        for text in ["", "status", "status,classe_actif,responsable", "responsable:median", ":share"] {
            assert_eq!(text.parse::<Grouping>().map(|grouping| grouping.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("statut, classe,owner".parse(), "status,class,responsable".parse::<Grouping>());
        for text in ["name", "ltv", "status,status", "status:sum", "status,tri"] {
            assert!(text.parse::<Grouping>().is_err(), "{text}");
        }
    }

    #[test]
    fn toggled_columns_are_added_inside_and_removed() {
        let mut grouping = Grouping::default();
        for column in [DealColumn::Status, DealColumn::Owner, DealColumn::Name, DealColumn::Class] {
            grouping.toggle(column);
        }
        assert_eq!(grouping.to_string(), "status,responsable,classe_actif");
        grouping.toggle(DealColumn::Owner);
        assert_eq!(grouping.to_string(), "status,classe_actif");
    }
}
