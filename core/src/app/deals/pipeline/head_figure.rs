//! What the head of a column shows: an aggregate of a number, or nothing.

use std::fmt;
use std::str::FromStr;
use crate::contract::models::kpi::KpiKey;
use crate::contract::models::kpi::Unit;

/// How several numbers become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aggregate {
    /// What they add up to.
    Sum,
    /// Their mean.
    Mean,
    /// The one in their middle.
    Median,
    /// The least.
    Min,
    /// The greatest.
    Max,
}

impl Aggregate {
    /// Every one, in the order in which they are offered.
    pub const ALL: [Self; 5] = [Self::Sum, Self::Mean, Self::Median, Self::Min, Self::Max];

    /// Its name in saved views.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sum => "sum",
            Self::Mean => "mean",
            Self::Median => "median",
            Self::Min => "min",
            Self::Max => "max",
        }
    }

    /// Whether numbers under `key` may become one so: amounts alone are added up.
    pub fn suits(self, key: KpiKey) -> bool {
        self != Self::Sum || key.unit() == Unit::Money
    }
}

/// What the head of a column shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HeadFigure {
    /// An aggregate of what was received under a key.
    Of(Aggregate, KpiKey),
    /// The outstanding principal, weighted by the probability that the house gives the status.
    Weighted,
    /// Nothing.
    Nothing,
}

impl Default for HeadFigure {
    fn default() -> Self {
        Self::Of(Aggregate::Sum, KpiKey::CrdTotal)
    }
}

/// A text that names no figure of a head.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no figure of a column's head")]
pub struct HeadFigureError(pub String);

impl HeadFigure {
    /// The keys that figures are made of: the outstanding principal, and every ratio.
    pub fn keys() -> impl Iterator<Item = KpiKey> {
        let ratios = KpiKey::numeric().filter(|key| key.unit() != Unit::Money);
        std::iter::once(KpiKey::CrdTotal).chain(ratios)
    }

    /// The key that it is made of; nothing is made of none.
    pub fn key(self) -> Option<KpiKey> {
        match self {
            Self::Of(_, key) => Some(key),
            Self::Weighted => Some(KpiKey::CrdTotal),
            Self::Nothing => None,
        }
    }
}

impl fmt::Display for HeadFigure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Of(aggregate, key) => write!(f, "{}:{}", key.name(), aggregate.name()),
            Self::Weighted => f.write_str("weighted"),
            Self::Nothing => f.write_str("none"),
        }
    }
}

impl FromStr for HeadFigure {
    type Err = HeadFigureError;

    fn from_str(text: &str) -> Result<Self, HeadFigureError> {
        let wrong = || HeadFigureError(text.to_owned());
        match text {
            "weighted" => return Ok(Self::Weighted),
            "none" => return Ok(Self::Nothing),
            _ => {}
        }
        let (key, name) = text.split_once(':').ok_or_else(wrong)?;
        let key = Self::keys().find(|own| own.name() == key).ok_or_else(wrong)?;
        let aggregate = Aggregate::ALL.into_iter().find(|own| own.name() == name);
        let aggregate = aggregate.filter(|aggregate| aggregate.suits(key));
        aggregate
            .map(|aggregate| Self::Of(aggregate, key))
            .ok_or_else(wrong)
    }
}
