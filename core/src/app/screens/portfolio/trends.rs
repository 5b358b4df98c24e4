//! Which number over time the portfolio shows, and whether as a chart or as a table.

use crate::app::screens::portfolio::portfolio::PortfolioState;

/// The pane of the trend on the portfolio: after the breakdowns and the entity.
pub const TREND: usize = 4;

/// What is shown of the numbers over time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TrendState {
    /// Which of them, by its place in [`crate::app::screens::portfolio::view::trend::of_portfolio`]; the place past these is that of
    /// [`crate::app::screens::portfolio::view::trend::statuses`], where a front end draws several lines.
    pub series: usize,
    /// Whether as a table.
    pub table: bool,
}

impl PortfolioState {
    /// What is shown of the numbers over time.
    pub fn trend(&self) -> TrendState {
        self.trend
    }
}
