//! The entity and the portfolio summary.

use encours_tests::reference_client::{ReferenceClient, test_config};
use serde_json::json;

#[tokio::test]
async fn the_entity_has_the_documented_fields() {
    let partner = ReferenceClient::start(test_config()).await;
    let entity = partner.get("/entity").await.success(200);
    assert_eq!(entity["name"], "Corvane Crédit");
    assert_eq!(entity["siren"], "732829320");
    assert!(
        entity["frequence_reporting"].is_u64()
            && entity["risk_threshold"].is_u64()
            && entity["ai_enabled"].is_boolean()
    );
    assert_eq!(entity["date_reference_reporting"], "2025-12-31");
}

#[tokio::test]
async fn summary_totals_match_the_generated_data() {
    let partner = ReferenceClient::start(test_config()).await;
    let reply = partner.get("/portfolio/summary").await;
    let summary = reply.success(200);
    assert!(reply.text.contains(r#""total_nominal":486215400.00,"#), "the decimal is exact: {}", reply.text);
    for (total, count) in
        [("total_operations", 128), ("total_fonds", 6), ("total_spvs", 41), ("total_operateurs", 57)]
    {
        assert_eq!(summary[total], count, "{total}");
    }
    let sum = |name: &str| -> u64 {
        summary[name].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum()
    };
    assert_eq!(sum("operations_by_status"), 128);
    assert_eq!(sum("operations_by_classe_actif"), 126, "two operations have no class");
    assert_eq!(sum("operations_by_type_investissement"), 128);
    assert_eq!(summary["operations_by_status"]["en_cours"], 61);
    assert_eq!(summary["operations_by_status"]["instruction"], 14);
    assert_eq!(summary["operations_by_classe_actif"]["residentiel"], 31);
    assert_eq!(summary["operations_by_type_investissement"]["dette_senior"], 38);
    assert_eq!(summary.as_object().unwrap().len(), 8);
}

#[tokio::test]
async fn summary_matches_the_operations() {
    let partner = ReferenceClient::start(test_config()).await;
    let summary = partner.get("/portfolio/summary").await.success(200);
    let operations = partner.fetch_all("/operations", 50).await;
    assert_eq!(operations.len(), 128);
    let late = operations.iter().filter(|operation| operation["statut"] == "retard").count();
    assert_eq!(summary["operations_by_status"]["retard"], late);
    assert_eq!(operations.iter().filter(|operation| operation["classe_actif"] == json!(null)).count(), 2);
    // Nominals are decimal strings; their sum is exact in cents.
    let cents = |text: &str| text.replace('.', "").parse::<u64>().unwrap();
    let total: u64 = operations.iter().map(|operation| cents(operation["nominal"].as_str().unwrap())).sum();
    assert_eq!(total, 48_621_540_000);
}
