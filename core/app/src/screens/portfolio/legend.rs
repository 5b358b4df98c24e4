//! Legends: the series of a chart that are drawn. A hidden series keeps its legend entry with its numbers and still
//! counts in every sum; the chart states what it omits. At least one series is drawn.

use std::collections::BTreeSet;

use crate::dataset::breakdown::Breakdown;

/// A chart of several series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Chart {
    /// A breakdown of the portfolio: its series are the codes.
    Breakdown(Breakdown),
    /// The deals of each status over time.
    Statuses,
}

/// Legend action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LegendAction {
    /// Toggle a series.
    Toggle,
    /// Draw only this series; if it is already the only one, draw all.
    Only,
    /// Draw all series.
    All,
}

/// Series hidden by the user.
#[derive(Clone, Debug, Default)]
pub(crate) struct HiddenSeries(pub(crate) BTreeSet<(Chart, String)>);

#[cfg(test)]
#[path = "legend_tests.rs"]
mod tests;
