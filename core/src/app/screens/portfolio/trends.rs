//! Which number over time the portfolio shows, and whether as a chart or as a table.

use crate::app::screens::portfolio::trend_state::{TrendState};
use crate::app::screens::portfolio::portfolio::PortfolioState;

/// The pane of the trend on the portfolio: after the breakdowns and the entity.
pub const TREND: usize = 4;

impl PortfolioState {
    /// What is shown of the numbers over time.
    pub fn trend(&self) -> TrendState {
        self.trend
    }
}
