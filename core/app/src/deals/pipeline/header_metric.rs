//! The metric in the column headers.

use crate::contract::models::kpi::{KpiKey, KpiUnit};
use std::fmt;
use std::str::FromStr;

/// Function that combines several numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aggregate {
    /// Sum.
    Sum,
    /// Mean.
    Mean,
    /// Median.
    Median,
    /// Minimum.
    Min,
    /// Maximum.
    Max,
}

impl Aggregate {
    /// All aggregates, in menu order.
    pub const ALL: [Self; 5] = [Self::Sum, Self::Mean, Self::Median, Self::Min, Self::Max];

    /// Returns the aggregate's name in saved views.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sum => "sum",
            Self::Mean => "mean",
            Self::Median => "median",
            Self::Min => "min",
            Self::Max => "max",
        }
    }

    /// Returns whether the aggregate applies to `key`: only amounts are summed.
    pub fn applies_to(self, key: KpiKey) -> bool {
        self != Self::Sum || key.unit() == KpiUnit::Money
    }
}

/// Metric in the header of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HeaderMetric {
    /// An aggregate of the values received for a key.
    Aggregate(Aggregate, KpiKey),
    /// The outstanding principal, weighted by the probability of the status.
    Weighted,
    /// No metric.
    None,
}

impl Default for HeaderMetric {
    fn default() -> Self {
        Self::Aggregate(Aggregate::Sum, KpiKey::CrdTotal)
    }
}

/// Error for a text that does not name a metric.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a metric of a column header")]
pub struct HeaderMetricError(pub String);

impl HeaderMetric {
    /// Returns the keys available to metrics: the outstanding principal and every ratio.
    pub fn keys() -> impl Iterator<Item = KpiKey> {
        let ratios = KpiKey::numeric().filter(|key| key.unit() != KpiUnit::Money);
        std::iter::once(KpiKey::CrdTotal).chain(ratios)
    }

    /// Returns the key of the metric; `None` without a metric.
    pub fn key(self) -> Option<KpiKey> {
        match self {
            Self::Aggregate(_, key) => Some(key),
            Self::Weighted => Some(KpiKey::CrdTotal),
            Self::None => None,
        }
    }
}

impl fmt::Display for HeaderMetric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Aggregate(aggregate, key) => write!(f, "{}:{}", key.name(), aggregate.name()),
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
        let aggregate = Aggregate::ALL.into_iter().find(|item| item.name() == name);
        let aggregate = aggregate.filter(|aggregate| aggregate.applies_to(key));
        aggregate.map(|aggregate| Self::Aggregate(aggregate, key)).ok_or_else(invalid)
    }
}
