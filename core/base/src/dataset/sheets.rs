//! Sheets: summaries of deals as small tables. A missing value is counted as missing, never as zero.

pub mod describe;
pub mod frequency;
pub mod pivot;
#[cfg(test)]
mod sheets_tests;

use super::column::DealColumn;
use pivot::PivotSpec;

/// A summary of some deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sheet {
    /// The values of a column, with their numbers of deals.
    Frequency(DealColumn),
    /// Coverage, quartiles, mean and sum of every column.
    Describe,
    /// A number by the values of two columns.
    Pivot(PivotSpec),
}
