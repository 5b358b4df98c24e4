//! How the charts of the portfolio are looked at.

use crate::app::screens::portfolio::trend_state::TrendState;

/// How the charts of the portfolio are looked at.
#[derive(Clone, Debug, Default)]
pub struct PortfolioState {
    pub(in crate::app) trend: TrendState,
    pub(in crate::app) legend: crate::app::screens::portfolio::legend::Legend,
}
