//! The areas that the contract names without a shape.
//!
//! The extended service serves them with their scopes; the strict one does not know them.

use encours_core::contract::operation::{DocLevel, OPERATIONS, OperationId};
use encours_sandbox::{Config, ServiceProfile};
use encours_tests::{
    reference_client::{ReferenceClient, test_config},
    shapes,
};
use reqwest::Method;
use serde_json::json;

/// Every area without a documented shape, with one of its operations.
///
/// These are the areas of "Other routes named without shape" and of "What the service does".
const AREAS: [(&str, &str, &str); 19] = [
    ("operations", "/operations", "operations:read"),
    ("SPVs", "/spvs", "spvs:read"),
    ("operators", "/operateurs", "operateurs:read"),
    ("field definitions", "/field-definitions", "field_definitions:read"),
    ("a field by key", "/field-definitions/by-key/{field_key}", "field_definitions:read"),
    ("recommendations", "/workflows/recommendations/preview", "workflows:read"),
    ("workflows", "/workflows", "workflows:read"),
    ("funds", "/fonds", "fonds:read"),
    ("refunds", "/refunds", "operations:read"),
    ("SIREN enrichment", "/operateurs/{operateur_id}/siren-enrichment", "operateurs:read"),
    ("RCCI summary", "/rcci/summary", "portfolio:read"),
    ("AI extraction jobs", "/ai-extraction/jobs", "ai_extraction:read"),
    ("one AI extraction job", "/ai-extraction/jobs/{job_id}", "ai_extraction:read"),
    ("taxonomies", "/taxonomies", "taxonomies:read"),
    ("imports", "/imports", "imports:read"),
    ("notes", "/notes", "notes:read"),
    ("external identifiers", "/external-identifiers", "external_identifiers:read"),
    ("personal data", "/personal-data/requests", "personal_data:read"),
    ("personal data of a user", "/personal-data/users/{user_id}", "personal_data:read"),
];

#[test]
fn every_area_has_its_operation_and_its_scope() {
    for (area, path, scope) in AREAS {
        let op = OPERATIONS.iter().find(|op| op.path == path && op.scope == Some(scope));
        let op = op.unwrap_or_else(|| panic!("{area}: {path} {scope}"));
        assert_ne!(op.documented, DocLevel::Full, "{area}");
    }
    for (id, scope) in [
        (OperationId::RefundsCreate, "operations:write"),
        (OperationId::SirenEnrichmentApply, "operateurs:write"),
        (OperationId::AiExtractionJobsCreate, "ai_extraction:write"),
    ] {
        assert_eq!(id.spec().scope, Some(scope));
    }
}

#[tokio::test]
async fn undocumented_lists_are_served_only_by_the_extended_profile() {
    let extended = ReferenceClient::start(test_config()).await;
    let strict = ReferenceClient::start(Config { profile: ServiceProfile::Strict, ..test_config() }).await;
    let lists = OPERATIONS.iter().filter(|op| {
        op.page.is_some() && op.documented != DocLevel::Full && op.path_parameters().next().is_none()
    });
    let mut seen = 0;
    for op in lists {
        let reply = extended.get_as("u-martin", op.path).await;
        assert_eq!(reply.status, 200, "{}", op.name);
        shapes::check_reply(op, &reply);
        let page = extended.get_as("u-martin", &format!("{}?limit=1", op.path)).await.success(200);
        let items = page.get("items").unwrap_or(&page);
        assert_eq!(items.as_array().unwrap().len(), 1, "{}", op.name);
        strict.get_as("u-martin", op.path).await.problem(404);
        seen += 1;
    }
    assert_eq!(seen, 18);
}

#[tokio::test]
async fn portfolio_records_are_found_by_identifier() {
    let partner = ReferenceClient::start(test_config()).await;
    for path in ["/operations", "/spvs", "/operateurs", "/fonds", "/ai-extraction/jobs"] {
        for record in partner.fetch_all(path, 50).await.iter().take(3) {
            let found_record = format!("{path}/{}", record["id"].as_str().unwrap());
            assert_eq!(partner.get(&found_record).await.success(200), *record);
        }
        partner.get(&format!("{path}/6f1c08d2-4b7e-4a55-9d10-2e77c1b9a0f4")).await.problem(404);
        partner.get(&format!("{path}/x")).await.problem(404);
    }
}

#[tokio::test]
async fn refund_is_created_once_for_an_existing_operation() {
    let partner = ReferenceClient::start(test_config()).await;
    let before = partner.fetch_all("/refunds", 50).await.len();
    let operation = partner.fetch_all("/operations", 200).await[0]["id"].as_str().unwrap().to_owned();
    let post = async |key: &str, body: &str| {
        partner.send(Method::POST, "/refunds", &[("Idempotency-Key", key)], Some(body)).await
    };
    let body = format!(r#"{{"operation_id":"{operation}","montant":123456789012345678.90,"motif":"x"}}"#);
    let created = post("r-1", &body).await;
    let refund = created.success(201);
    assert!(created.text.contains(r#""montant":123456789012345678.90,"motif":"x""#), "{}", created.text);
    assert_eq!(refund["date"], "2026-11-20");
    assert_eq!(post("r-1", &body).await.text, created.text);
    partner.send(Method::POST, "/refunds", &[], Some(&body)).await.problem(428);
    for bad in [
        json!({"montant": 1}),
        json!({"operation_id": operation}),
        json!({"operation_id": "6f1c08d2-4b7e-4a55-9d10-2e77c1b9a0f4", "montant": 1}),
        json!({"operation_id": operation, "montant": 0}),
        json!({"operation_id": operation, "montant": "-1.00"}),
        json!({"operation_id": operation, "montant": "1,00"}),
        json!({"operation_id": operation, "montant": 1, "date": "20/11/2026"}),
        json!({"operation_id": operation, "montant": 1, "date": "20240229"}),
        json!({"operation_id": operation, "montant": 1, "date": "2024-02-29T00:00:00+14:00"}),
        json!({"operation_id": operation, "montant": 1, "date": null}),
        json!({"operation_id": operation, "montant": 1, "id": "x"}),
    ] {
        post("r-2", &bad.to_string()).await.problem(422);
    }
    assert_eq!(partner.fetch_all("/refunds", 50).await.len(), before + 1);
    let of_it = partner.get(&format!("/refunds?operation_id={operation}")).await.success(200);
    assert!(of_it["items"].as_array().unwrap().contains(&refund));
    partner.get("/refunds?operation_id=x").await.problem(422);
}

#[tokio::test]
async fn enrichment_preview_changes_nothing_until_applied() {
    let partner = ReferenceClient::start(test_config()).await;
    let operator = partner.fetch_all("/operateurs", 50).await[0].clone();
    let path = format!("/operateurs/{}", operator["id"].as_str().unwrap());
    let enrichment = format!("{path}/siren-enrichment");
    let preview = partner.get(&enrichment).await.success(200);
    assert_eq!(preview["siren"], operator["siren"]);
    assert_eq!(partner.get(&path).await.success(200), operator, "looking changes nothing");
    let applied = partner.send(Method::POST, &enrichment, &[], None).await.success(200);
    assert_eq!((&applied["code_naf"], &applied["name"]), (&preview["code_naf"], &operator["name"]));
    assert_eq!(partner.get(&path).await.success(200), applied);
}

#[tokio::test]
async fn an_extraction_job_runs_by_the_services_clock() {
    let partner = ReferenceClient::start(test_config()).await;
    let headers = [("Idempotency-Key", "j")];
    let job = partner
        .send(Method::POST, "/ai-extraction/jobs", &headers, Some(r#"{"document":"bail.pdf"}"#))
        .await
        .success(201);
    let path = format!("/ai-extraction/jobs/{}", job["id"].as_str().unwrap());
    let mut seen = vec![job["status"].clone()];
    for _ in 0..2 {
        partner.sandbox.advance(jiff::SignedDuration::from_secs(6));
        seen.push(partner.get(&path).await.success(200)["status"].clone());
    }
    assert_eq!(seen, ["queued", "running", "done"]);
    for bad in [r"{}", r#"{"document":" "}"#, r#"{"document":"a","status":"done"}"#] {
        partner
            .send(Method::POST, "/ai-extraction/jobs", &[("Idempotency-Key", "k")], Some(bad))
            .await
            .problem(422);
    }
}

#[tokio::test]
async fn notes_and_external_identifiers_follow_the_deals() {
    let partner = ReferenceClient::start(Config { deals: 240, ..test_config() }).await;
    let notes = partner.fetch_all("/notes", 100).await;
    let deal = notes[0]["deal_id"].as_str().unwrap().to_owned();
    let own = partner.get(&format!("/deals/{deal}/notes")).await.success(200);
    assert_eq!(own["items"][0]["content"], notes[0]["content"]);
    let before = partner.fetch_all("/external-identifiers", 50).await.len();
    let made = partner.create("k", r#"{"name":"a","external_reference":"CRM-7"}"#).await.success(201);
    let all = partner.fetch_all("/external-identifiers", 10).await;
    assert_eq!(all.len(), before + 1);
    let entry = json!({"external_id": "CRM-7", "resource_type": "deal", "resource_id": made["id"]});
    assert_eq!(all.last(), Some(&entry));
    let found = partner.get("/external-identifiers?external_id=CRM-7").await.success(200);
    assert_eq!((&found["items"], &found["total"]), (&json!([entry]), &json!(1)));
    partner.delete(&format!("/deals/{}", made["id"].as_str().unwrap())).await;
    partner.delete(&format!("/deals/{deal}")).await;
    assert_eq!(partner.fetch_all("/external-identifiers", 50).await.len(), before);
    assert!(partner.fetch_all("/notes", 100).await.iter().all(|note| note["deal_id"] != *deal));
}

#[tokio::test]
async fn personal_data_of_a_user_can_be_fetched() {
    let partner = ReferenceClient::start(test_config()).await;
    let user_data = partner.get("/personal-data/users/u-martin").await.success(200);
    assert_eq!(user_data["external_id"], "ext-1001");
    assert_eq!(user_data["alert_preferences"].as_array().unwrap().len(), 7);
    partner.get("/personal-data/users/u-nobody").await.problem(404);
    let rcci = partner.get("/rcci/summary").await.success(200);
    assert_eq!(rcci["operations_en_difficulte"], 9 + 4 + 3);
}
