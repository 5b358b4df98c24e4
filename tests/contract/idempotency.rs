//! `Idempotency-Key`: required, well-formed, replayed for the same write, rejected for another.

use encours_sandbox::FaultKind;
use encours_tests::reference_client::{ReferenceClient, test_config};
use reqwest::Method;
use serde_json::json;

const BODY: &str = r#"{"name":"Îlot Turenne, Metz","status":"ic"}"#;

#[tokio::test]
async fn a_create_without_a_key_is_428() {
    let partner = ReferenceClient::start(test_config()).await;
    let problem = partner.send(Method::POST, "/deals", &[], Some(BODY)).await.problem(428);
    assert_eq!(problem["title"], "Precondition Required");
    assert_eq!(partner.get("/deals").await.success(200)["total"], 48);
}

#[tokio::test]
async fn a_malformed_key_is_400() {
    let partner = ReferenceClient::start(test_config()).await;
    for key in ["", "with space", "clé", "tab\tinside", &"k".repeat(256)] {
        let problem = partner.create(key, BODY).await.problem(400);
        assert_eq!(problem["title"], "Bad Request", "{key:?}");
    }
    let twice = [("Idempotency-Key", "a"), ("Idempotency-Key", "b")];
    partner.send(Method::POST, "/deals", &twice, Some(BODY)).await.problem(400);
    partner.create(&"k".repeat(255), BODY).await.success(201);
    partner.create("!~", BODY).await.success(201);
}

#[tokio::test]
async fn the_same_write_is_answered_again_and_done_once() {
    let partner = ReferenceClient::start(test_config()).await;
    let first = partner.create("once", BODY).await;
    first.success(201);
    for _ in 0..3 {
        let again = partner.create("once", BODY).await;
        assert_eq!((again.status, &again.text), (201, &first.text));
    }
    assert_eq!(partner.get("/deals").await.success(200)["total"], 49);
    let replayed: Vec<bool> =
        partner.sandbox.requests().of_route("deals_create").iter().map(|request| request.replayed).collect();
    assert_eq!(replayed, [false, true, true, true]);
    // The stored response is sent even if the deal has changed since.
    let path = format!("/deals/{}", first.json()["id"].as_str().unwrap());
    partner.put(&path, r#"{"status":"lost"}"#).await.success(200);
    assert_eq!(partner.create("once", BODY).await.text, first.text);
}

#[tokio::test]
async fn other_body_under_the_same_idempotency_key_is_409() {
    let partner = ReferenceClient::start(test_config()).await;
    partner.create("once", BODY).await.success(201);
    let problem = partner.create("once", r#"{"name":"Autre"}"#).await.problem(409);
    assert_eq!(
        (&problem["title"], &problem["reason_code"]),
        (&json!("Conflict"), &json!("idempotency_conflict"))
    );
    // One more space is another payload, because bytes are compared.
    partner.create("once", &BODY.replace(':', ": ")).await.problem(409);
    let path = format!("/deals/{}", partner.first_deal("ic").await);
    partner.send(Method::PUT, &path, &[("Idempotency-Key", "once")], Some(BODY)).await.problem(409);
    assert_eq!(partner.get("/deals").await.success(200)["total"], 49);
}

#[tokio::test]
async fn a_keyed_update_is_applied_once() {
    let partner = ReferenceClient::start(test_config()).await;
    let path = format!("/deals/{}", partner.first_deal("ic").await);
    let key = [("Idempotency-Key", "put-1")];
    let first = partner.send(Method::PUT, &path, &key, Some(r#"{"status":"closing"}"#)).await;
    partner.put(&path, r#"{"status":"lost"}"#).await.success(200);
    let again = partner.send(Method::PUT, &path, &key, Some(r#"{"status":"closing"}"#)).await;
    assert_eq!((again.status, &again.text), (200, &first.text));
    assert_eq!(partner.get(&path).await.success(200)["status"], "lost", "the replay has changed nothing");
    partner.send(Method::PUT, &path, &key, Some(r#"{"status":"ic"}"#)).await.problem(409);
}

#[tokio::test]
async fn a_keyed_deletion_stays_204() {
    let partner = ReferenceClient::start(test_config()).await;
    let path = format!("/deals/{}", partner.first_deal("lost").await);
    let key = [("Idempotency-Key", "delete-1")];
    for _ in 0..2 {
        let reply = partner.send(Method::DELETE, &path, &key, None).await;
        assert_eq!((reply.status, &*reply.text), (204, ""));
    }
    partner.delete(&path).await.problem(404);
    let other = format!("/deals/{}", partner.first_deal("ic").await);
    partner.send(Method::DELETE, &other, &key, None).await.problem(409);
}

#[tokio::test]
async fn a_malformed_key_is_400_on_every_write() {
    let partner = ReferenceClient::start(test_config()).await;
    let path = format!("/deals/{}", partner.first_deal("ic").await);
    let key = [("Idempotency-Key", "two words")];
    partner.send(Method::PUT, &path, &key, Some("{}")).await.problem(400);
    partner.send(Method::DELETE, &path, &key, None).await.problem(400);
    partner.get(&path).await.success(200);
}

#[tokio::test]
async fn retries_after_a_lost_response_make_one_deal() {
    let partner = ReferenceClient::start(test_config()).await;
    for round in 0..20 {
        let key = format!("round-{round}");
        let body = format!(r#"{{"name":"Deal {round}"}}"#);
        partner
            .sandbox
            .faults()
            .add(encours_sandbox::Fault::new(FaultKind::DropAfterCommit).on("deals_create").times(1));
        let lost = partner.try_send(Method::POST, "/deals", &[("Idempotency-Key", &key)], Some(&body)).await;
        assert!(lost.is_err(), "no answer was sent");
        partner.create(&key, &body).await.success(201);
    }
    assert_eq!(partner.get("/deals").await.success(200)["total"], 68);
}

#[tokio::test]
async fn same_write_sent_concurrently_makes_one_deal() {
    let partner = std::sync::Arc::new(ReferenceClient::start(test_config()).await);
    let mut calls = tokio::task::JoinSet::new();
    for _ in 0..24 {
        let partner = partner.clone();
        calls.spawn(async move { partner.create("at-once", BODY).await });
    }
    let replies = calls.join_all().await;
    for reply in &replies {
        assert_eq!((reply.status, &reply.text), (201, &replies[0].text));
    }
    assert_eq!(partner.get("/deals").await.success(200)["total"], 49);
}

#[tokio::test]
async fn a_key_outlives_the_deal_it_made() {
    let partner = ReferenceClient::start(test_config()).await;
    let made = partner.create("once", BODY).await;
    let path = format!("/deals/{}", made.success(201)["id"].as_str().unwrap());
    assert_eq!(partner.delete(&path).await.status, 204);
    assert_eq!(partner.create("once", BODY).await.text, made.text);
    partner.get(&path).await.problem(404);
    assert_eq!(partner.get("/deals").await.success(200)["total"], 48);
    partner.create("once", r#"{"name":"Autre"}"#).await.problem(409);
}
