//! Consistency checks of a `kpi_snapshot`; values are never corrected.
//!
//! Each check compares a received value with the one computed from the service's other metrics, on exact values. If a
//! metric is missing, the check is skipped. If the divisor is zero or the net operating income is negative, the result
//! is reported as meaningless.

use std::cmp::Reverse;

use rust_decimal::Decimal;

use crate::text::{Messages, number};
use crate::vocabulary::{
    Band, METRICS, MetricUnit, Thresholds, kpi_short, kpi_value, kpi_values_apart, metric,
};

use super::stress_scenarios::{self, BindingTest};

/// Results of the checks of one snapshot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KpiAudit {
    /// Failed checks, in the order of the metrics.
    pub findings: Vec<KpiFault>,
    /// Values computed from the metrics that have no received counterpart.
    pub derived: Vec<DerivedValue>,
    /// Number of checks that passed.
    pub passed: u32,
    /// The test that limits the loan most.
    pub binding: Option<BindingTest>,
}

/// A value that the service does not send, computed from its metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DerivedValue {
    /// Message key of its name, or of the formula without meaning.
    pub name: &'static str,
    /// Value as a fraction; `None` if it has no meaning.
    pub value: Option<Decimal>,
}

/// A metric that fails a check, or is beyond its threshold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KpiFault {
    /// Key of the metric.
    pub key: &'static str,
    /// Kind of fault.
    pub issue: KpiIssue,
    /// Received value.
    pub received: Decimal,
    /// Value that the other metrics give, or the threshold.
    pub expected: Option<Decimal>,
    /// Message key of the formula of the expected value.
    pub formula: Option<&'static str>,
}

impl KpiFault {
    /// Returns the faults of a snapshot: failed checks in the order of the metrics, then metrics beyond a threshold.
    #[must_use]
    pub fn all(value: impl Fn(&str) -> Option<Decimal>, bands: &Thresholds) -> Vec<Self> {
        let mut faults = check(&value, bands).findings;
        faults.extend(METRICS.iter().filter_map(|metric| {
            let (received, limits) = value(metric.key).zip(bands.limits(metric.key))?;
            let is_alert = bands.band(metric.key, received) == Band::Alert;
            let fault = Self::new(metric.key, KpiIssue::Threshold, received);
            is_alert.then_some(Self { expected: Some(limits.watch), ..fault })
        }));
        faults
    }

    /// Returns the difference between the received and the expected value.
    #[must_use]
    pub fn difference(&self) -> Option<Decimal> {
        Some(self.received.checked_sub(self.expected?)?.abs())
    }

    /// Returns the order in a list: arithmetic before thresholds, then the metric, then the largest difference.
    #[must_use]
    pub fn rank(&self) -> impl Ord + use<> {
        let metric = METRICS.iter().position(|metric| metric.key == self.key);
        (self.issue == KpiIssue::Threshold, metric, Reverse(self.difference()))
    }

    const fn new(key: &'static str, issue: KpiIssue, received: Decimal) -> Self {
        Self { key, issue, received, expected: None, formula: None }
    }

    /// Returns the name of the check for scripts.
    #[must_use]
    pub fn check(&self) -> &'static str {
        self.issue.into()
    }

    /// Returns the fault as text: the received value, and what it should be.
    #[must_use]
    pub fn full_text(&self, messages: &'static Messages, currency: Option<&str>) -> String {
        let (text, hint) = (self.text(messages, currency), self.hint(messages, currency));
        if hint.is_empty() { text } else { format!("{text} · {hint}") }
    }

    /// Returns the fault as a sentence: `DSCR reçu 1,25x, recalculé 1,20x`.
    #[must_use]
    pub fn text(&self, messages: &'static Messages, currency: Option<&str>) -> String {
        let values = [self.received, self.expected.unwrap_or(self.received)];
        let [received, expected] = kpi_values_apart(messages.lang(), self.key, values, currency);
        let name = kpi_short(messages.lang(), self.key);
        let args = [("name", name.into()), ("received", received.into()), ("expected", expected.into())];
        messages.with(&format!("check-{}", self.check().replace('_', "-")), &args)
    }

    /// Returns the formula, or a hint that the periods may differ. Else empty.
    #[must_use]
    pub fn hint(&self, messages: &'static Messages, currency: Option<&str>) -> String {
        match (self.issue, self.formula, self.expected) {
            (KpiIssue::Differs { period_mismatch: true }, ..) => messages.get("check-period").into_owned(),
            (KpiIssue::Differs { .. }, Some(formula), _) => messages.get(formula).into_owned(),
            (_, Some(formula), Some(value)) => {
                let value_text = kpi_value(messages.lang(), self.key, value, currency);
                let args = [("formula", messages.get(formula).into()), ("value", value_text.into())];
                messages.with("check-instead", &args)
            }
            _ => String::new(),
        }
    }
}

/// Result of dividing two metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ratio {
    /// One of the metrics was not received.
    Missing,
    /// The divisor is not positive, or the income is negative.
    Meaningless,
    /// The quotient.
    Value(Decimal),
}

impl Ratio {
    fn value(self) -> Option<Decimal> {
        match self {
            Self::Value(value) => Some(value),
            Self::Missing | Self::Meaningless => None,
        }
    }
}

/// Kind of fault in a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum KpiIssue {
    /// Outside the range the contract states, or an amount that should not be negative.
    OutOfRange,
    /// A percentage where a fraction is due: 65 for 0.65.
    UnitSlip,
    /// The other metrics give a different value.
    Differs {
        /// True if the two differ like a month or a quarter from a year.
        period_mismatch: bool,
    },
    /// Interest is covered less than the whole debt service.
    IcrBelowDscr,
    /// Beyond its threshold.
    Threshold,
}

/// Checked quotients: metric, numerator, denominator and message key of the formula.
const RATIOS: [(&str, &str, &str, &str); 3] = [
    ("ltv", "crd_total", "valeur_venale", "check-formula-ltv"),
    ("debt_yield", "noi", "crd_total", "check-formula-debt-yield"),
    ("dscr", "noi", "service_dette", "check-formula-dscr"),
];

/// Metrics whose arithmetic is checked, besides the ranges of all metrics.
pub const CHECKED_METRICS: [&str; 5] = ["ltv", "debt_yield", "dscr", "icr", "crd_total"];

/// Checks a snapshot. `value` returns the exact value of a metric by its key.
#[must_use]
pub fn audit(value: impl Fn(&str) -> Option<Decimal>, bands: &Thresholds) -> KpiAudit {
    let mut audit = check(&value, bands);
    audit.derive(&value);
    audit.binding = stress_scenarios::binding_test(&value, bands);
    audit
}

/// Returns the metrics with a failed check, in the order of the metrics.
pub fn failed_metrics(
    value: impl Fn(&str) -> Option<Decimal>,
    bands: &Thresholds,
) -> impl Iterator<Item = &'static str> {
    check(&value, bands).findings.into_iter().map(|finding| finding.key)
}

fn check(value: &impl Fn(&str) -> Option<Decimal>, bands: &Thresholds) -> KpiAudit {
    let mut audit = KpiAudit::default();
    audit.check_ranges(value);
    let tranches = value("crd_senior").zip(value("crd_mezzanine")).and_then(|(a, b)| a.checked_add(b));
    audit.compare("crd_total", value("crd_total").zip(tranches), bands, "check-formula-tranches");
    for (key, numerator, denominator, formula) in RATIOS {
        let computed = ratio(value(numerator), value(denominator));
        if computed == Ratio::Meaningless {
            audit.derived.push(DerivedValue { name: formula, value: None });
        }
        audit.compare(key, value(key).zip(computed.value()), bands, formula);
    }
    if let Some((icr, dscr)) = value("icr").zip(value("dscr")) {
        let fault = KpiFault::new("icr", KpiIssue::IcrBelowDscr, icr);
        audit.record((icr < dscr).then_some(KpiFault { expected: Some(dscr), ..fault }));
    }
    let kpi_order = |finding: &KpiFault| METRICS.iter().position(|kpi| kpi.key == finding.key);
    audit.findings.sort_by_key(kpi_order);
    audit
}

impl KpiAudit {
    fn record(&mut self, fault: Option<KpiFault>) {
        self.passed += u32::from(fault.is_none());
        self.findings.extend(fault);
    }

    /// Derives values that the service never sends: senior LTV and the yield implied by the income.
    fn derive(&mut self, value: &impl Fn(&str) -> Option<Decimal>) {
        let senior = ratio(value("crd_senior"), value("valeur_venale"));
        let sent = |key: &str| value(key).filter(|value| range_issue(key, *value).is_none());
        let product = || sent("debt_yield")?.checked_mul(sent("ltv")?);
        let implied = match ratio(value("noi"), value("valeur_venale")) {
            Ratio::Missing => product().map_or(Ratio::Missing, Ratio::Value),
            ratio => ratio,
        };
        for (name, ratio) in [("check-senior-ltv", senior), ("check-implied-yield", implied)] {
            if ratio != Ratio::Missing {
                self.derived.push(DerivedValue { name, value: ratio.value() });
            }
        }
    }

    /// Checks all ranges; together they count as one check.
    fn check_ranges(&mut self, value: &impl Fn(&str) -> Option<Decimal>) {
        let mut has_value = false;
        let before = self.findings.len();
        for kpi in &METRICS {
            let Some(value) = value(kpi.key) else { continue };
            has_value = true;
            if let Some(issue) = range_issue(kpi.key, value) {
                self.findings.push(KpiFault::new(kpi.key, issue, value));
            }
        }
        if has_value && self.findings.len() == before {
            self.passed += 1;
        }
    }

    fn compare(
        &mut self,
        key: &'static str,
        values: Option<(Decimal, Decimal)>,
        bands: &Thresholds,
        formula: &'static str,
    ) {
        let Some((received, computed)) = values else { return };
        let (expected, formula) = (Some(computed), Some(formula));
        // Report an out-of-range metric once, with the computed value.
        if let Some(fault) = self.findings.iter_mut().find(|fault| fault.key == key) {
            (fault.expected, fault.formula) = (expected, formula);
            return;
        }
        let difference = received.checked_sub(computed);
        let differs = difference.is_none_or(|difference| difference.abs() > bands.tolerance(key));
        let period_mismatch = key == "dscr" && looks_like_periods(received, computed);
        let issue = KpiIssue::Differs { period_mismatch };
        self.record(differs.then_some(KpiFault { key, issue, received, expected, formula }));
    }

    /// Returns the agreeing checks and the binding test: `5 concordent. Test contraignant : LTV, rupture à 18,7 M€`.
    /// Empty if nothing could be checked.
    #[must_use]
    pub fn summary(&self, messages: &'static Messages, currency: Option<&str>) -> String {
        let agreed = (self.passed > 0).then(|| messages.with("check-agree", &[("n", self.passed.into())]));
        let binding = self.binding.map(|binding| binding.text(messages, currency));
        agreed.into_iter().chain(binding).collect::<Vec<_>>().join(" ")
    }
}

impl DerivedValue {
    /// Returns the text: `LTV senior (calculée) 54,2 %`, or `NOI ÷ CRD n. s.`
    #[must_use]
    pub fn text(&self, messages: &'static Messages) -> String {
        let value_text = match self.value {
            Some(value) => number::percent(messages.lang(), value, 1),
            None => messages.get("absent-meaningless").into_owned(),
        };
        let args = [("name", messages.get(self.name).into()), ("value", value_text.into())];
        messages.with("check-derived", &args)
    }
}

fn range_issue(key: &str, value: Decimal) -> Option<KpiIssue> {
    let kpi = metric(key)?;
    let is_unit_slip = match (key, kpi.unit) {
        ("pct_perte_estimee", _) => value > Decimal::ONE && value <= Decimal::ONE_HUNDRED,
        (_, MetricUnit::Fraction { .. }) => value > Decimal::TWO && value <= Decimal::from(200),
        _ => false,
    };
    if is_unit_slip {
        return Some(KpiIssue::UnitSlip);
    }
    let out_of_range = match kpi.range {
        Some((min, max)) => value < min || value > max,
        None if key == "valeur_venale" => value <= Decimal::ZERO,
        None => kpi.unit == MetricUnit::Money && key != "noi" && value < Decimal::ZERO,
    };
    out_of_range.then_some(KpiIssue::OutOfRange)
}

/// Returns whether one value is about 4 or 12 times the other: a quarter or month taken for a year.
fn looks_like_periods(received: Decimal, computed: Decimal) -> bool {
    let times = |a: Decimal, b: Decimal| a.checked_div(b).unwrap_or_default();
    [times(received, computed), times(computed, received)].iter().any(|times| {
        [4_u32, 12].iter().any(|periods| {
            let periods = Decimal::from(*periods);
            (*times - periods).abs() <= periods * hundredths(5)
        })
    })
}

fn ratio(numerator: Option<Decimal>, denominator: Option<Decimal>) -> Ratio {
    let Some((numerator, denominator)) = numerator.zip(denominator) else {
        return Ratio::Missing;
    };
    if denominator <= Decimal::ZERO || numerator < Decimal::ZERO {
        return Ratio::Meaningless;
    }
    numerator.checked_div(denominator).map_or(Ratio::Meaningless, Ratio::Value)
}

const fn hundredths(count: u32) -> Decimal {
    Decimal::from_parts(count, 0, 0, false, 2)
}

#[cfg(test)]
#[path = "kpi_checks_tests.rs"]
mod tests;
