//! Metrics of a `kpi_snapshot`: names, units and formats.

use std::borrow::Cow;

use rust_decimal::Decimal;

use crate::text::{Lang, Messages, SafeText, number};

use MetricUnit::{Fraction, Money, Multiple, Points};

/// Unit of a metric (contract: "Financial snapshot").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricUnit {
    /// Fraction shown as a percentage: 0.65 is 65 %.
    Fraction {
        /// Number of decimal places.
        digits: u32,
    },
    /// Coverage multiple: 1.25 is 1,25x.
    Multiple,
    /// Points out of a hundred.
    Points,
    /// Amount in a currency that the snapshot does not name.
    Money,
}

/// One metric of the snapshot.
#[derive(Debug, PartialEq, Eq)]
pub struct Metric {
    /// Key in `kpi_snapshot`.
    pub key: &'static str,
    /// Message key of the full name.
    pub label: &'static str,
    /// Message key of the short name, for cards and column headers.
    pub short: &'static str,
    /// Unit and format of the value.
    pub unit: MetricUnit,
    /// Inclusive range of the contract. A value outside stays visible but has no band.
    pub range: Option<(Decimal, Decimal)>,
}

/// Describes a metric by its key, unit and upper bound; the lower bound is 0.
macro_rules! metric {
    ($key:literal, $unit:expr, $max:expr) => {
        Metric { range: Some((Decimal::ZERO, $max)), ..metric!($key, $unit) }
    };
    ($key:literal, $unit:expr) => {
        Metric {
            key: $key,
            label: concat!("kpi-", $key),
            short: concat!("kpi-", $key, "-short"),
            unit: $unit,
            range: None,
        }
    };
}

/// All metrics, in the order of a panel.
pub const METRICS: [Metric; 13] = [
    metric!("ltv", Fraction { digits: 1 }, Decimal::TWO),
    metric!("ltc", Fraction { digits: 1 }, Decimal::TWO),
    metric!("debt_yield", Fraction { digits: 2 }),
    metric!("dscr", Multiple),
    metric!("icr", Multiple),
    metric!("pct_perte_estimee", Fraction { digits: 1 }, Decimal::ONE),
    metric!("risk_score_simple", Points, Decimal::ONE_HUNDRED),
    metric!("crd_total", Money),
    metric!("crd_senior", Money),
    metric!("crd_mezzanine", Money),
    metric!("valeur_venale", Money),
    metric!("noi", Money),
    metric!("service_dette", Money),
];

/// Returns the entry of a metric.
#[must_use]
pub fn metric(key: &str) -> Option<&'static Metric> {
    METRICS.iter().find(|kpi| kpi.key == key)
}

/// Returns the full name of a metric; the sanitised key if it is unknown.
#[must_use]
pub fn kpi_label(lang: Lang, key: &str) -> Cow<'static, str> {
    localized_name(lang, key, |kpi| kpi.label)
}

/// Returns the short name of a metric, for cards and column headers.
#[must_use]
pub fn kpi_short(lang: Lang, key: &str) -> Cow<'static, str> {
    localized_name(lang, key, |kpi| kpi.short)
}

/// Formats a metric's value: `76,4 %`, `1,25x`, `62 / 100`, `1 234 567,89 €`.
///
/// An unknown metric is shown with all its digits and without a unit. The currency is the user's setting, because the
/// snapshot has none.
#[must_use]
pub fn kpi_value(lang: Lang, key: &str, value: Decimal, currency: Option<&str>) -> String {
    match metric(key).map(|kpi| kpi.unit) {
        Some(Fraction { digits }) => number::percent(lang, value, digits),
        Some(Multiple) => number::multiple(lang, value),
        Some(Points) => number::points(lang, value),
        Some(Money) => number::money(lang, value, currency),
        None => number::exact(lang, value),
    }
}

/// Formats two values of a metric like [`kpi_value`], with more decimal places if the texts of different values are equal.
#[must_use]
pub fn kpi_values_apart(lang: Lang, key: &str, values: [Decimal; 2], currency: Option<&str>) -> [String; 2] {
    let unit = metric(key).map(|kpi| kpi.unit);
    let texts = |more: u32| {
        values.map(|value| match unit {
            Some(Fraction { digits }) => number::percent(lang, value, digits + more),
            Some(Multiple) => format!("{}x", number::decimal(lang, value, 2 + more)),
            _ if more > 0 => number::exact(lang, value),
            _ => kpi_value(lang, key, value, currency),
        })
    };
    let are_apart = |texts: &[String; 2]| texts[0] != texts[1] || values[0] == values[1];
    (0..Decimal::MAX_SCALE).map(texts).find(are_apart).unwrap_or_else(|| texts(0))
}

/// Like [`kpi_value`], with compact amounts, for cards and tables.
#[must_use]
pub fn kpi_value_compact(lang: Lang, key: &str, value: Decimal, currency: Option<&str>) -> String {
    match metric(key).map(|kpi| kpi.unit) {
        Some(Money) => number::money_compact(lang, value, currency),
        _ => kpi_value(lang, key, value, currency),
    }
}

/// Formats a fraction without decimal places, if space is scarce; empty for other units.
///
/// Bands use the exact value, so prefer the full form if there is room.
#[must_use]
pub fn kpi_value_rounded(lang: Lang, key: &str, value: Decimal) -> String {
    match metric(key).map(|kpi| kpi.unit) {
        Some(Fraction { .. }) => number::percent(lang, value, 0),
        _ => String::new(),
    }
}

fn localized_name(lang: Lang, key: &str, name: impl Fn(&Metric) -> &'static str) -> Cow<'static, str> {
    match metric(key) {
        Some(kpi) => Messages::new(lang).get(name(kpi)),
        None => Cow::Owned(SafeText::line(key).as_str().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use crate::text::plain_spaces;

    use super::*;

    #[test]
    fn every_metric_has_its_names() {
        for lang in Lang::ALL {
            for kpi in &METRICS {
                assert!(
                    Messages::new(lang).has(kpi.label) && Messages::new(lang).has(kpi.short),
                    "{}",
                    kpi.key
                );
            }
        }
        assert_eq!(kpi_label(Lang::Fr, "debt_yield"), "Rendement de la dette");
        assert_eq!(kpi_short(Lang::En, "crd_total"), "Principal");
        assert_eq!(kpi_label(Lang::En, "irr\u{7}"), "irr^G");
    }

    #[test]
    fn numbers_are_written_by_their_unit() {
        let shown = |key, value: &str| {
            Lang::ALL.map(|lang| {
                plain_spaces(&kpi_value(lang, key, value.parse().unwrap(), Some("€"))).into_owned()
            })
        };
        assert_eq!(shown("ltv", "0.764"), ["76,4 %", "76.4%"]);
        assert_eq!(shown("debt_yield", "0.0788"), ["7,88 %", "7.88%"]);
        assert_eq!(shown("dscr", "1.25"), ["1,25x", "1.25x"]);
        assert_eq!(shown("risk_score_simple", "62"), ["62 / 100", "62/100"]);
        assert_eq!(shown("noi", "-1234.5"), ["−1 234,50 €", "−€1,234.50"]);
        assert_eq!(shown("irr", "0.1200"), ["0,12", "0.12"]);
        let compact = kpi_value_compact(Lang::En, "crd_total", "18700000".parse().unwrap(), Some("€"));
        assert_eq!(compact, "€18.7m");
    }
}
