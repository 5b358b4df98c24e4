//! Selection of the portfolio's time series, and its display as chart or table.

use crate::screens::portfolio::portfolio::PortfolioState;
use crate::screens::portfolio::trend_state::TrendState;

/// Pane index of the trend, after the breakdowns and the entity.
pub const TREND_PANE: usize = 4;

impl PortfolioState {
    /// Returns the selected time series and its display.
    pub fn trend(&self) -> TrendState {
        self.trend_state
    }
}
