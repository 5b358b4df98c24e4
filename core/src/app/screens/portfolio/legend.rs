//! Which series of a chart are drawn. What is hidden is only not drawn: it keeps its place in the legend with its figures,
//! it counts in every sum, and whoever draws the chart says what it leaves out. One series at least is drawn.

use std::collections::BTreeSet;

use crate::app::foundation::dataset::breakdown::Breakdown;

/// A chart of several series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Chart {
    /// A breakdown of the portfolio: its series are the codes.
    Breakdown(Breakdown),
    /// The deals of each status over time.
    Statuses,
}

/// What is asked of a legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// Draw a series, or leave it out.
    Other,
    /// Draw nothing else; all of them again where nothing else is drawn.
    Only,
    /// Draw all of them.
    All,
}

/// The series that a person has left out.
#[derive(Clone, Debug, Default)]
pub(in crate::app) struct Legend(pub(in crate::app) BTreeSet<(Chart, String)>);

#[cfg(test)]
#[path = "legend_tests.rs"]
mod tests;
