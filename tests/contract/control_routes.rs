//! The control routes outside `/v1`: faults and request log.

use encours_sandbox::FaultKind;
use encours_tests::reference_client::{ReferenceClient, test_config};
use reqwest::Method;
use serde_json::json;

#[tokio::test]
async fn every_fault_can_be_switched_on_at_runtime() {
    let partner = ReferenceClient::start(test_config()).await;
    for (name, form) in FaultKind::catalog() {
        let value = match form {
            "" => String::new(),
            "CODE" => "=503".to_owned(),
            "FIELD" => "=name".to_owned(),
            "SECONDS|date|TEXT" => "=date".to_owned(),
            "MILLISECONDS" | "SECONDS" | "N" | "DELTA" => "=1".to_owned(),
            choice => format!("={}", choice.split('|').next().unwrap()),
        };
        let word = format!("{name}{value}");
        let body = json!({"faults": [word]}).to_string();
        let on = partner.send(Method::POST, "//sandbox/faults", &[], Some(&body)).await;
        assert_eq!(on.success(200)["faults"], json!([word]));
        assert_eq!(partner.get("//sandbox/faults").await.success(200)["faults"], json!([word]));
    }
}

#[tokio::test]
async fn faults_are_switched_outside_the_version_prefix() {
    let mut partner = ReferenceClient::start(test_config()).await;
    let on = partner
        .send(Method::POST, "//sandbox/faults", &[], Some(r#"{"faults":["status=503@entity_get:2"]}"#))
        .await;
    assert_eq!(on.success(200)["faults"], json!(["status=503@entity_get:2"]));
    partner.get("/entity").await.problem(503);
    let listed = partner.get("//sandbox/faults").await.success(200);
    assert_eq!(listed["faults"], json!(["status=503@entity_get:1"]));
    assert_eq!(listed["menu"].as_array().unwrap().len(), FaultKind::catalog().count());
    let bad = partner.send(Method::POST, "//sandbox/faults", &[], Some(r#"{"faults":["dealy=1"]}"#)).await;
    assert!(bad.problem(422)["detail"].as_str().unwrap().contains("drop-before-commit"));
    partner.send(Method::POST, "//sandbox/faults", &[], Some("[]")).await.problem(422);
    partner.send(Method::POST, "//sandbox/faults", &[], None).await.problem(422);
    let rebound = partner.send(Method::GET, "//sandbox/faults", &[("Host", "evil.example")], None).await;
    rebound.problem(403);
    assert_eq!(partner.sandbox.faults().active().len(), 1, "a refused switch changes nothing");
    let off = partner.send(Method::POST, "//sandbox/faults", &[], Some(r#"{"faults":[]}"#)).await;
    assert_eq!(off.success(200)["faults"], json!([]));
    partner.get("/entity").await.success(200);
    partner.set_bearer(None);
    let log = partner.get("//sandbox/requests").await.success(200);
    let statuses: Vec<u64> =
        log["items"].as_array().unwrap().iter().map(|entry| entry["status"].as_u64().unwrap()).collect();
    assert_eq!(statuses, [200, 503, 200]);
}
