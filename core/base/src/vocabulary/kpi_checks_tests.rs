use proptest::prelude::*;

use crate::text::{Lang, plain_spaces};

use super::*;

type KpiValues = Vec<(&'static str, Decimal)>;

fn kpi_values(text: &'static str) -> KpiValues {
    text.split_whitespace()
        .map(|pair| pair.split_once('=').unwrap())
        .map(|(k, v)| (k, v.parse().unwrap()))
        .collect()
}

fn check(values: &KpiValues) -> KpiAudit {
    audit(
        |key| values.iter().find(|(known, _)| *known == key).map(|(_, value)| *value),
        &Thresholds::default(),
    )
}

fn issues(text: &'static str) -> Vec<(&'static str, KpiIssue)> {
    check(&kpi_values(text)).findings.into_iter().map(|finding| (finding.key, finding.issue)).collect()
}

const CONSISTENT: &str = "ltv=0.764 ltc=0.742 debt_yield=0.0788 dscr=1.20 icr=1.66 crd_total=14100000 \
     crd_senior=10000000 crd_mezzanine=4100000 valeur_venale=18455497 noi=1111080 service_dette=925900";

#[test]
fn a_sound_snapshot_agrees_six_times() {
    let audit = check(&kpi_values(CONSISTENT));
    assert_eq!(audit.findings, []);
    assert_eq!(audit.passed, 6);
}

#[test]
fn value_beyond_its_threshold_has_the_digits_that_differ() {
    let text = |values: &'static str| {
        let values = kpi_values(values);
        let value = |key: &str| values.iter().find(|(known, _)| *known == key).map(|(_, value)| *value);
        KpiFault::all(value, &Thresholds::default())[0].text(Messages::new(Lang::En), None)
    };
    assert_eq!(text("ltv=0.81"), "LTV 81.0%, threshold 75.0%");
    assert_eq!(text("ltv=0.7504"), "LTV 75.04%, threshold 75.00%");
    assert_eq!(text("dscr=0.99996"), "DSCR 0.99996x, threshold 1.00000x");
}

#[test]
fn the_panel_of_the_mock_up() {
    let mut metrics = kpi_values(CONSISTENT);
    metrics.retain(|(key, _)| *key != "dscr");
    metrics.push(("dscr", "1.25".parse().unwrap()));
    let audit = check(&metrics);
    let messages = Messages::new(Lang::Fr);
    assert_eq!(audit.passed, 5);
    assert_eq!(audit.findings.len(), 1);
    assert_eq!(audit.findings[0].text(messages, Some("€")), "DSCR\u{a0}: reçu 1,25x, recalculé 1,20x");
    assert_eq!(audit.findings[0].hint(messages, None), "NOI ÷ service de la dette");
    let binding = audit.binding.unwrap();
    assert_eq!(binding.key, "ltv");
    assert_eq!(
        plain_spaces(&binding.text(messages, Some("€"))),
        "Test contraignant : LTV, déjà en rupture (valeur inférieure à 18,8 M€)"
    );
    let summary = audit.summary(messages, Some("€"));
    assert_eq!(
        plain_spaces(&summary),
        "5 contrôles concordent. Test contraignant : LTV, déjà en rupture (valeur inférieure à 18,8 M€)"
    );
    assert_eq!(KpiAudit::default().summary(messages, None), "");
    let en = Messages::new(Lang::En);
    assert_eq!(binding.text(en, Some("€")), "Binding constraint: LTV, already breached (value below €18.8m)");
}

#[test]
fn kpi_check_reports_each_fault_once() {
    assert_eq!(issues("ltv=65 crd_total=65 valeur_venale=100"), [("ltv", KpiIssue::UnitSlip)]);
    assert_eq!(issues("pct_perte_estimee=4"), [("pct_perte_estimee", KpiIssue::UnitSlip)]);
    assert_eq!(
        issues("debt_yield=8 ltc=201"),
        [("ltc", KpiIssue::OutOfRange), ("debt_yield", KpiIssue::UnitSlip)]
    );
    assert_eq!(issues("risk_score_simple=101"), [("risk_score_simple", KpiIssue::OutOfRange)]);
    assert_eq!(
        issues("valeur_venale=0 crd_total=-1"),
        [("crd_total", KpiIssue::OutOfRange), ("valeur_venale", KpiIssue::OutOfRange)]
    );
    assert_eq!(issues("noi=-5"), []);
    assert_eq!(issues("icr=1.1 dscr=1.2"), [("icr", KpiIssue::IcrBelowDscr)]);
    let differs = check(&kpi_values("crd_total=100 crd_senior=60 crd_mezzanine=40.02")).findings;
    let [KpiFault { key: "crd_total", issue, formula: Some("check-formula-tranches"), .. }] = &*differs
    else {
        panic!("{differs:?}");
    };
    assert_eq!(*issue, KpiIssue::Differs { period_mismatch: false });
}

#[test]
fn tolerances_are_those_stated() {
    assert_eq!(issues("crd_total=100 crd_senior=60 crd_mezzanine=40.01"), []);
    assert_eq!(issues("ltv=0.655 crd_total=65 valeur_venale=100"), []);
    assert_eq!(issues("ltv=0.6551 crd_total=65 valeur_venale=100").len(), 1);
    assert_eq!(issues("debt_yield=0.081 noi=8 crd_total=100"), []);
    assert_eq!(issues("debt_yield=0.0811 noi=8 crd_total=100").len(), 1);
    assert_eq!(issues("dscr=1.22 noi=120 service_dette=100"), []);
    assert_eq!(issues("dscr=1.2201 noi=120 service_dette=100").len(), 1);
}

#[test]
fn ratio_off_by_a_period_factor_suggests_different_periods() {
    let messages = Messages::new(Lang::En);
    for (text, hint) in [
        ("dscr=1.20 noi=480 service_dette=100", "different periods?"),
        ("dscr=14.5 noi=120 service_dette=100", "different periods?"),
        ("dscr=2 noi=120 service_dette=100", "NOI ÷ debt service"),
    ] {
        let audit = check(&kpi_values(text));
        assert_eq!(audit.findings[0].hint(messages, None), hint, "{text}");
    }
}

#[test]
fn kpi_checks_skip_values_that_cannot_be_computed() {
    for text in
        ["", "ltv=0.6 crd_total=60", "dscr=1.2 noi=120 service_dette=0", "debt_yield=0.1 noi=5 crd_total=0"]
    {
        let audit = check(&kpi_values(text));
        assert_eq!(audit.findings, [], "{text}");
        assert!(audit.passed <= 1, "{text}");
        assert!(audit.binding.is_none(), "{text}");
    }
    assert_eq!(check(&Vec::new()).passed, 0);
}

#[test]
fn unit_slip_hint_shows_the_computed_ratio() {
    let audit = check(&kpi_values("ltv=69.97 crd_total=2994716 valeur_venale=4280000"));
    let messages = Messages::new(Lang::Fr);
    let [finding] = &*audit.findings else {
        panic!("{:?}", audit.findings);
    };
    assert_eq!(plain_spaces(&finding.text(messages, None)), "LTV : pourcentage saisi comme fraction ?");
    assert_eq!(plain_spaces(&finding.hint(messages, None)), "CRD ÷ valeur vénale = 70,0 %");
}

#[test]
fn missing_kpis_are_derived_and_labelled_as_computed() {
    let messages = Messages::new(Lang::Fr);
    let derived = |text| -> Vec<String> {
        let said = check(&kpi_values(text)).derived;
        said.iter().map(|one| plain_spaces(&one.text(messages)).into_owned()).collect()
    };
    assert_eq!(
        derived("crd_senior=54 valeur_venale=100 noi=6"),
        ["LTV senior (calculée) 54,0 %", "Taux de rendement implicite 6,0 %"]
    );
    assert_eq!(
        derived("debt_yield=0.08 ltv=0.75"),
        ["Taux de rendement implicite 6,0 %"],
        "computed from the other metrics"
    );
    assert_eq!(derived("debt_yield=8 ltv=0.75"), [""; 0], "a unit slip must not yield a value");
    assert_eq!(
        derived("noi=5 service_dette=0 crd_total=0"),
        ["NOI ÷ CRD n. s.", "NOI ÷ service de la dette n. s."]
    );
    assert_eq!(derived("noi=-5 service_dette=2"), ["NOI ÷ service de la dette n. s."]);
    assert_eq!(derived("noi=5"), [""; 0]);
}

#[test]
fn the_binding_test_allows_the_smallest_loan() {
    let key =
        |text| check(&kpi_values(text)).binding.map(|binding| (binding.key, binding.breaks_at.normalize()));
    let broken = |text| check(&kpi_values(text)).binding.map(|binding| binding.is_breached);
    // The allowed loan is 75 by LTV, 125 by debt yield and 100 by cover.
    assert_eq!(
        key("crd_total=50 valeur_venale=100 noi=10 service_dette=5"),
        Some(("ltv", "66.666666666666666666666666667".parse().unwrap()))
    );
    assert_eq!(key("crd_total=50 valeur_venale=100 noi=5 service_dette=2"), Some(("debt_yield", 4.into())));
    assert_eq!(key("crd_total=50 valeur_venale=100 noi=7 service_dette=6"), Some(("dscr", 6.into())));
    assert_eq!(broken("crd_total=50 valeur_venale=100 noi=7 service_dette=6"), Some(false));
    let short = "crd_total=70 valeur_venale=100 noi=5 service_dette=6";
    assert_eq!(broken(short), Some(true));
    let said = check(&kpi_values(short)).binding.unwrap();
    assert_eq!(
        said.text(Messages::new(Lang::En), None),
        "Binding constraint: DSCR, already breached (NOI below 6)"
    );
}

proptest! {
    #[test]
    fn no_metrics_break_the_checks(values in prop::collection::vec((0_usize..13, any::<i128>(), 0_u32..29), 0..13)) {
        let kpis: KpiValues = values
            .into_iter()
            .filter_map(|(at, mantissa, scale)| {
                Some((METRICS[at].key, Decimal::try_from_i128_with_scale(mantissa >> 32, scale).ok()?))
            })
            .collect();
        let audit = check(&kpis);
        for finding in &audit.findings {
            let text = finding.text(Messages::new(Lang::Fr), None);
            prop_assert!(!text.contains('$'), "{}", text);
            let _ = finding.hint(Messages::new(Lang::En), None);
        }
    }
}
