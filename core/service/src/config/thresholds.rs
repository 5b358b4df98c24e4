//! Your organisation's thresholds of the metrics, from `[limits]`.
//!
//! The contract defines none. They are alert thresholds of your organisation, never covenants.

use std::fmt;
use std::marker::PhantomData;

use rust_decimal::Decimal;
use serde::de::{
    Deserialize, DeserializeSeed as _, Deserializer, Error, IgnoredAny, SeqAccess, Unexpected, Visitor,
};

use super::decimal::DecimalSeed;

use crate::vocabulary::{BandLimits, LimitKind, MetricUnit, Thresholds, kpi_limits, metric};

/// Error text for an invalid or out-of-range threshold.
///
/// The command line recognises this text and the next two, and translates them.
pub const INVALID_LIMIT: &str = "a threshold in the server's unit, or a percentage in quotes";
/// Error text for a value that is not a pair of thresholds.
pub const INVALID_PAIR: &str = "two thresholds in brackets";
/// Error text for two thresholds in the wrong order.
pub const INVALID_ORDER: &str = "the OK threshold before the watch threshold";

/// Metrics that may have thresholds.
const THRESHOLD_KEYS: [&str; 7] =
    ["ltv", "ltc", "debt_yield", "dscr", "icr", "pct_perte_estimee", "risk_score_simple"];
/// Metrics that other values of the same deal also determine; each has a tolerance for the difference.
const TOLERANCE_KEYS: [&str; 4] = ["crd_total", "ltv", "debt_yield", "dscr"];

/// Content of `[limits]`.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct OrgThresholds {
    ltv: Option<ThresholdPair<0>>,
    ltc: Option<ThresholdPair<1>>,
    debt_yield: Option<ThresholdPair<2>>,
    dscr: Option<ThresholdPair<3>>,
    icr: Option<ThresholdPair<4>>,
    pct_perte_estimee: Option<ThresholdPair<5>>,
    risk_score_simple: Option<ThresholdPair<6>>,
    tolerance: OrgTolerances,
}

/// Content of `tolerance`.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
struct OrgTolerances {
    crd_total: Option<MetricTolerance<0>>,
    ltv: Option<MetricTolerance<1>>,
    debt_yield: Option<MetricTolerance<2>>,
    dscr: Option<MetricTolerance<3>>,
}

impl OrgThresholds {
    /// Returns the default thresholds, overridden by the configured ones.
    pub(super) fn thresholds(&self) -> Thresholds {
        let mut thresholds = Thresholds::default();
        let limits = [
            self.ltv.as_ref().map(|pair| pair.0),
            self.ltc.as_ref().map(|pair| pair.0),
            self.debt_yield.as_ref().map(|pair| pair.0),
            self.dscr.as_ref().map(|pair| pair.0),
            self.icr.as_ref().map(|pair| pair.0),
            self.pct_perte_estimee.as_ref().map(|pair| pair.0),
            self.risk_score_simple.as_ref().map(|pair| pair.0),
        ];
        for (key, limits) in THRESHOLD_KEYS.iter().zip(limits) {
            if limits.is_some() {
                thresholds.set(key, limits);
            }
        }
        let tolerances = &self.tolerance;
        let gaps = [
            tolerances.crd_total.as_ref().map(|tolerance| tolerance.0),
            tolerances.ltv.as_ref().map(|tolerance| tolerance.0),
            tolerances.debt_yield.as_ref().map(|tolerance| tolerance.0),
            tolerances.dscr.as_ref().map(|tolerance| tolerance.0),
        ];
        for (key, tolerance) in TOLERANCE_KEYS.iter().zip(gaps) {
            if let Some(tolerance) = tolerance {
                thresholds.set_tolerance(key, tolerance);
            }
        }
        thresholds
    }
}

/// Thresholds of the metric at index `AT` of [`THRESHOLD_KEYS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ThresholdPair<const AT: usize>(BandLimits);

/// Tolerance of the metric at index `AT` of [`TOLERANCE_KEYS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct MetricTolerance<const AT: usize>(Decimal);

/// Returns the deserialiser of one number of a metric, in the contract's range if `has_range` is true.
fn number_seed(
    key: &'static str,
    has_range: bool,
) -> DecimalSeed<impl Fn(&str) -> Option<Decimal>, impl Fn(&Decimal) -> bool> {
    let range = metric(key).and_then(|kpi| kpi.range).filter(|_| has_range);
    let fits = move |value: &Decimal| {
        !value.is_sign_negative() && range.is_none_or(|(min, max)| (min..=max).contains(value))
    };
    DecimalSeed { expected: INVALID_LIMIT, read: move |text: &str| parse_number(key, text), fits }
}

/// Reads `0.6` or `0,6`, and `60 %` for a fraction.
fn parse_number(key: &str, text: &str) -> Option<Decimal> {
    let share = matches!(metric(key)?.unit, MetricUnit::Fraction { .. });
    let normalized = text.trim().replace(',', ".");
    match normalized.strip_suffix('%') {
        Some(percent) if share => {
            let percent: Decimal = percent.trim().parse().ok()?;
            percent.checked_div(Decimal::ONE_HUNDRED)
        }
        Some(_) => None,
        None => normalized.parse().ok(),
    }
}

impl<'de, const AT: usize> Deserialize<'de> for MetricTolerance<AT> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let key = TOLERANCE_KEYS.get(AT).copied().unwrap_or_default();
        number_seed(key, false).deserialize(deserializer).map(Self)
    }
}

impl<'de, const AT: usize> Deserialize<'de> for ThresholdPair<AT> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PairVisitor<const AT: usize>(PhantomData<()>);
        impl<'de, const AT: usize> Visitor<'de> for PairVisitor<AT> {
            type Value = ThresholdPair<AT>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(INVALID_PAIR)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<ThresholdPair<AT>, A::Error> {
                let key = THRESHOLD_KEYS.get(AT).copied().unwrap_or_default();
                let number = || number_seed(key, true);
                let (ok, watch) = (seq.next_element_seed(number())?, seq.next_element_seed(number())?);
                let more = seq.next_element::<IgnoredAny>()?.is_some();
                let (Some(ok), Some(watch), false) = (ok, watch, more) else {
                    let actual = if more { "more than two" } else { "fewer than two" };
                    return Err(A::Error::invalid_value(
                        Unexpected::Other(&format!("list {actual}")),
                        &INVALID_PAIR,
                    ));
                };
                // Most metrics have a known direction; for the risk score, the order of the pair defines it.
                let kind = if ok <= watch { LimitKind::Ceiling } else { LimitKind::Floor };
                let sense = kpi_limits(key).map_or(kind, |default_limits| default_limits.kind);
                if sense != kind && ok != watch {
                    let actual = format!("limits [{ok}, {watch}]");
                    return Err(A::Error::invalid_value(Unexpected::Other(&actual), &INVALID_ORDER));
                }
                Ok(ThresholdPair(BandLimits { kind: sense, ok, watch }))
            }
        }
        deserializer.deserialize_any(PairVisitor::<AT>(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::ConfigFile;
    use crate::vocabulary::Band;

    fn read(text: &str) -> Result<Thresholds, String> {
        let file = ConfigFile::parse("c.toml".as_ref(), &format!("[limits]\n{text}\n"));
        file.map(|file| file.thresholds()).map_err(|error| error.to_string())
    }

    fn exact(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn custom_thresholds_replace_only_the_configured_defaults() {
        let bands =
            read("ltv = [\"55 %\", 0.7]\ndscr = [1.3, \"1,1\"]\nrisk_score_simple = [70, 50]").unwrap();
        assert_eq!(bands.band("ltv", exact("0.56")), Band::Watch);
        assert_eq!(bands.band("ltv", exact("0.71")), Band::Alert);
        assert_eq!(bands.band("dscr", exact("1.25")), Band::Watch);
        assert_eq!(bands.band("risk_score_simple", exact("40")), Band::Alert, "low is worse");
        assert_eq!(bands.limits("icr"), Thresholds::default().limits("icr"));
        let other = read("risk_score_simple = [50, 70]").unwrap();
        assert_eq!(other.band("risk_score_simple", exact("40")), Band::Ok, "high is worse");
        assert_eq!(read("").unwrap(), Thresholds::default());
    }

    #[test]
    fn custom_tolerance_replaces_only_the_configured_defaults() {
        let bands = read("tolerance = { ltv = \"1%\", dscr = 0 }").unwrap();
        assert_eq!(bands.tolerance("ltv"), exact("0.01"));
        assert_eq!(bands.tolerance("dscr"), Decimal::ZERO);
        assert_eq!(bands.tolerance("crd_total"), exact("0.01"));
    }

    #[test]
    fn invalid_thresholds_are_rejected_with_their_line() {
        for (text, why) in [
            ("ltv = [60, 75]", INVALID_LIMIT),
            ("ltv = [\"60\", \"75\"]", INVALID_LIMIT),
            ("dscr = [\"125%\", 1]", INVALID_LIMIT),
            ("icr = [-2, 1]", INVALID_LIMIT),
            ("ltv = 0.6", INVALID_PAIR),
            ("ltv = [0.6]", INVALID_PAIR),
            ("ltv = [0.6, 0.7, 0.8]", INVALID_PAIR),
            ("ltv = [0.75, 0.6]", INVALID_ORDER),
            ("dscr = [1, 1.25]", INVALID_ORDER),
            ("noi = [1, 2]", "unknown field `noi`"),
            ("tolerance = { icr = 1 }", "unknown field `icr`"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(why) && error.contains("line 2"), "{text}: {error}");
        }
    }
}
