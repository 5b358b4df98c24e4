//! Tasks, alerts, field definitions, dashboards and the recommendation preview.

use encours_sandbox::{Config, ServiceProfile};
use encours_tests::reference_client::{ReferenceClient, test_config};
use reqwest::Method;
use serde_json::json;

#[tokio::test]
async fn task_accepts_only_a_valid_statut() {
    let partner = ReferenceClient::start(test_config()).await;
    let task = partner.get("/tasks?statut=prep&limit=1").await.success(200)["items"][0].clone();
    let id = task["id"].as_str().unwrap();
    let path = format!("/tasks/{id}");
    assert_eq!(
        partner.put(&path, r#"{"statut":"fait"}"#).await.success(200),
        json!({"id": id, "statut": "fait"})
    );
    let after = partner.get(&path).await.success(200);
    assert_eq!((&after["statut"], &after["title"]), (&json!("fait"), &task["title"]));
    assert_eq!(partner.get("/tasks?statut=prep").await.success(200)["total"], 8);
    for bad in [r#"{"statut":" "}"#, r#"{"statut":7}"#, r#"{"statut":null}"#, r#"{"statut":["fait"]}"#] {
        partner.put(&path, bad).await.problem(422);
    }
    partner.put(&path, r#"{"id":"x"}"#).await.problem(422);
    partner.put("/tasks/6f1c08d2-4b7e-4a55-9d10-2e77c1b9a0f4", r#"{"statut":"fait"}"#).await.problem(404);
    assert_eq!(partner.get("/tasks?statut=done").await.success(200)["total"], 0);
    assert_eq!(partner.fetch_all("/tasks", 20).await.len(), 48);
}

#[tokio::test]
async fn field_definitions_are_found_by_identifier_and_by_key() {
    let partner = ReferenceClient::start(test_config()).await;
    let by_key = partner.get("/field-definitions/by-key/ltv").await.success(200);
    assert_eq!((&by_key["field_key"], &by_key["value_type"]), (&json!("ltv"), &json!("decimal")));
    let by_id =
        partner.get(&format!("/field-definitions/{}", by_key["id"].as_str().unwrap())).await.success(200);
    assert_eq!(by_id, by_key);
    for field in ["label_fr", "importance", "source_type"] {
        assert!(by_key[field].is_string(), "{field}");
    }
    assert!(partner.fetch_all("/field-definitions", 10).await.contains(&by_key));
    partner.get("/field-definitions/by-key/nothing").await.problem(404);
    partner.get("/field-definitions/nothing").await.problem(404);
}

#[tokio::test]
async fn alerts_and_dashboards_are_found_by_identifier() {
    let partner = ReferenceClient::start(test_config()).await;
    let alerts = partner.fetch_all("/alerts", 10).await;
    assert_eq!(alerts.len(), 24);
    let one = partner.get(&format!("/alerts/{}", alerts[3]["id"].as_str().unwrap())).await.success(200);
    assert_eq!(one, alerts[3]);
    let dashboards = partner.get_as("u-roux", "/users/me/custom-dashboards").await.success(200);
    let path = format!("/users/me/custom-dashboards/{}", dashboards["items"][0]["id"].as_str().unwrap());
    let dashboard = partner.get_as("u-roux", &path).await.success(200);
    assert_eq!((&dashboard["name"], &dashboard["is_shared"]), (&json!("Comité du mardi"), &json!(true)));
}

#[tokio::test]
async fn documented_fields_alone_in_the_strict_service() {
    let extended = ReferenceClient::start(test_config()).await;
    let strict = ReferenceClient::start(Config { profile: ServiceProfile::Strict, ..test_config() }).await;
    let alert = extended.get("/alerts?limit=1").await.success(200)["items"][0].clone();
    let same = strict.get(&format!("/alerts/{}", alert["id"].as_str().unwrap())).await.success(200);
    assert_eq!(same, json!({"id": alert["id"], "title": alert["title"]}));
    let field = extended.get("/field-definitions/by-key/ltv").await.success(200);
    let same =
        strict.get(&format!("/field-definitions/{}", field["id"].as_str().unwrap())).await.success(200);
    assert_eq!(same.as_object().unwrap().len(), 6);
    assert_eq!(same.get("unit"), None);
}

#[tokio::test]
async fn recommendation_preview_changes_nothing() {
    let partner = ReferenceClient::start(test_config()).await;
    let id = partner.first_deal("ic").await;
    let path = "/workflows/recommendations/preview";
    let body = json!({"deal_id": id}).to_string();
    let preview = partner.send(Method::POST, path, &[], Some(&body)).await.success(200);
    assert_eq!(preview["recommendations"][0]["status"], "term_sheet");
    assert_eq!(partner.get(&format!("/deals/{id}")).await.success(200)["status"], "ic");
    partner.send(Method::POST, path, &[], Some(r#"{"deal_id":"x"}"#)).await.problem(422);
    partner.send(Method::POST, path, &[], Some("{}")).await.problem(422);
}
