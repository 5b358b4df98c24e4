//! The differences between the strict, the extended and the hostile service.

use encours_sandbox::{Config, ServiceProfile};
use encours_tests::reference_client::{ReferenceClient, test_config};
use serde_json::json;

#[tokio::test]
async fn strict_deals_have_the_five_documented_fields() {
    let partner =
        ReferenceClient::start(Config { profile: ServiceProfile::Strict, deals: 240, ..test_config() }).await;
    for deal in partner.fetch_all("/deals", 100).await {
        let names: Vec<&String> = deal.as_object().unwrap().keys().collect();
        assert_eq!(names, ["classe_actif", "id", "name", "responsable", "status"]);
    }
    let created = partner.create("k", r#"{"name":"a"}"#).await.success(201);
    assert_eq!(created.as_object().unwrap().len(), 3, "what was not sent is not there");
}

#[tokio::test]
async fn the_strict_service_adds_no_null_to_a_deal() {
    let strict = ReferenceClient::start(Config { profile: ServiceProfile::Strict, ..test_config() }).await;
    let made = strict.create("k", r#"{"name":"A"}"#).await.success(201);
    assert_eq!(made, json!({"id": made["id"], "name": "A", "status": "sourcing"}), "absent stays absent");
    let path = format!("/deals/{}", made["id"].as_str().unwrap());
    assert_eq!(strict.get(&path).await.success(200), made);
    assert_eq!(strict.put(&path, r#"{"status":"sourcing"}"#).await.success(200), made);
    assert!(!strict.get("/deals?limit=500").await.text.contains("null"));
    // A `null` that was sent is returned.
    let emptied = strict.put(&path, r#"{"responsable":null}"#).await.success(200);
    assert_eq!(emptied.get("responsable"), Some(&json!(null)));
    assert_eq!(emptied.get("classe_actif"), None);
}

#[tokio::test]
async fn extended_deals_carry_dates_and_mostly_snapshots() {
    let partner = ReferenceClient::start(Config { deals: 2_000, ..test_config() }).await;
    let deals = partner.fetch_all("/deals", 500).await;
    let with_kpi = deals.iter().filter(|deal| deal.get("kpi_snapshot").is_some()).count();
    assert!((1_060..1_300).contains(&with_kpi), "{with_kpi} of 2,000 have a snapshot");
    let as_text = deals.iter().filter(|deal| deal["kpi_snapshot"]["ltv"].is_string()).count();
    assert!((360..580).contains(&as_text), "{as_text} snapshots carry decimal strings");
    assert!(deals.iter().all(|deal| deal["status_since"].as_str().unwrap() <= "2026-11-20"));
    assert!(deals.iter().all(|deal| deal["created_at"].as_str().unwrap() <= "2026-11-20T08:41:00Z"));
    let unowned = deals.iter().filter(|deal| deal["responsable"] == json!(null)).count();
    assert!((30..120).contains(&unowned), "{unowned} deals have no owner");
}

#[tokio::test]
async fn the_demo_opens_on_the_hand_made_board() {
    let partner = ReferenceClient::start(Config { deals: 240, ..test_config() }).await;
    let ic = partner.fetch_all("/deals?status=ic", 50).await;
    let names: Vec<&str> = ic.iter().map(|deal| deal["name"].as_str().unwrap()).collect();
    assert_eq!(names[..3], ["Maison Théodora, Nice", "Le Parc, Lyon", "Îlot Sainte-Croix, Metz"]);
    let parc = &ic[1];
    assert_eq!((&parc["responsable"], &parc["status_since"]), (&json!("J. Roux"), &json!("2026-11-08")));
    let dd = partner.get("/deals?status=due_diligence&limit=1").await;
    assert!(dd.text.contains("0.7504"), "{}", dd.text);
}

#[tokio::test]
async fn the_hostile_service_limits_fails_and_recovers() {
    let partner =
        ReferenceClient::start_signed_out(Config { profile: ServiceProfile::Hostile, ..test_config() });
    // Faults skip the token exchange, so that clients can sign in.
    let body = partner.token_request("n", partner.sandbox.now().as_second());
    partner.exchange(&body).await.success(200);
    let mut limited = 0;
    for _ in 0..60 {
        if let Ok(reply) = partner.try_send(reqwest::Method::GET, "/entity", &[], None).await {
            limited += u32::from(reply.status() == 429);
        }
    }
    assert!(limited > 0, "above twenty calls in one second of a fixed clock there is 429");
    let log = partner.sandbox.requests().all();
    assert!(log.iter().any(|request| request.fault.is_some()), "some request met a fault");
}
