//! Alert bands of the metrics.
//!
//! The API has no covenant levels. These are your organisation's own, editable « seuils d’alerte », and have no other
//! name. Bands compare the exact value: 0.7504 shows as 75,0 % and is in alert.

use std::collections::BTreeMap;

use rust_decimal::Decimal;

use super::metric;

/// Band of a metric's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Band {
    /// Within the OK threshold.
    Ok,
    /// Between the two thresholds.
    Watch,
    /// Beyond the watch threshold.
    Alert,
    /// Outside the contract's range: shown as received, without a judgement.
    Outside,
    /// Without a judgement: no value, or no thresholds.
    None,
}

impl Band {
    /// Returns the glyph of the band in text; colour only repeats it.
    #[must_use]
    pub const fn glyph(self) -> &'static str {
        match self {
            Self::Ok => "●",
            Self::Watch => "◆",
            Self::Alert => "▲",
            Self::Outside => "!",
            Self::None => "○",
        }
    }

    /// Returns the message key of the band's name.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Ok => "band-ok",
            Self::Watch => "band-watch",
            Self::Alert => "band-alert",
            Self::Outside => "kpi-out-of-range",
            Self::None => "band-none",
        }
    }
}

/// Direction in which a value is worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitKind {
    /// High is worse: LTV, loss.
    Ceiling,
    /// Low is worse: coverage, yield.
    Floor,
}

/// The two thresholds of a metric. A value equal to a threshold is still within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BandLimits {
    /// Direction in which a value is worse.
    pub kind: LimitKind,
    /// Last value that is OK.
    pub ok: Decimal,
    /// Last value that is on watch.
    pub watch: Decimal,
}

impl BandLimits {
    /// Returns the band of an exact value.
    #[must_use]
    pub fn band(&self, value: Decimal) -> Band {
        let is_within = |limit| match self.kind {
            LimitKind::Ceiling => value <= limit,
            LimitKind::Floor => value >= limit,
        };
        match () {
            () if is_within(self.ok) => Band::Ok,
            () if is_within(self.watch) => Band::Watch,
            () => Band::Alert,
        }
    }
}

/// Your organisation's thresholds and tolerances by metric.
///
/// A tolerance is the accepted difference between a value sent and the same value computed from other metrics. The
/// defaults are values that lenders and supervisors commonly state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thresholds {
    limits: BTreeMap<Box<str>, BandLimits>,
    tolerances: BTreeMap<Box<str>, Decimal>,
}

impl Default for Thresholds {
    fn default() -> Self {
        let limits = DEFAULTS.iter().map(|(key, limits)| (Box::from(*key), *limits));
        let tolerances = TOLERANCES.iter().map(|(key, tolerance)| (Box::from(*key), *tolerance));
        Self { limits: limits.collect(), tolerances: tolerances.collect() }
    }
}

impl Thresholds {
    /// Returns the band of a metric.
    ///
    /// It is [`Band::Outside`] beyond the contract's range and [`Band::None`] without thresholds.
    #[must_use]
    pub fn band(&self, key: &str, value: Decimal) -> Band {
        band_within(key, self.limits(key), value)
    }

    /// Returns the tolerance between a metric and its value computed from the deal's other metrics.
    #[must_use]
    pub fn tolerance(&self, key: &str) -> Decimal {
        self.tolerances.get(key).copied().unwrap_or_default()
    }

    /// Sets the tolerance of a metric.
    pub fn set_tolerance(&mut self, key: &str, tolerance: Decimal) {
        self.tolerances.insert(key.into(), tolerance);
    }

    /// Returns the thresholds of a metric, for gauges.
    #[must_use]
    pub fn limits(&self, key: &str) -> Option<&BandLimits> {
        self.limits.get(key)
    }

    /// Sets or, with `None`, removes the thresholds of a metric.
    pub fn set(&mut self, key: &str, limits: Option<BandLimits>) {
        match limits {
            Some(limits) => self.limits.insert(key.into(), limits),
            None => self.limits.remove(key),
        };
    }
}

/// Returns the band of a metric by these thresholds.
#[must_use]
pub fn band_within(key: &str, limits: Option<&BandLimits>, value: Decimal) -> Band {
    let range = metric(key).and_then(|kpi| kpi.range);
    if range.is_some_and(|(min, max)| value < min || value > max) {
        return Band::Outside;
    }
    limits.map_or(Band::None, |limits| limits.band(value))
}

/// Returns whether the configuration may set thresholds for a metric.
#[must_use]
pub fn may_have_thresholds(key: &str) -> bool {
    key == "risk_score_simple" || kpi_limits(key).is_some()
}

/// Returns the band of a metric by the default thresholds.
#[must_use]
pub fn kpi_band(key: &str, value: Decimal) -> Band {
    default_thresholds().band(key, value)
}

/// Returns the default thresholds of a metric, if it has any.
#[must_use]
pub fn kpi_limits(key: &str) -> Option<&'static BandLimits> {
    default_thresholds().limits(key)
}

fn default_thresholds() -> &'static Thresholds {
    static DEFAULT: std::sync::OnceLock<Thresholds> = std::sync::OnceLock::new();
    DEFAULT.get_or_init(Thresholds::default)
}

/// Default thresholds, without the risk score: the contract does not define its direction.
const DEFAULTS: [(&str, BandLimits); 6] = [
    ("ltv", ceiling_limits(60, 75)),
    ("ltc", ceiling_limits(75, 85)),
    ("debt_yield", floor_limits(10, 8)),
    ("dscr", floor_limits(125, 100)),
    ("icr", floor_limits(200, 150)),
    ("pct_perte_estimee", ceiling_limits(0, 10)),
];

/// Tolerances that rounding at the service explains.
const TOLERANCES: [(&str, Decimal); 4] = [
    ("crd_total", hundredths(1)),
    ("ltv", Decimal::from_parts(5, 0, 0, false, 3)),
    ("debt_yield", Decimal::from_parts(1, 0, 0, false, 3)),
    ("dscr", hundredths(2)),
];

const fn ceiling_limits(ok: u32, watch: u32) -> BandLimits {
    BandLimits { kind: LimitKind::Ceiling, ok: hundredths(ok), watch: hundredths(watch) }
}

const fn floor_limits(ok: u32, watch: u32) -> BandLimits {
    BandLimits { kind: LimitKind::Floor, ok: hundredths(ok), watch: hundredths(watch) }
}

const fn hundredths(count: u32) -> Decimal {
    Decimal::from_parts(count, 0, 0, false, 2)
}

#[cfg(test)]
mod tests {
    use crate::text::{Lang, Messages};

    use super::*;

    fn band(key: &str, value: &str) -> Band {
        kpi_band(key, value.parse().unwrap())
    }

    #[test]
    fn default_limits() {
        for (key, ok, watch, alert) in [
            ("ltv", "0.60", "0.75", "0.7504"),
            ("ltc", "0.75", "0.85", "0.8500001"),
            ("debt_yield", "0.10", "0.08", "0.0788"),
            ("dscr", "1.25", "1.00", "0.999"),
            ("icr", "2.00", "1.50", "1.4999"),
            ("pct_perte_estimee", "0", "0.10", "0.11"),
        ] {
            assert_eq!(band(key, ok), Band::Ok, "{key}");
            assert_eq!(band(key, watch), Band::Watch, "{key}");
            assert_eq!(band(key, alert), Band::Alert, "{key}");
        }
        assert_eq!(band("ltv", "0.6001"), Band::Watch);
        assert_eq!(band("icr", "1.66"), Band::Watch);
    }

    #[test]
    fn band_is_none_without_thresholds_and_outside_when_invalid() {
        assert_eq!(band("risk_score_simple", "62"), Band::None);
        assert_eq!(band("crd_total", "1"), Band::None);
        assert_eq!(band("unheard_of", "1"), Band::None);
        assert_eq!(band("ltv", "62"), Band::Outside);
        assert_eq!(band("ltv", "-0.1"), Band::Outside);
    }

    #[test]
    fn thresholds_can_be_customised_per_metric() {
        let mut bands = Thresholds::default();
        let score = BandLimits { kind: LimitKind::Ceiling, ok: 50.into(), watch: 60.into() };
        bands.set("risk_score_simple", Some(score));
        bands.set("ltv", None);
        assert_eq!(bands.band("risk_score_simple", 62.into()), Band::Alert);
        assert_eq!(bands.limits("risk_score_simple"), Some(&score));
        assert_eq!(bands.band("ltv", "0.9".parse().unwrap()), Band::None);
        assert_eq!(band("ltv", "0.9"), Band::Alert);
    }

    #[test]
    fn each_band_has_its_word() {
        for band in [Band::Ok, Band::Watch, Band::Alert, Band::Outside, Band::None] {
            assert!(Lang::ALL.iter().all(|lang| Messages::new(*lang).has(band.key())));
        }
    }
}
