//! Bodies and transitions at two settings each.

use super::{deal_path, first_view_path, put_as, start_default, with, with_setting};
use encours_sandbox::{Config, Sandbox};
use encours_tests::{
    raw_request,
    reference_client::{ReferenceClient, test_config},
};
use reqwest::Method;
use serde_json::{Value, json};

#[tokio::test]
async fn accept_unknown_codes() {
    let (plain, other) = (start_default().await, with("accept_unknown_codes=true").await);
    let path = deal_path(&plain, "ic").await;
    plain.put(&path, r#"{"status":"signature"}"#).await.problem(422);
    plain.get("/deals?status=signature").await.problem(422);
    other.put(&path, r#"{"status":"signature"}"#).await.success(200);
    assert_eq!(other.get("/deals?status=signature").await.success(200)["total"], 1);
    assert_eq!(other.get("/deals?status=never_seen").await.success(200)["total"], 0);
    other.put(&path, r#"{"status":"En signature"}"#).await.problem(422);
}

#[tokio::test]
async fn accept_unknown_classes() {
    let body = r#"{"name":"a","classe_actif":"Entrepôts frigorifiques"}"#;
    let (plain, other) = (start_default().await, with("accept_unknown_classes=false").await);
    let made = plain.create("k", body).await.success(201);
    assert_eq!(made["classe_actif"], "Entrepôts frigorifiques");
    other.create("k", body).await.problem(422);
    other.create("k", r#"{"name":"a","classe_actif":"bureaux"}"#).await.success(201);
}

#[tokio::test]
async fn accept_unknown_statuts() {
    let (plain, other) = (start_default().await, with("accept_unknown_statuts=false").await);
    let task = plain.get("/tasks?limit=1").await.success(200)["items"][0]["id"].clone();
    let path = format!("/tasks/{}", task.as_str().unwrap());
    let body = r#"{"statut":"En attente \"du notaire\""}"#;
    let response = plain.put(&path, body).await.success(200);
    assert_eq!(response, json!({"id": task, "statut": "En attente \"du notaire\""}));
    let listed = plain.get("/tasks?statut=En%20attente%20%22du%20notaire%22").await.success(200);
    assert_eq!(listed["items"][0]["id"], task);
    other.put(&path, body).await.problem(422);
    other.get("/tasks?statut=done").await.problem(422);
    other.put(&path, r#"{"statut":"fait"}"#).await.success(200);
}

#[tokio::test]
async fn initial_status() {
    let status = async |partner: ReferenceClient| {
        partner.create("k", r#"{"name":"a"}"#).await.success(201)["status"].clone()
    };
    assert_eq!(status(start_default().await).await, "sourcing");
    assert_eq!(status(with("initial_status=screening").await).await, "screening");
}

#[tokio::test]
async fn required_deal_fields() {
    let plain = start_default().await;
    plain.create("k", r#"{"status":"ic"}"#).await.problem(422);
    plain.create("k", r#"{"name":"a"}"#).await.success(201);
    let more = with("required_deal_fields=name,classe_actif").await;
    more.create("k", r#"{"name":"a"}"#).await.problem(422);
    more.create("k", r#"{"name":"a","classe_actif":"bureaux"}"#).await.success(201);
    let none = with("required_deal_fields=none").await;
    assert_eq!(none.create("k", "{}").await.success(201)["name"], "");
}

#[tokio::test]
async fn external_reference_field() {
    let twice = async |partner: ReferenceClient, field: &str| {
        let body = format!(r#"{{"name":"a","{field}":"CRM-1"}}"#);
        partner.create("k1", &body).await.success(201);
        partner.create("k2", &body).await.status
    };
    assert_eq!(twice(start_default().await, "external_reference").await, 409);
    assert_eq!(twice(start_default().await, "ref_externe").await, 201);
    assert_eq!(twice(with("external_reference_field=ref_externe").await, "ref_externe").await, 409);
}

#[tokio::test]
async fn documented_updates_only() {
    let (plain, other) = (start_default().await, with("documented_updates_only=true").await);
    let path = deal_path(&plain, "ic").await;
    for body in [r#"{"name":"x"}"#, r#"{"classe_actif":"bureaux"}"#] {
        plain.put(&path, body).await.success(200);
        other.put(&path, body).await.problem(422);
    }
    other.put(&path, r#"{"status":"lost","responsable":null}"#).await.success(200);
}

#[tokio::test]
async fn refuse_unknown_fields() {
    let (plain, other) = (start_default().await, with("refuse_unknown_fields=true").await);
    let body = r#"{"name":"a","notre_champ":1}"#;
    assert_eq!(plain.create("k", body).await.success(201)["notre_champ"], 1);
    other.create("k", body).await.problem(422);
    let path = deal_path(&plain, "ic").await;
    other.put(&path, r#"{"notre_champ":1}"#).await.problem(422);
    let whole = other.get(&path).await.text;
    other.put(&path, &whole).await.success(200);
    let view = first_view_path(&other).await;
    put_as(&other, "u-martin", &view, r#"{"couleur":"bleu"}"#).await.problem(422);
    let task = other.get("/tasks?limit=1").await.success(200)["items"][0]["id"].clone();
    let task = format!("/tasks/{}", task.as_str().unwrap());
    other.put(&task, r#"{"note":"x"}"#).await.problem(422);
    assert_eq!(plain.put(&task, r#"{"note":"x"}"#).await.success(200)["note"], "x");
}

#[tokio::test]
async fn guard_transitions() {
    let (plain, other) = (start_default().await, with("guard_transitions=true").await);
    let path = deal_path(&plain, "lost").await;
    let task = plain.get("/tasks?statut=fait&limit=1").await.success(200)["items"][0]["id"].clone();
    let task = format!("/tasks/{}", task.as_str().unwrap());
    other.put(&path, r#"{"status":"ic"}"#).await.problem(422);
    other.put(&path, r#"{"status":"lost"}"#).await.success(200);
    other.put(&task, r#"{"statut":"prep"}"#).await.problem(422);
    plain.put(&path, r#"{"status":"ic"}"#).await.success(200);
    plain.put(&task, r#"{"statut":"prep"}"#).await.success(200);
}

#[tokio::test]
async fn kpi_out_of_range() {
    let (plain, other) = (start_default().await, with("kpi_out_of_range=refuse").await);
    let path = deal_path(&plain, "ic").await;
    for (number, kpi) in [
        r#"{"ltv":3}"#,
        r#"{"ltv":-1}"#,
        r#"{"ltc":"2.0001"}"#,
        r#"{"risk_score_simple":101}"#,
        r#"{"pct_perte_estimee":1.01}"#,
        r#"{"crd_total_source":"nope"}"#,
    ]
    .into_iter()
    .enumerate()
    {
        let body = format!(r#"{{"name":"a","kpi_snapshot":{kpi}}}"#);
        let key = format!("k-{number}");
        let made = plain.create(&key, &body).await;
        assert_eq!(made.status, 201, "{kpi}");
        assert!(made.text.contains(kpi), "kept as it came: {}", made.text);
        other.create(&key, &body).await.problem(422);
        let change = format!(r#"{{"kpi_snapshot":{kpi}}}"#);
        plain.put(&path, &change).await.success(200);
        other.put(&path, &change).await.problem(422);
    }
    let no_number = r#"{"name":"a","kpi_snapshot":{"ltv":"65 %"}}"#;
    plain.create("n", no_number).await.problem(422);
}

#[tokio::test]
async fn omit_unset_fields() {
    let config = Config { deals: 240, ..test_config() };
    let (plain, other) = (
        ReferenceClient::start(config.clone()).await,
        ReferenceClient::start(with_setting(config, "omit_unset_fields=true")).await,
    );
    let made = plain.create("k", r#"{"name":"a"}"#).await.success(201);
    assert_eq!((&made["classe_actif"], &made["responsable"]), (&json!(null), &json!(null)));
    let made = other.create("k", r#"{"name":"a"}"#).await.success(201);
    assert!(made.get("classe_actif").is_none() && made.get("responsable").is_none());
    let path = format!("/deals/{}", made["id"].as_str().unwrap());
    other.put(&path, r#"{"responsable":"A"}"#).await.success(200);
    assert_eq!(other.put(&path, r#"{"responsable":null}"#).await.success(200), made);
    let nulls = async |partner: &ReferenceClient| {
        let deals = partner.fetch_all("/deals", 100).await;
        deals.iter().filter(|deal| deal.as_object().unwrap().values().any(Value::is_null)).count()
    };
    assert!(nulls(&plain).await > 1);
    assert_eq!(nulls(&other).await, 0);
}

#[tokio::test]
async fn longest_text() {
    let name = |length: usize| format!(r#"{{"name":"{}"}}"#, "é".repeat(length));
    for (partner, most) in [(start_default().await, 10_000), (with("longest_text=5").await, 5)] {
        partner.create("k1", &name(most)).await.success(201);
        partner.create("k2", &name(most + 1)).await.problem(422);
    }
}

#[tokio::test]
async fn key_required_on_every_write() {
    let (plain, other) = (start_default().await, with("key_required_on_every_write=true").await);
    let path = deal_path(&plain, "ic").await;
    plain.put(&path, "{}").await.success(200);
    other.put(&path, "{}").await.problem(428);
    other.delete(&path).await.problem(428);
    let view = first_view_path(&other).await;
    put_as(&other, "u-martin", &view, "{}").await.problem(428);
    other.send(Method::PUT, &path, &[("Idempotency-Key", "k")], Some("{}")).await.success(200);
}

#[tokio::test]
async fn view_fields() {
    let (plain, other) = (start_default().await, with("view_fields=name,surface").await);
    let view = first_view_path(&plain).await;
    let update =
        async |partner: &ReferenceClient, body: &str| put_as(partner, "u-martin", &view, body).await.status;
    let (known, new) = (r#"{"columns":["nominal"]}"#, r#"{"sort":[{"sort_by":"surface"}]}"#);
    assert_eq!((update(&plain, known).await, update(&plain, new).await), (200, 422));
    assert_eq!((update(&other, known).await, update(&other, new).await), (422, 200));
}

#[tokio::test]
async fn body_limit() {
    let body = |length: usize| {
        let around = r#"{"name":"a","note":""}"#.len();
        format!(r#"{{"name":"a","note":"{}"}}"#, "x".repeat(length - around))
    };
    for (partner, most) in [(start_default().await, 1024 * 1024), (with("body_limit=512").await, 512)] {
        partner.create("k", &body(most)).await.success(201);
        partner.create("k2", &body(most + 1)).await.problem(422);
    }
    for useless in ["body_limit=0", "body_limit=511"] {
        let rejected = Sandbox::start(with_setting(test_config(), useless)).unwrap_err().to_string();
        assert!(rejected.contains("body_limit"), "{rejected}");
    }
}

#[tokio::test]
async fn read_timeout() {
    let begun = b"GET /v1/ent";
    let short = with("read_timeout=1").await;
    let reply = raw_request::send(short.sandbox.base_url(), begun).await;
    reply.problem(422);
    // With the default, the service waits longer than that.
    let plain = start_default().await;
    let waited = tokio::time::timeout(
        std::time::Duration::from_secs(3),
        raw_request::send(plain.sandbox.base_url(), begun),
    );
    assert!(waited.await.is_err());
}

#[tokio::test]
async fn deepest_json() {
    let body =
        |deep: usize| format!(r#"{{"name":"a","x":{}{}}}"#, "[".repeat(deep - 1), "]".repeat(deep - 1));
    for (partner, most) in [(start_default().await, 64), (with("deepest_json=3").await, 3)] {
        partner.create("k", &body(most)).await.success(201);
        partner.create("k2", &body(most + 1)).await.problem(422);
        partner.create("k2", &body(100_000)).await.problem(422);
        partner.get("/deals?limit=100").await.success(200);
    }
}
