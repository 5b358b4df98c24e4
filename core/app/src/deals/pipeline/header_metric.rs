//! The metric in the column headers.

use crate::contract::models::kpi::{KpiKey, KpiUnit};
use crate::dataset::grouping::Statistic;
use std::fmt;
use std::str::FromStr;

/// Metric in the header of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HeaderMetric {
    /// A statistic of the values received for a key; only amounts have a total.
    Statistic(Statistic, KpiKey),
    /// The outstanding principal, weighted by the probability of the status.
    Weighted,
    /// No metric.
    None,
}

impl Default for HeaderMetric {
    fn default() -> Self {
        Self::Statistic(Statistic::Total, KpiKey::CrdTotal)
    }
}

/// Error for a text that does not name a metric.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a metric of a column header")]
pub struct HeaderMetricError(pub String);

/// Returns the name of a statistic in saved views.
fn statistic_name(statistic: Statistic) -> &'static str {
    if statistic == Statistic::Total { "sum" } else { statistic.name() }
}

impl HeaderMetric {
    /// Statistics of a header, in menu order.
    pub const STATISTICS: [Statistic; 5] =
        [Statistic::Total, Statistic::Mean, Statistic::Median, Statistic::Min, Statistic::Max];

    /// Returns whether a statistic applies to `key`: only amounts are summed.
    pub fn applies_to(statistic: Statistic, key: KpiKey) -> bool {
        statistic != Statistic::Total || key.unit() == KpiUnit::Money
    }

    /// Returns the keys available to metrics: the outstanding principal and every ratio.
    pub fn keys() -> impl Iterator<Item = KpiKey> {
        let ratios = KpiKey::numeric().filter(|key| key.unit() != KpiUnit::Money);
        std::iter::once(KpiKey::CrdTotal).chain(ratios)
    }

    /// Returns the key of the metric; `None` without a metric.
    pub fn key(self) -> Option<KpiKey> {
        match self {
            Self::Statistic(_, key) => Some(key),
            Self::Weighted => Some(KpiKey::CrdTotal),
            Self::None => None,
        }
    }
}

impl fmt::Display for HeaderMetric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Statistic(statistic, key) => write!(f, "{}:{}", key.name(), statistic_name(*statistic)),
            Self::Weighted => f.write_str("weighted"),
            Self::None => f.write_str("none"),
        }
    }
}

impl FromStr for HeaderMetric {
    type Err = HeaderMetricError;

    fn from_str(text: &str) -> Result<Self, HeaderMetricError> {
        let invalid = || HeaderMetricError(text.to_owned());
        match text {
            "weighted" => return Ok(Self::Weighted),
            "none" => return Ok(Self::None),
            _ => {}
        }
        let (key, name) = text.split_once(':').ok_or_else(invalid)?;
        let key = Self::keys().find(|item| item.name() == key).ok_or_else(invalid)?;
        let found = Self::STATISTICS.into_iter().find(|item| statistic_name(*item) == name);
        let found = found.filter(|statistic| Self::applies_to(*statistic, key));
        found.map(|statistic| Self::Statistic(statistic, key)).ok_or_else(invalid)
    }
}
