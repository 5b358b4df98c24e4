//! Your organisation's thresholds of the metrics, from `[limits]`.
//!
//! The contract defines none. They are alert thresholds of your organisation, never covenants.

use std::fmt;
use std::marker::PhantomData;

use rust_decimal::Decimal;
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, SeqAccess, Unexpected, Visitor};

use crate::vocabulary::{Bands, Limits, Sense, Unit, kpi, kpi_limits};

/// Error text for an invalid or out-of-range threshold.
///
/// The command line recognises this text and the next two, and translates them.
pub const LIMIT: &str = "a limit as the service gives the figure, or a share in percent in quotes";
/// Error text for a value that is not a pair of thresholds.
pub const PAIR: &str = "two limits in brackets";
/// Error text for two thresholds in the wrong order.
pub const ORDER: &str = "the limit of what is good before that of what is on watch";

/// Metrics that may have thresholds.
const KEYS: [&str; 7] = [
    "ltv",
    "ltc",
    "debt_yield",
    "dscr",
    "icr",
    "pct_perte_estimee",
    "risk_score_simple",
];
/// Metrics that other values of the same deal also determine; each has a tolerance for the difference.
const COMPARED: [&str; 4] = ["crd_total", "ltv", "debt_yield", "dscr"];

/// Content of `[limits]`.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct HouseLimits {
    ltv: Option<Pair<0>>,
    ltc: Option<Pair<1>>,
    debt_yield: Option<Pair<2>>,
    dscr: Option<Pair<3>>,
    icr: Option<Pair<4>>,
    pct_perte_estimee: Option<Pair<5>>,
    risk_score_simple: Option<Pair<6>>,
    tolerance: Tolerance,
}

/// Content of `tolerance`.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Tolerance {
    crd_total: Option<Gap<0>>,
    ltv: Option<Gap<1>>,
    debt_yield: Option<Gap<2>>,
    dscr: Option<Gap<3>>,
}

impl HouseLimits {
    /// Returns the default thresholds, overridden by the configured ones.
    pub(super) fn bands(&self) -> Bands {
        let mut bands = Bands::default();
        let limits = [
            self.ltv.as_ref().map(|pair| pair.0),
            self.ltc.as_ref().map(|pair| pair.0),
            self.debt_yield.as_ref().map(|pair| pair.0),
            self.dscr.as_ref().map(|pair| pair.0),
            self.icr.as_ref().map(|pair| pair.0),
            self.pct_perte_estimee.as_ref().map(|pair| pair.0),
            self.risk_score_simple.as_ref().map(|pair| pair.0),
        ];
        for (key, limits) in KEYS.iter().zip(limits) {
            if limits.is_some() {
                bands.set(key, limits);
            }
        }
        let own = &self.tolerance;
        let gaps = [
            own.crd_total.as_ref().map(|gap| gap.0),
            own.ltv.as_ref().map(|gap| gap.0),
            own.debt_yield.as_ref().map(|gap| gap.0),
            own.dscr.as_ref().map(|gap| gap.0),
        ];
        for (key, gap) in COMPARED.iter().zip(gaps) {
            if let Some(gap) = gap {
                bands.tolerate(key, gap);
            }
        }
        bands
    }
}

/// Thresholds of the metric at index `AT` of [`KEYS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pair<const AT: usize>(Limits);

/// Tolerance of the metric at index `AT` of [`COMPARED`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Gap<const AT: usize>(Decimal);

/// Deserialiser of one number of a metric.
struct Number {
    key: &'static str,
    ranged: bool,
}

impl<'de> serde::de::DeserializeSeed<'de> for Number {
    type Value = Decimal;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Decimal, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Number {
    fn within<E: Error>(&self, value: Option<Decimal>, found: Unexpected<'_>) -> Result<Decimal, E> {
        let range = kpi(self.key).and_then(|kpi| kpi.range).filter(|_| self.ranged);
        let fits = |value: &Decimal| {
            !value.is_sign_negative() && range.is_none_or(|(least, most)| (least..=most).contains(value))
        };
        value.filter(fits).ok_or_else(|| E::invalid_value(found, &LIMIT))
    }

    /// Reads `0.6` or `0,6`, and `60 %` for a fraction.
    fn read(&self, text: &str) -> Option<Decimal> {
        let share = matches!(kpi(self.key)?.unit, Unit::Fraction { .. });
        let plain = text.trim().replace(',', ".");
        match plain.strip_suffix('%') {
            Some(percent) if share => {
                let percent: Decimal = percent.trim().parse().ok()?;
                percent.checked_div(Decimal::ONE_HUNDRED)
            }
            Some(_) => None,
            None => plain.parse().ok(),
        }
    }
}

impl Visitor<'_> for Number {
    type Value = Decimal;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(LIMIT)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Decimal, E> {
        self.within(Some(Decimal::from(value)), Unexpected::Signed(value))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Decimal, E> {
        // The shortest representation of the float has the digits as written.
        self.within(value.to_string().parse().ok(), Unexpected::Float(value))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Decimal, E> {
        self.within(self.read(value), Unexpected::Str(value))
    }
}

impl<'de, const AT: usize> Deserialize<'de> for Gap<AT> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let key = COMPARED.get(AT).copied().unwrap_or_default();
        deserializer
            .deserialize_any(Number { key, ranged: false })
            .map(Self)
    }
}

impl<'de, const AT: usize> Deserialize<'de> for Pair<AT> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Two<const AT: usize>(PhantomData<()>);
        impl<'de, const AT: usize> Visitor<'de> for Two<AT> {
            type Value = Pair<AT>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(PAIR)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Pair<AT>, A::Error> {
                let key = KEYS.get(AT).copied().unwrap_or_default();
                let number = || Number { key, ranged: true };
                let (ok, watch) = (seq.next_element_seed(number())?, seq.next_element_seed(number())?);
                let more = seq.next_element::<IgnoredAny>()?.is_some();
                let (Some(ok), Some(watch), false) = (ok, watch, more) else {
                    let found = if more { "more than two" } else { "fewer than two" };
                    return Err(A::Error::invalid_value(
                        Unexpected::Other(&format!("list {found}")),
                        &PAIR,
                    ));
                };
                // Most metrics have a known direction; for the risk score, the order of the pair defines it.
                let told = if ok <= watch { Sense::Ceiling } else { Sense::Floor };
                let sense = kpi_limits(key).map_or(told, |usual| usual.sense);
                if sense != told && ok != watch {
                    let found = format!("limits [{ok}, {watch}]");
                    return Err(A::Error::invalid_value(Unexpected::Other(&found), &ORDER));
                }
                Ok(Pair(Limits { sense, ok, watch }))
            }
        }
        deserializer.deserialize_any(Two::<AT>(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::ConfigFile;
    use crate::vocabulary::Band;

    fn read(text: &str) -> Result<Bands, String> {
        let file = ConfigFile::parse("c.toml".as_ref(), &format!("[limits]\n{text}\n"));
        file.map(|file| file.bands()).map_err(|error| error.to_string())
    }

    fn exact(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn a_house_sets_its_limits_and_the_others_stay_the_usual_ones() {
        let bands =
            read("ltv = [\"55 %\", 0.7]\ndscr = [1.3, \"1,1\"]\nrisk_score_simple = [70, 50]").unwrap();
        assert_eq!(bands.band("ltv", exact("0.56")), Band::Watch);
        assert_eq!(bands.band("ltv", exact("0.71")), Band::Alert);
        assert_eq!(bands.band("dscr", exact("1.25")), Band::Watch);
        assert_eq!(
            bands.band("risk_score_simple", exact("40")),
            Band::Alert,
            "low is worse"
        );
        assert_eq!(bands.limits("icr"), Bands::default().limits("icr"));
        let other = read("risk_score_simple = [50, 70]").unwrap();
        assert_eq!(
            other.band("risk_score_simple", exact("40")),
            Band::Ok,
            "high is worse"
        );
        assert_eq!(read("").unwrap(), Bands::default());
    }

    #[test]
    fn a_house_sets_how_far_sums_may_be_apart() {
        let bands = read("tolerance = { ltv = \"1%\", dscr = 0 }").unwrap();
        assert_eq!(bands.tolerance("ltv"), exact("0.01"));
        assert_eq!(bands.tolerance("dscr"), Decimal::ZERO);
        assert_eq!(bands.tolerance("crd_total"), exact("0.01"));
    }

    #[test]
    fn what_is_no_limit_is_refused_where_it_stands() {
        for (text, why) in [
            ("ltv = [60, 75]", LIMIT),
            ("ltv = [\"60\", \"75\"]", LIMIT),
            ("dscr = [\"125%\", 1]", LIMIT),
            ("icr = [-2, 1]", LIMIT),
            ("ltv = 0.6", PAIR),
            ("ltv = [0.6]", PAIR),
            ("ltv = [0.6, 0.7, 0.8]", PAIR),
            ("ltv = [0.75, 0.6]", ORDER),
            ("dscr = [1, 1.25]", ORDER),
            ("noi = [1, 2]", "unknown field `noi`"),
            ("tolerance = { icr = 1 }", "unknown field `icr`"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(why) && error.contains("line 2"), "{text}: {error}");
        }
    }
}
