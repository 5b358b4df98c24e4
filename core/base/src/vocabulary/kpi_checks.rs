//! Consistency checks of a `kpi_snapshot`; values are never corrected.
//!
//! Each check compares a received value with the one computed from the service's other metrics, on exact values. If a
//! metric is missing, the check is skipped. If the divisor is zero or the net operating income is negative, the result
//! is reported as meaningless.

use rust_decimal::Decimal;

use crate::text::{Messages, number};
use crate::vocabulary::{Band, METRICS, MetricUnit, Thresholds, kpi_short, kpi_value, metric};

use super::stress_scenarios::{self, BindingTest};

/// Results of the checks of one snapshot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KpiAudit {
    /// Failed checks, in the order of the metrics.
    pub findings: Vec<Finding>,
    /// Values computed from the metrics that have no received counterpart.
    pub derived: Vec<DerivedValue>,
    /// Number of checks that passed.
    pub passed: u32,
    /// The test that limits the loan most.
    pub binding: Option<BindingTest>,
}

/// A failed check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Key of the metric.
    pub key: &'static str,
    /// Kind of fault.
    pub issue: KpiIssue,
    /// Computed value for an out-of-range metric, with its formula's message key.
    pub computed: Option<(Decimal, &'static str)>,
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
    /// The failed check; `None` if the metric is beyond its threshold.
    pub finding: Option<Finding>,
    /// Received value.
    pub received: Decimal,
    /// Value that the other metrics give, or the threshold.
    pub expected: Option<Decimal>,
}

impl KpiFault {
    /// Returns the faults of a snapshot: failed checks in the order of the metrics, then metrics beyond a threshold.
    #[must_use]
    pub fn all(value: impl Fn(&str) -> Option<Decimal>, bands: &Thresholds) -> Vec<Self> {
        let failed = check(&value, bands).findings.into_iter().filter_map(|finding| {
            let key = finding.key;
            let expected = match finding.issue {
                KpiIssue::Differs { computed, .. } => Some(computed),
                KpiIssue::IcrBelowDscr => value("dscr"),
                KpiIssue::OutOfRange | KpiIssue::UnitSlip => finding.computed.map(|(value, _)| value),
            };
            Some(Self { key, received: value(key)?, expected, finding: Some(finding) })
        });
        let beyond = METRICS.iter().filter_map(|metric| {
            let (received, limits) = value(metric.key).zip(bands.limits(metric.key))?;
            let is_alert = bands.band(metric.key, received) == Band::Alert;
            is_alert.then_some(Self {
                key: metric.key,
                finding: None,
                received,
                expected: Some(limits.watch),
            })
        });
        failed.chain(beyond).collect()
    }

    /// Returns the name of the check for scripts.
    #[must_use]
    pub fn check(&self) -> &'static str {
        match self.finding.as_ref().map(|finding| &finding.issue) {
            Some(KpiIssue::OutOfRange) => "out_of_range",
            Some(KpiIssue::UnitSlip) => "unit_slip",
            Some(KpiIssue::Differs { .. }) => "differs",
            Some(KpiIssue::IcrBelowDscr) => "icr_below_dscr",
            None => "threshold",
        }
    }

    /// Returns the fault as text: the received value, and what it should be.
    #[must_use]
    pub fn text(&self, messages: &'static Messages, currency: Option<&str>) -> String {
        let Some(finding) = &self.finding else {
            let text_of = |value| kpi_value(messages.lang(), self.key, value, currency);
            let limit = self.expected.map(text_of).unwrap_or_default();
            let name = kpi_short(messages.lang(), self.key);
            let args =
                [("name", name.into()), ("value", text_of(self.received).into()), ("limit", limit.into())];
            return messages.with("check-threshold", &args);
        };
        let texts = [finding.text(messages, currency), finding.hint(messages, currency)];
        let texts: Vec<&str> = texts.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
        texts.join(" · ")
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KpiIssue {
    /// Outside the range the contract states, or an amount that should not be negative.
    OutOfRange,
    /// A percentage where a fraction is due: 65 for 0.65.
    UnitSlip,
    /// The other metrics give a different value.
    Differs {
        /// Value as the service sent it.
        received: Decimal,
        /// Value computed from the other metrics.
        computed: Decimal,
        /// Message key of the formula.
        formula: &'static str,
        /// True if the two differ like a month or a quarter from a year.
        period_mismatch: bool,
    },
    /// Interest is covered less than the whole debt service.
    IcrBelowDscr,
}

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
    audit.compare(
        "crd_total",
        value("crd_total"),
        tranches,
        bands.tolerance("crd_total"),
        "check-formula-tranches",
    );
    let ltv = audit.ratio(value("crd_total"), value("valeur_venale"), "check-formula-ltv");
    let tolerance = bands.tolerance("ltv");
    audit.compare("ltv", value("ltv"), ltv, tolerance, "check-formula-ltv");
    let debt_yield = audit.ratio(value("noi"), value("crd_total"), "check-formula-debt-yield");
    audit.compare(
        "debt_yield",
        value("debt_yield"),
        debt_yield,
        bands.tolerance("debt_yield"),
        "check-formula-debt-yield",
    );
    let dscr = audit.ratio(value("noi"), value("service_dette"), "check-formula-dscr");
    let tolerance = bands.tolerance("dscr");
    audit.compare("dscr", value("dscr"), dscr, tolerance, "check-formula-dscr");
    if let Some((icr, dscr)) = value("icr").zip(value("dscr")) {
        audit.record("icr", (icr < dscr).then_some(KpiIssue::IcrBelowDscr));
    }
    let kpi_order = |finding: &Finding| METRICS.iter().position(|kpi| kpi.key == finding.key);
    audit.findings.sort_by_key(kpi_order);
    audit
}

impl KpiAudit {
    fn record(&mut self, key: &'static str, issue: Option<KpiIssue>) {
        match issue {
            Some(issue) => self.findings.push(Finding { key, issue, computed: None }),
            None => self.passed += 1,
        }
    }

    /// Divides two metrics; records a meaningless result under its formula's name.
    fn ratio(
        &mut self,
        numerator: Option<Decimal>,
        denominator: Option<Decimal>,
        formula: &'static str,
    ) -> Option<Decimal> {
        let ratio = ratio(numerator, denominator);
        if ratio == Ratio::Meaningless {
            self.derived.push(DerivedValue { name: formula, value: None });
        }
        ratio.value()
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
                self.findings.push(Finding { key: kpi.key, issue, computed: None });
            }
        }
        if has_value && self.findings.len() == before {
            self.passed += 1;
        }
    }

    fn compare(
        &mut self,
        key: &'static str,
        received: Option<Decimal>,
        computed: Option<Decimal>,
        tolerance: Decimal,
        formula: &'static str,
    ) {
        let Some((received, computed)) = received.zip(computed) else {
            return;
        };
        // Report an out-of-range metric once, with the computed value.
        if let Some(finding) = self.findings.iter_mut().find(|finding| finding.key == key) {
            finding.computed = Some((computed, formula));
            return;
        }
        let differs = received.checked_sub(computed).is_none_or(|difference| difference.abs() > tolerance);
        let period_mismatch = key == "dscr" && looks_like_periods(received, computed);
        self.record(
            key,
            differs.then_some(KpiIssue::Differs { received, computed, formula, period_mismatch }),
        );
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

impl Finding {
    /// Returns the finding as a sentence: `DSCR reçu 1,25x, recalculé 1,20x`.
    #[must_use]
    pub fn text(&self, messages: &'static Messages, currency: Option<&str>) -> String {
        let name = kpi_short(messages.lang(), self.key);
        let value_text = |value| kpi_value(messages.lang(), self.key, value, currency);
        match &self.issue {
            KpiIssue::OutOfRange => messages.with("check-out-of-range", &[("name", name.into())]),
            KpiIssue::UnitSlip => messages.with("check-unit-slip", &[("name", name.into())]),
            KpiIssue::IcrBelowDscr => messages.get("check-order").into_owned(),
            KpiIssue::Differs { received, computed, .. } => messages.with(
                "check-different",
                &[
                    ("name", name.into()),
                    ("received", value_text(*received).into()),
                    ("computed", value_text(*computed).into()),
                ],
            ),
        }
    }

    /// Returns the formula, or a hint that the periods may differ. Else empty.
    #[must_use]
    pub fn hint(&self, messages: &'static Messages, currency: Option<&str>) -> String {
        if let Some((value, formula)) = self.computed {
            let value_text = kpi_value(messages.lang(), self.key, value, currency);
            let args = [("formula", messages.get(formula).into()), ("value", value_text.into())];
            return messages.with("check-instead", &args);
        }
        match &self.issue {
            KpiIssue::Differs { period_mismatch: true, .. } => messages.get("check-period").into_owned(),
            KpiIssue::Differs { formula, .. } => messages.get(formula).into_owned(),
            _ => String::new(),
        }
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
