//! The generated data has the contract's types and ranges, in strict and extended profiles.

use encours_sandbox::{Config, Fault, FaultKind, ServiceProfile};
use encours_tests::reference_client::{ReferenceClient, test_config};
use proptest::prelude::*;
use rust_decimal::Decimal;
use serde_json::Value;

/// The type of a field.
#[derive(Clone, Copy, Debug)]
enum ValueType {
    Text,
    Uuid,
    Date,
    Integer,
    Number,
    Boolean,
    Counts,
    Snapshot,
}

use ValueType::{Boolean, Counts, Date, Integer, Number, Snapshot, Text, Uuid};

const ENTITY: &[(&str, ValueType)] = &[
    ("id", Uuid),
    ("name", Text),
    ("type", Text),
    ("siren", Text),
    ("mode_reporting", Text),
    ("frequence_reporting", Integer),
    ("date_reference_reporting", Date),
    ("risk_threshold", Integer),
    ("zone_vacances", Text),
    ("ai_enabled", Boolean),
];
const SUMMARY: &[(&str, ValueType)] = &[
    ("total_operations", Integer),
    ("total_nominal", Number),
    ("total_fonds", Integer),
    ("total_spvs", Integer),
    ("total_operateurs", Integer),
    ("operations_by_status", Counts),
    ("operations_by_classe_actif", Counts),
    ("operations_by_type_investissement", Counts),
];
const DEAL: &[(&str, ValueType)] = &[
    ("id", Uuid),
    ("name", Text),
    ("status", Text),
    ("classe_actif", Text),
    ("responsable", Text),
    ("kpi_snapshot", Snapshot),
];
const NOTE: &[(&str, ValueType)] = &[("id", Uuid), ("content", Text)];
const TASK: &[(&str, ValueType)] = &[("id", Uuid), ("statut", Text)];
const ALERT: &[(&str, ValueType)] = &[("id", Uuid), ("title", Text)];
const NOTIFICATION: &[(&str, ValueType)] = &[("id", Uuid), ("title", Text), ("read", Boolean)];
const FIELD: &[(&str, ValueType)] = &[
    ("id", Uuid),
    ("field_key", Text),
    ("label_fr", Text),
    ("value_type", Text),
    ("importance", Text),
    ("source_type", Text),
];

/// The maximum of each snapshot value with a range; each minimum is 0.
const RANGES: [(&str, u32); 4] =
    [("ltv", 2), ("ltc", 2), ("pct_perte_estimee", 1), ("risk_score_simple", 100)];

/// Parses a number or a decimal string.
fn decimal(value: &Value) -> Option<Decimal> {
    match value {
        Value::Number(number) => number.to_string().parse().ok(),
        Value::String(text) => text.parse().ok(),
        _ => None,
    }
}

fn is_in_range(snapshot: &Value) -> bool {
    snapshot.as_object().is_some_and(|metrics| {
        metrics.iter().all(|(key, value)| {
            if key == "crd_total_source" {
                return ["financing_tranches", "operation_data"]
                    .contains(&value.as_str().unwrap_or_default());
            }
            let max = RANGES.iter().find(|(known, _)| known == key).map(|(_, max)| Decimal::from(*max));
            decimal(value).is_some_and(|value| max.is_none_or(|max| (Decimal::ZERO..=max).contains(&value)))
        })
    })
}

impl ValueType {
    fn accepts(self, value: &Value) -> bool {
        let text = value.as_str().unwrap_or_default();
        match self {
            Text => !text.is_empty(),
            Uuid => uuid::Uuid::parse_str(text).is_ok(),
            Date => text.len() == 10 && text.parse::<jiff::civil::Date>().is_ok(),
            Integer => value.is_i64(),
            Number => decimal(value).is_some(),
            Boolean => value.is_boolean(),
            Counts => value.as_object().is_some_and(|counts| counts.values().all(Value::is_u64)),
            Snapshot => is_in_range(value),
        }
    }
}

/// Returns the invalid fields of a record. A field may be absent; except in the strict profile it may be `null`.
fn invalid_fields(record: &Value, fields: &[(&str, ValueType)], profile: ServiceProfile) -> Vec<String> {
    let is_valid = |(name, is): &&(&str, ValueType)| match record.get(name) {
        None => true,
        Some(Value::Null) => profile != ServiceProfile::Strict,
        Some(value) => is.accepts(value),
    };
    let wrong = fields.iter().filter(|field| !is_valid(field));
    wrong.map(|(name, is)| format!("{name} is no {is:?} in {record}")).collect()
}

async fn all_invalid_fields(partner: &ReferenceClient, profile: ServiceProfile) -> Vec<String> {
    let mut invalid = invalid_fields(&partner.get("/entity").await.success(200), ENTITY, profile);
    invalid.extend(invalid_fields(&partner.get("/portfolio/summary").await.success(200), SUMMARY, profile));
    let deals = partner.fetch_all("/deals", 100).await;
    for deal in deals.iter().take(20) {
        let path = format!("/deals/{}/notes", deal["id"].as_str().unwrap());
        let notes = partner.fetch_all(&path, 100).await;
        invalid.extend(notes.iter().flat_map(|note| invalid_fields(note, NOTE, profile)));
    }
    invalid.extend(deals.iter().flat_map(|deal| invalid_fields(deal, DEAL, profile)));
    if profile != ServiceProfile::Strict {
        for (path, fields) in [
            ("/tasks", TASK),
            ("/alerts", ALERT),
            ("/notifications", NOTIFICATION),
            ("/field-definitions", FIELD),
        ] {
            let records = partner.fetch_all(path, 100).await;
            invalid.extend(records.iter().flat_map(|record| invalid_fields(record, fields, profile)));
        }
    }
    invalid
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn generated_data_keeps_every_range_and_type(seed: u64, deals in 1_u32..400, strict: bool) {
        let profile = if strict { ServiceProfile::Strict } else { ServiceProfile::Extended };
        let found = block_on(async {
            let partner = ReferenceClient::start(Config { profile, deals, seed, ..test_config() }).await;
            all_invalid_fields(&partner, profile).await
        });
        prop_assert_eq!(found, Vec::<String>::new());
    }
}

#[test]
fn odd_kpi_fault_generates_metrics_out_of_range() {
    block_on(async {
        let partner = ReferenceClient::start(Config { deals: 1_000, ..test_config() }).await;
        partner.sandbox.faults().add(Fault::new(FaultKind::OddKpi));
        let deals = partner.fetch_all("/deals", 500).await;
        let out_of_range = deals
            .iter()
            .filter(|deal| deal.get("kpi_snapshot").is_some_and(|snapshot| !is_in_range(snapshot)));
        assert!((15..80).contains(&out_of_range.count()));
    });
}
