//! Stress tests: the binding test, its breaking point, and the ratios after the usual shocks.
//!
//! Computed locally on exact values; ratios with missing metrics are omitted.

use rust_decimal::Decimal;

use crate::text::{Lang, MessageArg, Messages, number};
use crate::vocabulary::{Band, LimitKind, Thresholds, kpi_short, kpi_value, kpi_value_compact};

/// The tightest of LTV, DSCR and debt yield. It allows the smallest loan at the last limit before alert.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BindingTest {
    /// Key of the metric.
    pub key: &'static str,
    /// Market value (LTV) or net operating income (the others) at which the limit is reached.
    pub breaks_at: Decimal,
    /// True if the limit is already passed: the loan is larger than the test allows.
    pub is_breached: bool,
}

impl BindingTest {
    /// Returns the text: `Test contraignant : LTV, rupture à une valeur de 18,7 M€`. It names the metric that the
    /// amount is of. A limit already passed has another text.
    #[must_use]
    pub fn text(&self, messages: &'static Messages, currency: Option<&str>) -> String {
        let value = kpi_value_compact(messages.lang(), "valeur_venale", self.breaks_at, currency);
        let key = match (self.key, self.is_breached) {
            ("ltv", false) => "check-binding-value",
            ("ltv", true) => "check-broken-value",
            (_, false) => "check-binding-noi",
            (_, true) => "check-broken-noi",
        };
        let name = kpi_short(messages.lang(), self.key);
        messages.with(key, &[("name", name.into()), ("value", value.into())])
    }
}

/// A shock to one of the metrics behind the ratios.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shock {
    /// The market value falls by this percentage.
    Value(u32),
    /// The net operating income falls by this percentage.
    Income(u32),
    /// Interest on the whole debt rises by this many basis points.
    Rate(u32),
}

impl Shock {
    /// Shocks that lenders usually ask for.
    const USUAL: [Self; 5] =
        [Self::Value(5), Self::Value(10), Self::Value(20), Self::Income(10), Self::Rate(100)];

    fn label(self, lang: Lang) -> String {
        let messages = Messages::new(lang);
        match self {
            Self::Value(cut) => messages.with("stress-value", &[("cut", percent_text(lang, cut).into())]),
            Self::Income(cut) => messages.with("stress-noi", &[("cut", percent_text(lang, cut).into())]),
            Self::Rate(points) => messages.with("stress-rate", &[("n", MessageArg::from(u64::from(points)))]),
        }
    }
}

/// Ratios after one shock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StressResult {
    /// The shock.
    pub shock: Shock,
    /// Affected ratios, by key, with their new values.
    pub ratios: Vec<(&'static str, Decimal)>,
}

/// One ratio after a shock, for display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StressCell {
    /// Text, e.g. `LTV 80,4 %`.
    pub text: String,
    /// Band of the new value.
    pub band: Band,
    /// Text of the band.
    pub band_label: String,
}

/// One shock, for display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StressLine {
    /// Name of the shock, e.g. `Valeur −10 %`.
    pub label: String,
    /// Affected ratios.
    pub cells: Vec<StressCell>,
}

/// Returns the ratios after each usual shock that affects at least one.
#[must_use]
pub fn stress(value: impl Fn(&str) -> Option<Decimal>) -> Vec<StressResult> {
    let positive = |key: &str| value(key).filter(|value| *value > Decimal::ZERO);
    let (crd, market_value) = (positive("crd_total"), positive("valeur_venale"));
    let (noi, debt_service) = (positive("noi"), positive("service_dette"));
    let interest = noi.zip(positive("icr")).and_then(|(noi, icr)| noi.checked_div(icr));
    let divide =
        |numerator: Option<Decimal>, denominator: Option<Decimal>| numerator?.checked_div(denominator?);
    let lowered = |from: Option<Decimal>, cut: u32| {
        from?.checked_mul(Decimal::ONE_HUNDRED - Decimal::from(cut))?.checked_div(Decimal::ONE_HUNDRED)
    };
    let shocked = |shock: Shock| match shock {
        Shock::Value(cut) => vec![("ltv", divide(crd, lowered(market_value, cut)))],
        Shock::Income(cut) => {
            let noi = lowered(noi, cut);
            vec![
                ("dscr", divide(noi, debt_service)),
                ("icr", divide(noi, interest)),
                ("debt_yield", divide(noi, crd)),
            ]
        }
        Shock::Rate(points) => {
            let extra_interest = crd.and_then(|crd| crd.checked_mul(Decimal::new(i64::from(points), 4)));
            let plus_extra = |amount: Option<Decimal>| amount?.checked_add(extra_interest?);
            vec![("dscr", divide(noi, plus_extra(debt_service))), ("icr", divide(noi, plus_extra(interest)))]
        }
    };
    Shock::USUAL
        .into_iter()
        .map(|shock| {
            let ratios = shocked(shock).into_iter();
            StressResult { shock, ratios: ratios.filter_map(|(key, value)| Some((key, value?))).collect() }
        })
        .filter(|stress| !stress.ratios.is_empty())
        .collect()
}

impl StressResult {
    /// Returns the shock as a line: `Valeur −10 %  LTV 84,9 % alerte`.
    #[must_use]
    pub fn line(&self, lang: Lang, bands: &Thresholds) -> StressLine {
        let messages = Messages::new(lang);
        let cell = |(key, value): &(&'static str, Decimal)| {
            // Ranges apply to received values only, so judge the computed value by its limits alone.
            let band = bands.limits(key).map_or(Band::None, |limits| limits.band(*value));
            StressCell {
                text: format!("{} {}", kpi_short(lang, key), kpi_value(lang, key, *value, None)),
                band,
                band_label: messages.get(band.key()).into_owned(),
            }
        };
        StressLine { label: self.shock.label(lang), cells: self.ratios.iter().map(cell).collect() }
    }
}

fn percent_text(lang: Lang, hundredths: u32) -> String {
    number::percent(lang, Decimal::new(i64::from(hundredths), 2), 0)
}

/// Returns the binding test. `value` returns the exact value of a metric by its key.
pub(super) fn binding_test(
    value: &impl Fn(&str) -> Option<Decimal>,
    bands: &Thresholds,
) -> Option<BindingTest> {
    let crd = value("crd_total").filter(|crd| *crd > Decimal::ZERO)?;
    let noi = value("noi").filter(|noi| *noi > Decimal::ZERO);
    let limit =
        |key, sense| bands.limits(key).filter(|limits| limits.kind == sense).map(|limits| limits.watch);
    let by_value = limit("ltv", LimitKind::Ceiling).and_then(|limit| {
        let market_value = value("valeur_venale").filter(|market_value| *market_value > Decimal::ZERO)?;
        Some((limit.checked_mul(market_value)?, "ltv", crd.checked_div(limit)?))
    });
    let by_yield = limit("debt_yield", LimitKind::Floor).and_then(|limit| {
        let breaks_at = crd.checked_mul(limit)?;
        Some((noi?.checked_div(limit)?, "debt_yield", breaks_at))
    });
    let by_cover = limit("dscr", LimitKind::Floor).and_then(|limit| {
        let debt_service = value("service_dette").filter(|debt_service| *debt_service > Decimal::ZERO)?;
        let breaks_at = debt_service.checked_mul(limit)?;
        // Debt service grows with the loan, so the loan may grow as far as the cover exceeds its limit.
        Some((crd.checked_mul(noi?.checked_div(breaks_at)?)?, "dscr", breaks_at))
    });
    let tests = [by_value, by_yield, by_cover];
    tests.into_iter().flatten().min_by_key(|(loan, _, _)| *loan).map(|(loan, key, breaks_at)| BindingTest {
        key,
        breaks_at,
        is_breached: loan < crd,
    })
}

#[cfg(test)]
mod tests {
    use crate::text::plain_spaces;

    use super::*;

    fn sample_value(key: &str) -> Option<Decimal> {
        let text = match key {
            "crd_total" => "14100000",
            "valeur_venale" => "18455497",
            "noi" => "1111080",
            "service_dette" => "925900",
            "icr" => "1.66",
            _ => return None,
        };
        text.parse().ok()
    }

    fn stress_texts(lang: Lang) -> Vec<String> {
        let bands = Thresholds::default();
        let line = |stress: &StressResult| {
            let line = stress.line(lang, &bands);
            let cells: Vec<String> =
                line.cells.iter().map(|cell| format!("{} {}", cell.text, cell.band_label)).collect();
            plain_spaces(&format!("{}: {}", line.label, cells.join(", "))).into_owned()
        };
        stress(sample_value).iter().map(line).collect()
    }

    #[test]
    fn stress_shock_lists_only_the_ratios_it_affects() {
        assert_eq!(
            stress_texts(Lang::Fr),
            [
                "Valeur −5 %: LTV 80,4 % alerte",
                "Valeur −10 %: LTV 84,9 % alerte",
                "Valeur −20 %: LTV 95,5 % alerte",
                "NOI −10 %: DSCR 1,08x vigilance, ICR 1,49x alerte, Rdt dette 7,09 % alerte",
                "Taux +100 pb: DSCR 1,04x vigilance, ICR 1,37x alerte",
            ]
        );
        assert_eq!(stress_texts(Lang::En).first().map(String::as_str), Some("Value −5%: LTV 80.4% alert"));
    }

    #[test]
    fn stress_tests_need_every_input() {
        let only = |key: &str| sample_value(key).filter(|_| matches!(key, "crd_total" | "valeur_venale"));
        let shocks: Vec<Shock> = stress(only).into_iter().map(|stress| stress.shock).collect();
        assert_eq!(shocks, [Shock::Value(5), Shock::Value(10), Shock::Value(20)]);
        assert!(stress(|_| Some(Decimal::ZERO)).is_empty());
    }
}
