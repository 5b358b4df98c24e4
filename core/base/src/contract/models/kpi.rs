//! Financial snapshot of a deal, and the meaning of its keys.
//!
//! A value out of its range is flagged, never rejected and never corrected.

use std::borrow::Cow;

use rust_decimal::Decimal;
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::contract::json::num::Num;
use crate::contract::record::Record;

/// A key of `kpi_snapshot` (contract, "Financial snapshot").
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "snake_case")]
pub enum KpiKey {
    /// Loan to value, which cards show first.
    #[default]
    Ltv,
    /// Loan to cost.
    Ltc,
    /// Debt yield.
    DebtYield,
    /// Debt service coverage ratio.
    Dscr,
    /// Interest coverage ratio.
    Icr,
    /// Estimated loss.
    PctPerteEstimee,
    /// Risk score.
    RiskScoreSimple,
    /// Total outstanding capital.
    CrdTotal,
    /// Senior outstanding capital.
    CrdSenior,
    /// Mezzanine outstanding capital.
    CrdMezzanine,
    /// Market value.
    ValeurVenale,
    /// Net operating income.
    Noi,
    /// Debt service.
    ServiceDette,
    /// Source of the total outstanding capital, a code; see [`KpiSnapshot::source`].
    CrdTotalSource,
}

/// Unit of a key's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KpiUnit {
    /// A fraction: 0.65 means 65 %.
    Fraction,
    /// A coverage multiple: 1.25 means 1.25 times.
    Multiple,
    /// Points, 0 to 100.
    Points,
    /// Money. The snapshot has no currency field; amounts of unknown currencies are never added.
    Money,
    /// A code, not a number.
    Code,
}

impl KpiKey {
    /// All keys, in the order in which a snapshot is read.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// Iterates over the numeric keys.
    pub fn numeric() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|key| key.unit() != KpiUnit::Code)
    }

    /// Returns the contract's name.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the key with that name.
    pub fn from_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }

    /// Returns the unit of the value.
    pub const fn unit(self) -> KpiUnit {
        match self {
            Self::Ltv | Self::Ltc | Self::DebtYield | Self::PctPerteEstimee => KpiUnit::Fraction,
            Self::Dscr | Self::Icr => KpiUnit::Multiple,
            Self::RiskScoreSimple => KpiUnit::Points,
            Self::CrdTotal
            | Self::CrdSenior
            | Self::CrdMezzanine
            | Self::ValeurVenale
            | Self::Noi
            | Self::ServiceDette => KpiUnit::Money,
            Self::CrdTotalSource => KpiUnit::Code,
        }
    }

    /// Returns the inclusive bounds of the contract, if it has any.
    pub fn range(self) -> Option<(Decimal, Decimal)> {
        let upper = match self {
            Self::Ltv | Self::Ltc => Decimal::TWO,
            Self::PctPerteEstimee => Decimal::ONE,
            Self::RiskScoreSimple => Decimal::ONE_HUNDRED,
            _ => return None,
        };
        Some((Decimal::ZERO, upper))
    }

    /// Returns whether a value is within the bounds; true if the contract has none.
    pub fn accepts(self, value: Decimal) -> bool {
        self.range().is_none_or(|(low, high)| (low..=high).contains(&value))
    }
}

/// Returns the first snapshot key found in the open `data` object of a record.
///
/// KPI keys belong inside `kpi_snapshot` (contract, "Financial snapshot").
pub fn misplaced(record: &Record) -> Option<KpiKey> {
    let data = record.object("data")?;
    data.fields().find_map(|(name, _)| KpiKey::from_name(name))
}

/// The `kpi_snapshot` of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KpiSnapshot {
    record: Record,
}

impl KpiSnapshot {
    /// Creates the snapshot from the nested object.
    pub fn new(record: Record) -> Self {
        Self { record }
    }

    /// Returns the object as received, including unlisted keys.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Returns a number as received.
    pub fn num(&self, key: KpiKey) -> Option<Num> {
        self.record.num(key.name())
    }

    /// Returns the exact value.
    ///
    /// Returns `None` if it is absent, `null`, or not an exact decimal; [`Self::num`] and [`Record::is_null`]
    /// distinguish these.
    pub fn value(&self, key: KpiKey) -> Option<Decimal> {
        self.num(key)?.value()
    }

    /// Returns whether a value is present and outside the contract's bounds.
    pub fn out_of_range(&self, key: KpiKey) -> bool {
        self.value(key).is_some_and(|value| !key.accepts(value))
    }

    /// Returns the source of `crd_total`.
    pub fn source(&self) -> Option<Cow<'_, str>> {
        self.record.text(KpiKey::CrdTotalSource.name())
    }

    /// Iterates over the numbers with an exact value, in the order of [`KpiKey::ALL`].
    pub fn values(&self) -> impl Iterator<Item = (KpiKey, Decimal)> {
        KpiKey::numeric().filter_map(|key| Some((key, self.value(key)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn snapshot(json: &str) -> KpiSnapshot {
        KpiSnapshot::new(Record::parse(json).unwrap())
    }

    #[test]
    fn names_round_trip() {
        for &key in KpiKey::ALL {
            assert_eq!(KpiKey::from_name(key.name()), Some(key));
        }
        assert_eq!(KpiKey::from_name("tri"), None);
        assert_eq!(KpiKey::numeric().count(), 13);
    }

    #[test]
    fn bounds_are_included_and_only_flagged() {
        for (key, json, outside) in [
            (KpiKey::Ltv, "2", false),
            (KpiKey::Ltv, "\"2.0000000000000000000000000001\"", true),
            (KpiKey::Ltv, "-0.01", true),
            (KpiKey::PctPerteEstimee, "1.01", true),
            (KpiKey::RiskScoreSimple, "100", false),
            (KpiKey::RiskScoreSimple, "100.5", true),
            (KpiKey::DebtYield, "9", false),
            (KpiKey::Noi, "-5", false),
        ] {
            let snapshot = snapshot(&format!("{{\"{}\":{json}}}", key.name()));
            assert_eq!(snapshot.out_of_range(key), outside, "{} {json}", key.name());
            assert!(snapshot.value(key).is_some());
        }
    }

    #[test]
    fn keys_belong_inside_the_snapshot() {
        let find = |json| misplaced(&Record::parse(json).unwrap());
        assert_eq!(find(r#"{"data":{"a":1,"ltv":0.5}}"#), Some(KpiKey::Ltv));
        assert_eq!(find(r#"{"kpi_snapshot":{"ltv":0.5},"data":{"surface":1}}"#), None);
        assert_eq!(find(r#"{"ltv":1,"data":null}"#), None);
    }

    #[test]
    fn absent_null_and_inexact_differ() {
        let snapshot = snapshot(r#"{"ltv":null,"ltc":1e400,"crd_total_source":"elsewhere"}"#);
        assert_eq!((snapshot.value(KpiKey::Ltv), snapshot.value(KpiKey::Ltc)), (None, None));
        assert!(snapshot.record().is_null("ltv"));
        assert!(snapshot.num(KpiKey::Ltc).is_some() && snapshot.num(KpiKey::Icr).is_none());
        assert_eq!(snapshot.source(), Some("elsewhere".into()));
        assert_eq!(snapshot.values().count(), 0);
    }
}
