//! The generated data has the contract's types and ranges, in strict and extended profiles.

use encours_sandbox::{Config, Fault, FaultKind, Profile};
use encours_tests::partner::{Partner, fixed};
use proptest::prelude::*;
use rust_decimal::Decimal;
use serde_json::Value;

/// The type of a field.
#[derive(Clone, Copy, Debug)]
enum Is {
    Text,
    Uuid,
    Date,
    Whole,
    Number,
    Flag,
    Counts,
    Snapshot,
}

use Is::{Counts, Date, Flag, Number, Snapshot, Text, Uuid, Whole};

const ENTITY: &[(&str, Is)] = &[
    ("id", Uuid),
    ("name", Text),
    ("type", Text),
    ("siren", Text),
    ("mode_reporting", Text),
    ("frequence_reporting", Whole),
    ("date_reference_reporting", Date),
    ("risk_threshold", Whole),
    ("zone_vacances", Text),
    ("ai_enabled", Flag),
];
const SUMMARY: &[(&str, Is)] = &[
    ("total_operations", Whole),
    ("total_nominal", Number),
    ("total_fonds", Whole),
    ("total_spvs", Whole),
    ("total_operateurs", Whole),
    ("operations_by_status", Counts),
    ("operations_by_classe_actif", Counts),
    ("operations_by_type_investissement", Counts),
];
const DEAL: &[(&str, Is)] = &[
    ("id", Uuid),
    ("name", Text),
    ("status", Text),
    ("classe_actif", Text),
    ("responsable", Text),
    ("kpi_snapshot", Snapshot),
];
const NOTE: &[(&str, Is)] = &[("id", Uuid), ("content", Text)];
const TASK: &[(&str, Is)] = &[("id", Uuid), ("statut", Text)];
const ALERT: &[(&str, Is)] = &[("id", Uuid), ("title", Text)];
const NOTIFICATION: &[(&str, Is)] = &[("id", Uuid), ("title", Text), ("read", Flag)];
const FIELD: &[(&str, Is)] = &[
    ("id", Uuid),
    ("field_key", Text),
    ("label_fr", Text),
    ("value_type", Text),
    ("importance", Text),
    ("source_type", Text),
];

/// The maximum of each snapshot value with a range; each minimum is 0.
const RANGES: [(&str, u32); 4] = [
    ("ltv", 2),
    ("ltc", 2),
    ("pct_perte_estimee", 1),
    ("risk_score_simple", 100),
];

/// Parses a number or a decimal string.
fn decimal(value: &Value) -> Option<Decimal> {
    match value {
        Value::Number(number) => number.to_string().parse().ok(),
        Value::String(text) => text.parse().ok(),
        _ => None,
    }
}

fn figures_hold(snapshot: &Value) -> bool {
    snapshot.as_object().is_some_and(|figures| {
        figures.iter().all(|(key, value)| {
            if key == "crd_total_source" {
                return ["financing_tranches", "operation_data"]
                    .contains(&value.as_str().unwrap_or_default());
            }
            let most = RANGES
                .iter()
                .find(|(known, _)| known == key)
                .map(|(_, most)| Decimal::from(*most));
            decimal(value)
                .is_some_and(|value| most.is_none_or(|most| (Decimal::ZERO..=most).contains(&value)))
        })
    })
}

impl Is {
    fn holds(self, value: &Value) -> bool {
        let text = value.as_str().unwrap_or_default();
        match self {
            Text => !text.is_empty(),
            Uuid => uuid::Uuid::parse_str(text).is_ok(),
            Date => text.len() == 10 && text.parse::<jiff::civil::Date>().is_ok(),
            Whole => value.is_i64(),
            Number => decimal(value).is_some(),
            Flag => value.is_boolean(),
            Counts => value
                .as_object()
                .is_some_and(|counts| counts.values().all(Value::is_u64)),
            Snapshot => figures_hold(value),
        }
    }
}

/// Returns the invalid fields of a record. A field may be absent; except in the strict profile it may be `null`.
fn wrong(record: &Value, fields: &[(&str, Is)], profile: Profile) -> Vec<String> {
    let held = |(name, is): &&(&str, Is)| match record.get(name) {
        None => true,
        Some(Value::Null) => profile != Profile::Strict,
        Some(value) => is.holds(value),
    };
    let wrong = fields.iter().filter(|field| !held(field));
    wrong
        .map(|(name, is)| format!("{name} is no {is:?} in {record}"))
        .collect()
}

async fn all_wrong(partner: &Partner, profile: Profile) -> Vec<String> {
    let mut found = wrong(&partner.get("/entity").await.success(200), ENTITY, profile);
    found.extend(wrong(
        &partner.get("/portfolio/summary").await.success(200),
        SUMMARY,
        profile,
    ));
    let deals = partner.crawl("/deals", 100).await;
    for deal in deals.iter().take(20) {
        let path = format!("/deals/{}/notes", deal["id"].as_str().unwrap());
        let notes = partner.crawl(&path, 100).await;
        found.extend(notes.iter().flat_map(|note| wrong(note, NOTE, profile)));
    }
    found.extend(deals.iter().flat_map(|deal| wrong(deal, DEAL, profile)));
    if profile != Profile::Strict {
        for (path, fields) in [
            ("/tasks", TASK),
            ("/alerts", ALERT),
            ("/notifications", NOTIFICATION),
            ("/field-definitions", FIELD),
        ] {
            let records = partner.crawl(path, 100).await;
            found.extend(records.iter().flat_map(|record| wrong(record, fields, profile)));
        }
    }
    found
}

fn run<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(work)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn generated_data_keeps_every_range_and_type(seed: u64, deals in 1_u32..400, strict: bool) {
        let profile = if strict { Profile::Strict } else { Profile::Extended };
        let found = run(async {
            let partner = Partner::start(Config { profile, deals, seed, ..fixed() }).await;
            all_wrong(&partner, profile).await
        });
        prop_assert_eq!(found, Vec::<String>::new());
    }
}

#[test]
fn figures_out_of_range_are_a_fault_of_their_own() {
    run(async {
        let partner = Partner::start(Config {
            deals: 1_000,
            ..fixed()
        })
        .await;
        partner.sandbox.faults().add(Fault::new(FaultKind::OddKpi));
        let deals = partner.crawl("/deals", 500).await;
        let odd = deals.iter().filter(|deal| {
            deal.get("kpi_snapshot")
                .is_some_and(|snapshot| !figures_hold(snapshot))
        });
        assert!((15..80).contains(&odd.count()));
    });
}
