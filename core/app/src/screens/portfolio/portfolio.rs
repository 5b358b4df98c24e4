//! Display state of the portfolio's charts.

use crate::dataset::breakdown::Breakdown;
use std::collections::BTreeSet;

/// Display state of the portfolio's charts.
#[derive(Clone, Debug, Default)]
pub struct PortfolioState {
    pub(crate) trend_state: TrendState,
    pub(crate) hidden_series: HiddenSeries,
}

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

/// Display of the numbers over time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TrendState {
    /// Index in [`crate::screens::portfolio::view::trend::portfolio_trends`]. The index after the last selects
    /// [`crate::screens::portfolio::view::statuses::statuses_view`], in a front end that draws several lines.
    pub series: usize,
    /// True while shown as a table.
    pub is_table: bool,
}

/// Pane index of the trend, after the breakdowns and the entity.
pub const TREND_PANE: usize = 4;

impl PortfolioState {
    /// Returns the selected time series and its display.
    pub fn trend(&self) -> TrendState {
        self.trend_state
    }
}

#[cfg(test)]
#[path = "legend_tests.rs"]
mod tests;
