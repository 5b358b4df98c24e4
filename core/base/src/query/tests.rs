//! Tests of filters: terms, matching deals, and error positions.

use crate::text::{Lang, Messages, fold, plain_spaces};
use proptest::prelude::*;

use super::*;

mod completions;
mod data_conditions;
mod operators;

#[derive(Clone)]
struct TestDeal {
    text: String,
    status: &'static str,
    class: &'static str,
    owner: &'static str,
    ltv: Option<Decimal>,
    age: Option<i64>,
}

impl QueryRow for TestDeal {
    fn folded_text(&self) -> &str {
        &self.text
    }
    fn id(&self) -> &'static str {
        "d1"
    }
    fn status(&self) -> &str {
        self.status
    }
    fn class(&self) -> &str {
        self.class
    }
    fn owner(&self) -> &str {
        self.owner
    }
    fn number(&self, field: &str) -> Option<Decimal> {
        (field == "ltv").then_some(self.ltv).flatten()
    }
    fn age_days(&self, _: bool) -> Option<AgeDays> {
        self.age.map(AgeDays::exactly)
    }
}

fn sample_deal() -> TestDeal {
    TestDeal {
        text: fold("Le Parc, Lyon 6f1c08d2-4b7e"),
        status: "ic",
        class: "bureaux",
        owner: "A. Martin",
        ltv: Some(Decimal::new(7640, 4)),
        age: Some(12),
    }
}

fn matches_sample(query: &str) -> bool {
    Query::parse(query).unwrap_or_else(|error| panic!("{query}: {error:?}")).matches(&sample_deal())
}

#[test]
fn terms_that_hold() {
    for query in [
        "",
        "  ",
        "\"\"",
        "parc",
        "PÂRC lyon",
        "\"parc, lyon\"",
        "«\u{a0}Le Parc\u{a0}»",
        "6f1c08d2",
        "arc",
        "\"le parc\"",
        "-\"lyo\"",
        "\"6f1c08d2\"",
        "par\"c, ly\"on",
        "parc and lyon",
        "parc et ltv>65% AND statut:ic && -lille & age>10",
        "parc et \"\" age>10",
        "-\"and\"",
        "statut:ic",
        "ltv:alerte",
        "LTV:Alert",
        "ltv:vigilance,alerte",
        "-ltv:ok",
        "ltv!=watch",
        "status:ic",
        "STATUT:IC",
        "statut=ic",
        "statut:ic,closing",
        "statut:\"Comité d'investissement\"",
        "statut:\"comité d’investissement\"",
        "statut:comite",
        "statut:committee",
        "status:inv",
        "-statut:lost",
        "statut!=lost",
        "classe:bureaux",
        "class:offices",
        "classe:bur",
        "classe_actif:bureaux",
        "responsable:\"A. Martin\"",
        "responsable:martin",
        "owner:a",
        "owner:roux,martin",
        "owner:\"martin\"",
        "statut:\"ic\"",
        "-statut:\"i\"",
        "-classe:\"bur\"",
        "-owner:\"A. Mart\"",
        "-owner:\"none\"",
        "-responsable:aucun",
        "ltv>0.65",
        "ltv>0,65",
        "ltv>=65%",
        "ltv > 65%",
        "ltv>65 %",
        "ltv ≥ 65\u{a0}% statut:ic",
        "ltv:76,4\u{202f}%",
        "ltv≥76,4%",
        "ltv:0.764",
        "ltv=76.4%",
        "ltv!=0.5",
        "LTV<80%",
        "-ltv<0.65",
        "-ltv:aucun",
        "dscr:nc",
        "-dscr>1",
        "age>10",
        "age>=12j",
        "age<13d",
        "âge<2sem",
        "ancienneté<1mois",
        "age<=1000w",
        "-age:none",
        "ltv:70..80%",
        "ltv:70%..",
        "ltv:..0,8 dscr!=1..2x",
        "(ltv:70%..76,4 %)",
        "ltv!=0.5..0.7",
        "age:1..2w",
        "age:1sem.. -age:13..",
        "âge!=aucun",
    ] {
        assert!(matches_sample(query), "{query}");
    }
}

#[test]
fn terms_that_do_not_hold() {
    for query in [
        "lille",
        "-parc",
        "lprc",
        "prc",
        "st",
        "\"par\"",
        "\"parc lyon\"",
        "parc and lille",
        "parc -lyon",
        "statut:closing",
        "-statut:ic",
        "statut!=ic",
        "statut:pre_ic",
        "statut:aucun",
        "classe:commerces,mixte",
        "responsable:aucun",
        "owner:artin",
        "ltv<=0.65",
        "ltv>0.764",
        "ltv:none",
        "dscr>1",
        "age>12",
        "age:none",
        "age:aucun",
        "ltv:60..70%",
        "dscr:1..2",
        "age:..11",
        "12:30",
        "parc statut:ic ltv>80%",
    ] {
        assert!(!matches_sample(query), "{query}");
    }
}

#[test]
fn unknown_server_code_is_found_by_its_prefix() {
    let odd = TestDeal { status: "Pré_IC", owner: "", ltv: None, age: None, ..sample_deal() };
    for query in ["statut:pre_ic", "statut:pre_", "responsable:none", "ltv:nc", "-age>1"] {
        assert!(Query::parse(query).unwrap().matches(&odd), "{query}");
    }
    for query in ["statut:ic", "responsable:a", "ltv>0", "age<1000"] {
        assert!(!Query::parse(query).unwrap().matches(&odd), "{query}");
    }
}

#[test]
fn metrics_take_their_own_units() {
    let value = |query: &str| match Query::parse(query).unwrap().terms() {
        [Term { kind: ConditionKind::Number { field, value, .. }, .. }] => {
            (*field, value.normalize().to_string())
        }
        other => panic!("{other:?}"),
    };
    for (query, field, number) in [
        ("dscr<1,25x", "dscr", "1.25"),
        ("icr<2X", "icr", "2"),
        ("rendement>=8%", "debt_yield", "0.08"),
        ("perte>10%", "pct_perte_estimee", "0.1"),
        ("score>62/100", "risk_score_simple", "62"),
        ("risk>62", "risk_score_simple", "62"),
        ("crd>1,2M€", "crd_total", "1200000"),
        ("crd>€1.2m", "crd_total", "1200000"),
        ("principal>=850k", "crd_total", "850000"),
        ("valeur>2Md€", "valeur_venale", "2000000000"),
        ("noi<-10", "noi", "-10"),
        ("crd_senior=\"1 234 567,89 €\"", "crd_senior", "1234567.89"),
        ("ltv<2", "ltv", "2"),
    ] {
        assert_eq!(value(query), (field, number.to_owned()), "{query}");
    }
}

#[test]
fn errors_point_at_their_column() {
    for (query, column, key) in [
        ("parc foo:bar", 5, "query-unknown-field"),
        ("é statt:ic", 2, "query-unknown-field"),
        ("statut:", 7, "query-field-needs-value"),
        ("statut:ic,", 10, "query-field-needs-value"),
        ("statut: ic", 7, "query-field-needs-value"),
        ("statut>ic", 0, "query-field-needs-text"),
        ("classe:res", 7, "query-ambiguous"),
        ("statut:ic,s", 10, "query-ambiguous"),
        ("ltv>", 4, "query-field-needs-value"),
        ("ltv>abc", 4, "query-bad-number"),
        ("ltv>aucun", 4, "query-bad-number"),
        ("ltv>65", 4, "query-percent"),
        ("ltv>-9", 4, "query-negative"),
        ("noi:alerte", 4, "query-no-band"),
        ("ltv:alerte,x", 4, "query-bad-band"),
        ("ltv:alrte", 4, "query-bad-band"),
        ("crd:alrte", 4, "query-bad-number"),
        ("ltv>alerte", 4, "query-bad-number"),
        ("crd>12q", 4, "query-bad-number"),
        ("age>", 4, "query-field-needs-value"),
        ("age>-3j", 4, "query-bad-age"),
        ("age>15h", 4, "query-bad-age"),
        ("parc -", 5, "query-lone-minus"),
        ("parc --lyon", 5, "query-lone-minus"),
        ("age>15 d", 4, "query-apart"),
        ("age > 15 jours parc", 6, "query-apart"),
        ("crd>10 M€", 4, "query-apart"),
        ("crd>1 200 000 parc", 4, "query-apart"),
        ("dscr<1,2 x", 5, "query-apart"),
        ("score>62 /100", 6, "query-apart"),
        ("age>15 heures", 4, "query-bad-age"),
        ("ltv>0.65 percent", 4, "query-bad-number"),
        ("ltv : 70%", 4, "query-no-field"),
        ("foo > 70%", 4, "query-no-field"),
        ("70%<ltv", 2, "query-no-field"),
        ("parc foo != 3", 9, "query-no-field"),
        ("ltv:80..70%", 4, "query-bad-range"),
        ("age:3w..2w", 4, "query-bad-range"),
        ("ltv:..", 4, "query-bad-number"),
        ("ltv:1..x", 7, "query-bad-number"),
        ("ltv:60..70", 4, "query-percent"),
        ("crd:5..2k..3k", 9, "query-two-ranges"),
        ("age:1..x", 7, "query-bad-age"),
        ("par*", 3, "query-no-sign"),
        ("parc~", 4, "query-no-sign"),
        ("+parc", 0, "query-no-sign"),
        ("responsable:\"A. Martin", 12, "query-unclosed-quote"),
        ("\"", 0, "query-unclosed-quote"),
    ] {
        let error = Query::parse(query).unwrap_err();
        assert_eq!((error.column, error.key), (column, key), "{query}");
        for lang in Lang::ALL {
            let text = error.message(Messages::new(lang));
            assert!(!text.contains('{') && text != key, "{text}");
        }
    }
    let long = "a".repeat(3_000);
    assert_eq!(Query::parse(&long).unwrap_err().key, "query-too-long");
}

#[test]
fn fields_suggested_for_an_unknown_field_exist() {
    for lang in Lang::ALL {
        let said = Query::parse("foo:bar").unwrap_err().message(Messages::new(lang));
        let known =
            said.split_once('(').and_then(|(_, rest)| rest.split_once(": ").or(rest.split_once(":\u{a0}")));
        let known = known.unwrap().1.trim_end_matches("…)");
        assert!(known.split(", ").count() > 4, "{said}");
        for name in known.split(", ") {
            let unknown = |error: QueryError| error.key == "query-unknown-field";
            assert!(!Query::parse(&format!("{name}:1")).is_err_and(unknown), "{name}");
        }
    }
}

#[test]
fn errors_are_sentences() {
    let error = Query::parse("classe:res").unwrap_err();
    assert_eq!(
        plain_spaces(&error.message(Messages::new(Lang::Fr))),
        "« res » peut désigner residentiel, residences_gerees"
    );
    let error = Query::parse("parc ltv>65").unwrap_err();
    assert_eq!(
        error.message_with_column(Messages::new(Lang::En)),
        "character 10: “65” is above 200%: write 65% or a fraction"
    );
}

#[test]
fn single_term_is_removed_from_the_text() {
    let text = "ltv>0.65  -statut:lost  «\u{a0}Le Parc\u{a0}»";
    let query = Query::parse(text).unwrap();
    assert_eq!(query.without(text, 0), "-statut:lost  «\u{a0}Le Parc\u{a0}»");
    assert_eq!(query.without(text, 1), "ltv>0.65 «\u{a0}Le Parc\u{a0}»");
    assert_eq!(query.without(text, 2), "ltv>0.65  -statut:lost");
    assert_eq!(query.without(text, 3), text);
}

#[test]
fn me_matches_any_of_my_names() {
    let query = Query::parse("responsable:moi,roux").unwrap();
    assert!(!query.matches(&sample_deal()));
    assert!(query.clone().with_user_names(&["Léa Durand", "A. Martin"]).matches(&sample_deal()));
    assert!(!query.with_user_names(&[]).matches(&TestDeal { owner: "Moinet", ..sample_deal() }));
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused_in_place(text in "\\PC{0,60}") {
        if let Err(error) = Query::parse(&text) {
            prop_assert!(error.column <= text.chars().count());
        }
    }

    #[test]
    fn query_shaped_text_never_breaks(text in "(-?(statut|ltv|age|foo|parc|and|«)?[:<>=≥!|(&]{0,2}[a-z0-9%,\" ]{0,6} ?){0,5}", cursor in 0_usize..40) {
        if let Ok(query) = Query::parse(&text) {
            let _ = query.matches(&sample_deal());
            for (at, term) in query.terms().iter().enumerate() {
                prop_assert!(term.start < term.end && term.end <= text.chars().count());
                prop_assert!(Query::parse(&query.without(&text, at)).is_ok());
            }
        }
        let _ = Query::completions(&text, cursor, &KnownValues::default(), Lang::Fr);
    }

    #[test]
    fn a_negated_term_is_the_other_half(term in "(statut:ic|ltv>[0-9]{1,2}%|age<[0-9]{1,2}j|parc|owner:roux|dscr>1)") {
        prop_assert_ne!(matches_sample(&term), matches_sample(&format!("-{term}")));
    }
}

#[test]
fn me_without_a_user_name_is_reported() {
    let query = Query::parse("responsable:moi").unwrap();
    assert!(query.needs_user_names());
    assert!(!query.with_user_names(&["A. Martin"]).needs_user_names());
    assert!(!Query::parse("responsable:martin moi").unwrap().needs_user_names());
}

#[test]
fn a_condition_is_read_as_it_is_written() {
    for (value, text) in [
        ("A. Martin", "owner:\"A. Martin\""),
        ("", "owner:none"),
        ("ic", "owner:ic"),
        ("A|B", "owner:\"A|B\""),
        ("Parc(s)", "owner:\"Parc(s)\""),
    ] {
        let written = condition(Lang::En, "owner", value);
        assert_eq!(written, text);
        assert!(Query::parse(&written).is_ok());
    }
}
