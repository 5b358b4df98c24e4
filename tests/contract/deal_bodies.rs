//! The fields of a deal's body, and their effect.

use encours_sandbox::{Config, ServiceProfile};
use encours_tests::{
    raw_request,
    reference_client::{ReferenceClient, test_config},
};
use serde_json::json;

#[tokio::test]
async fn invalid_deal_payloads_are_422_and_create_nothing() {
    let partner = ReferenceClient::start(test_config()).await;
    for body in [
        "",
        "{",
        "[]",
        "null",
        r#""x""#,
        r"{}",
        r#"{"name":""}"#,
        r#"{"name":null}"#,
        r#"{"name":1}"#,
        r#"{"name":"a","status":"signed"}"#,
        r#"{"name":"a","status":null}"#,
        r#"{"name":"a","classe_actif":""}"#,
        r#"{"name":"a","classe_actif":7}"#,
        r#"{"name":"a","id":"6f1c08d2-4b7e-4a55-9d10-2e77c1b9a0f4"}"#,
        r#"{"name":"a","kpi_snapshot":{"ltv":"65 %"}}"#,
        r#"{"name":"a","data":{"noi":1}}"#,
    ] {
        partner.create("same-key", body).await.problem(422);
    }
    let url = partner.url("/deals");
    let untyped = reqwest::Client::builder().no_proxy().build().unwrap().post(url);
    let reply = untyped
        .bearer_auth(partner.bearer())
        .header("Idempotency-Key", "k")
        .body(r#"{"name":"a"}"#)
        .send()
        .await;
    assert_eq!(reply.unwrap().status(), 422, "a body without its media type");
    assert_eq!(partner.get("/deals").await.success(200)["total"], 48);
    // The rejected writes have not used up the key.
    partner.create("same-key", r#"{"name":"a"}"#).await.success(201);
}

#[tokio::test]
async fn absent_null_and_a_value_are_three_things() {
    let partner = ReferenceClient::start(test_config()).await;
    let path = format!("/deals/{}", partner.first_deal("ic").await);
    let first = partner.put(&path, r#"{"responsable":"A. Martin"}"#).await.success(200);
    assert_eq!((&first["responsable"], &first["status"]), (&json!("A. Martin"), &json!("ic")));
    let absent = partner.put(&path, r#"{"status":"closing"}"#).await.success(200);
    assert_eq!((&absent["responsable"], &absent["status"]), (&json!("A. Martin"), &json!("closing")));
    let null = partner.put(&path, r#"{"responsable":null}"#).await.success(200);
    assert_eq!((&null["responsable"], &null["status"]), (&json!(null), &json!("closing")));
    assert_eq!(partner.put(&path, "{}").await.success(200), null);
    assert_eq!(partner.get(&path).await.success(200), null);
    partner.put(&path, r#"{"status":null}"#).await.problem(422);
    partner.put(&path, r#"{"status":"signed"}"#).await.problem(422);
    partner.put(&path, r#"{"id":"other"}"#).await.problem(422);
    assert_eq!(partner.get(&path).await.success(200), null);
}

#[tokio::test]
async fn unknown_fields_and_exact_decimals_round_trip() {
    let partner = ReferenceClient::start(Config { profile: ServiceProfile::Strict, ..test_config() }).await;
    let sent = r#""montant":12345678901234567.890,"texte":"0.10","exp":1e400,"liste":[1,null,{"b":1,"a":2}]"#;
    let created = partner.create("k", &format!(r#"{{"name":"a",{sent}}}"#)).await;
    assert_eq!(created.status, 201);
    assert!(created.text.contains(sent), "{}", created.text);
    let id = created.text.split('"').nth(3).unwrap().to_owned();
    let path = format!("/deals/{id}");
    let changed = partner.put(&path, r#"{"autre":-0.0,"texte":null}"#).await.text;
    assert!(changed.contains(r#""montant":12345678901234567.890,"texte":null,"exp":1e400"#), "{changed}");
    assert!(changed.contains(r#""autre":-0.0"#), "{changed}");
    assert_eq!(partner.get(&path).await.text, changed);
    assert!(partner.get("/deals?offset=48").await.text.contains(&changed));
}

#[tokio::test]
async fn external_reference_is_unique_among_live_deals() {
    let partner = ReferenceClient::start(test_config()).await;
    let first = partner.create("k1", r#"{"name":"a","external_reference":"CRM-7"}"#).await.success(201);
    let problem = partner.create("k2", r#"{"name":"b","external_reference":"CRM-7"}"#).await.problem(409);
    assert_eq!(
        (&problem["title"], &problem["reason_code"]),
        (&json!("Conflict"), &json!("external_reference_conflict"))
    );
    let second = partner.create("k2", r#"{"name":"b"}"#).await.success(201);
    let second = format!("/deals/{}", second["id"].as_str().unwrap());
    partner.put(&second, r#"{"external_reference":"CRM-7"}"#).await.problem(409);
    let first = format!("/deals/{}", first["id"].as_str().unwrap());
    partner.put(&first, r#"{"external_reference":"CRM-7"}"#).await.success(200);
    assert_eq!(partner.delete(&first).await.status, 204);
    partner.put(&second, r#"{"external_reference":"CRM-7"}"#).await.success(200);
}

#[tokio::test]
async fn complete_deal_can_be_sent_back() {
    let partner = ReferenceClient::start(test_config()).await;
    let path = format!("/deals/{}", partner.first_deal("ic").await);
    let whole = partner.get(&path).await.text;
    assert_eq!(partner.put(&path, &whole).await.text, whole);
    let moved = whole.replace("\"status\":\"ic\"", "\"status\":\"closing\"");
    let after = partner.put(&path, &moved).await.success(200);
    assert_eq!((&after["status"], &after["status_since"]), (&json!("closing"), &json!("2026-11-20")));
    partner.put(&path, r#"{"created_at":"2020-01-01T00:00:00Z"}"#).await.problem(422);
}

#[tokio::test]
async fn the_last_of_two_equal_names_counts() {
    let partner = ReferenceClient::start(test_config()).await;
    let made = partner.create("k", r#"{"name":"a","name":"b"}"#).await.success(201);
    assert_eq!(made["name"], "b");
}

#[tokio::test]
async fn of_equal_names_the_last_counts_at_every_depth() {
    let partner = ReferenceClient::start(test_config()).await;
    let body = r#"{"name":"first","z":{"a":1,"b":[{"c":1,"c":2.50}],"a":3},"name":"second"}"#;
    let made = partner.create("k", body).await;
    let json = made.success(201);
    assert_eq!(json["name"], "second");
    assert!(
        made.text.contains(r#""z":{"a":3,"b":[{"c":2.50}]}"#),
        "each name once in what is given back: {}",
        made.text
    );
    let path = format!("/deals/{}", json["id"].as_str().unwrap());
    let changed = partner.put(&path, r#"{"z":{"a":{"d":1,"d":null}}}"#).await;
    assert!(changed.text.contains(r#""z":{"a":{"d":null}}"#), "{}", changed.text);
}

#[tokio::test]
async fn a_body_in_another_writing_is_422() {
    let partner = ReferenceClient::start(test_config()).await;
    let post = async |key: &str, extra: &[(&str, &[u8])]| {
        let authorization = format!("Bearer {}", partner.bearer());
        let mut headers: Vec<(&str, &[u8])> =
            vec![("authorization", authorization.as_bytes()), ("idempotency-key", key.as_bytes())];
        headers.extend(extra);
        let request = raw_request::request("POST", "/v1/deals", &headers, br#"{"name":"a"}"#);
        raw_request::send(partner.sandbox.base_url(), &request).await
    };
    for extra in [
        &[("content-type", &b"application/json;charset=utf-16"[..])][..],
        &[("content-type", b"application/json; charset=\"ISO-8859-1\"")],
        &[("content-type", b"application/json"), ("content-encoding", b"gzip")],
        &[
            ("content-type", b"application/json"),
            ("content-encoding", b"identity"),
            ("content-encoding", b"br"),
        ],
    ] {
        post("bad", extra).await.problem(422);
    }
    for (key, extra) in [
        ("k1", &[("content-type", &b"application/json; Charset=\"UTF-8\""[..])][..]),
        ("k2", &[("content-type", b"application/json"), ("content-encoding", b"identity")]),
        ("k3", &[("content-type", b"application/json;profile=x")]),
    ] {
        post(key, extra).await.success(201);
    }
}
