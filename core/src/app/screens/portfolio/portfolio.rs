//! Display state of the portfolio's charts.

use crate::app::screens::portfolio::trend_state::TrendState;

/// Display state of the portfolio's charts.
#[derive(Clone, Debug, Default)]
pub struct PortfolioState {
    pub(in crate::app) trend: TrendState,
    pub(in crate::app) legend: crate::app::screens::portfolio::legend::Legend,
}
