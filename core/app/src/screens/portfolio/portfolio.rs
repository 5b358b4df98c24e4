//! Display state of the portfolio's charts.

use crate::screens::portfolio::trend_state::TrendState;

/// Display state of the portfolio's charts.
#[derive(Clone, Debug, Default)]
pub struct PortfolioState {
    pub(crate) trend_state: TrendState,
    pub(crate) hidden_series: crate::screens::portfolio::legend::HiddenSeries,
}
