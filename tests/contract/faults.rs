//! The sandbox's faults by name, as a client meets them.

use encours_sandbox::Fault;
use encours_tests::reference_client::{ReferenceClient, test_config};
use reqwest::Method;
use serde_json::json;

/// Returns a partner whose next calls meet these faults.
async fn start_with_faults(faults: &[&str]) -> ReferenceClient {
    let partner = ReferenceClient::start(test_config()).await;
    partner.sandbox.faults().replace(faults.iter().map(|fault| fault.parse().unwrap()).collect());
    partner
}

async fn expect_failure(
    partner: &ReferenceClient,
    method: Method,
    path: &str,
    body: Option<&str>,
) -> reqwest::Error {
    let key = format!("{method}-{path}");
    match partner.try_send(method, path, &[("Idempotency-Key", &key)], body).await {
        Err(error) => error,
        Ok(response) => response.bytes().await.unwrap_err(),
    }
}

#[tokio::test]
async fn drop_before_commit_changes_nothing() {
    let partner = start_with_faults(&["drop-before-commit@POST /deals:1"]).await;
    let error = expect_failure(&partner, Method::POST, "/deals", Some(r#"{"name":"a"}"#)).await;
    assert!(error.is_request(), "{error:?}");
    assert_eq!(partner.get("/deals").await.success(200)["total"], 48);
    assert_eq!(partner.sandbox.requests().count("deals_create"), 1, "the client has not sent it twice");
}

#[tokio::test]
async fn a_drop_after_the_commit_has_done_it() {
    let partner = start_with_faults(&["drop-after-commit:1"]).await;
    expect_failure(&partner, Method::POST, "/deals", Some(r#"{"name":"a"}"#)).await;
    assert_eq!(partner.get("/deals").await.success(200)["total"], 49);
    assert_eq!(partner.sandbox.requests().of_route("deals_create")[0].status, 201);
    partner.sandbox.faults().add("drop-after-commit@deals_delete:1".parse::<Fault>().unwrap());
    let path = format!("/deals/{}", partner.first_deal("lost").await);
    expect_failure(&partner, Method::DELETE, &path, None).await;
    partner.get(&path).await.problem(404);
}

#[tokio::test]
async fn truncated_response_fails_but_the_write_is_applied() {
    for fault in ["truncate:1", "reset:1"] {
        let partner = start_with_faults(&[fault]).await;
        expect_failure(&partner, Method::POST, "/deals", Some(r#"{"name":"a"}"#)).await;
        assert_eq!(partner.get("/deals").await.success(200)["total"], 49, "{fault}");
    }
}

#[tokio::test]
async fn dripping_response_arrives_complete() {
    let partner = start_with_faults(&["drip=1:1"]).await;
    let slow = partner.get("/deals").await;
    assert_eq!(slow.text, partner.get("/deals").await.text);
}

#[tokio::test]
async fn a_delayed_response_is_the_same_response() {
    let partner = start_with_faults(&["delay=1"]).await;
    assert_eq!(partner.get("/entity").await.success(200)["siren"], "732829320");
    assert_eq!(partner.sandbox.requests().of_route("entity_get")[0].fault.as_deref(), Some("delay=1"));
}

#[tokio::test]
async fn proxy_and_portal_faults_return_html_and_change_nothing() {
    let partner = start_with_faults(&["html-502@deals_create:1", "captive-portal@entity_get:1"]).await;
    let proxy = partner.create("k", r#"{"name":"a"}"#).await;
    assert_eq!((proxy.status, proxy.header("content-type")), (502, "text/html"));
    assert_eq!(partner.get("/deals").await.success(200)["total"], 48);
    let portal = partner.get("/entity").await;
    assert_eq!((portal.status, portal.header("content-type")), (200, "text/html; charset=utf-8"));
    partner.get("/entity").await.success(200);
}

#[tokio::test]
async fn a_bearer_may_be_refused_once() {
    let partner = start_with_faults(&["unauthorized-once"]).await;
    partner.get("/deals").await.problem(401);
    partner.get("/deals").await.success(200);
    assert_eq!(partner.sandbox.faults().active(), []);
}

#[tokio::test]
async fn rejections_come_on_the_ground_they_name() {
    let partner = start_with_faults(&["forbidden=scope:1", "status=409@deals_list:1"]).await;
    assert_eq!(partner.get("/entity").await.problem(403)["scope"], "entity:read");
    partner.get("/deals").await.problem(409);
    partner.get("/deals").await.success(200);
    for (ground, reason) in [
        ("ip", "ip_not_allowed"),
        ("capability", "capability_missing"),
        ("route", "route_not_allowed"),
        ("user", "user_not_allowed"),
    ] {
        partner.sandbox.faults().replace(vec![format!("forbidden={ground}:1").parse().unwrap()]);
        assert_eq!(partner.get("/entity").await.problem(403)["reason_code"], reason);
    }
}

#[tokio::test]
async fn a_ban_doubles_until_it_is_switched_off() {
    let partner = start_with_faults(&["ban=2@entity_get"]).await;
    let mut delays = Vec::new();
    for _ in 0..3 {
        let reply = partner.get("/entity").await;
        assert_eq!(reply.problem(429)["title"], "Too Many Requests");
        delays.push(reply.header("retry-after").to_owned());
    }
    assert_eq!(delays, ["2", "4", "8"]);
    partner.get("/deals").await.success(200);
    partner.sandbox.faults().clear();
    partner.get("/entity").await.success(200);
}

#[tokio::test]
async fn the_token_exchange_has_faults_of_its_own() {
    let mut partner = start_with_faults(&["token-lifetime=2", "nonce-reused:1"]).await;
    let body = |nonce: &str| partner.token_request(nonce, partner.sandbox.now().as_second());
    let (first, second) = (body("n1"), body("n2"));
    let rejected = partner.exchange(&first).await.problem(401);
    assert_eq!(rejected["reason_code"], "nonce_reused");
    partner.exchange(&first).await.success(200);
    let token = partner.exchange(&second).await.success(200);
    assert_eq!((&token["expires_in"], &token["expires_at"]), (&json!(2), &json!("2026-11-20T08:41:02Z")));
    // The earlier bearer keeps its own lifetime.
    partner.get("/entity").await.success(200);
    partner.set_bearer(token["access_token"].as_str());
    partner.get("/entity").await.success(200);
    partner.sandbox.advance(jiff::SignedDuration::from_secs(2));
    partner.get("/entity").await.problem(401);
}

#[tokio::test]
async fn cooldowns_come_in_every_form() {
    let forms = [
        ("3", "3"),
        ("date", "Fri, 20 Nov 2026 08:41:02 GMT"),
        ("soon", "soon"),
        ("1.5", "1.5"),
        ("-1", "-1"),
    ];
    for (form, expected) in forms {
        let partner = start_with_faults(&[&format!("retry-after={form}")]).await;
        let reply = partner.get("/entity").await;
        reply.problem(429);
        assert_eq!(reply.header("retry-after"), expected);
    }
}

#[tokio::test]
async fn bodies_may_be_empty_bare_mistyped_or_spoilt() {
    let partner = start_with_faults(&["empty:1"]).await;
    let empty = partner.get("/entity").await;
    assert_eq!((empty.status, &*empty.text), (200, ""));
    partner.sandbox.faults().replace(vec!["bare-problem=422:1".parse().unwrap()]);
    let bare = partner.get("/entity").await;
    assert_eq!((bare.status, bare.json()), (422, json!({"title": "Unprocessable Content", "status": 422})));
    partner.sandbox.faults().replace(vec!["wrong-media-type:1".parse().unwrap()]);
    let mistyped = partner.get("/entity").await;
    assert_eq!(
        (mistyped.header("content-type"), &mistyped.json()["siren"]),
        ("text/plain", &json!("732829320"))
    );
    partner.sandbox.faults().replace(vec!["invalid-utf8:1".parse().unwrap()]);
    let spoilt = partner.try_send(Method::GET, "/entity", &[], None).await.unwrap().bytes().await.unwrap();
    assert!(std::str::from_utf8(&spoilt).is_err());
}

#[tokio::test]
async fn compression_bombs_decode_to_over_128_mib() {
    let partner = start_with_faults(&["bomb=gzip:1"]).await;
    let mut response = partner.try_send(Method::GET, "/entity", &[], None).await.unwrap();
    let mut decoded = 0_u64;
    while let Some(chunk) = response.chunk().await.unwrap() {
        assert!(chunk.iter().all(|byte| *byte == b' '));
        decoded += chunk.len() as u64;
        if decoded > 128 * 1024 * 1024 {
            break;
        }
    }
    assert!(decoded > 128 * 1024 * 1024, "{decoded}");
    partner.sandbox.faults().replace(vec!["bomb=zstd:1".parse().unwrap()]);
    let mut response = partner.try_send(Method::GET, "/entity", &[], None).await.unwrap();
    let mut decoded = 0_u64;
    while let Some(chunk) = response.chunk().await.unwrap() {
        decoded += chunk.len() as u64;
        if decoded > 128 * 1024 * 1024 {
            return;
        }
    }
    panic!("the bomb has only {decoded} bytes");
}

#[tokio::test]
async fn redirects_name_their_host() {
    let partner = start_with_faults(&["redirect=same:1"]).await;
    let same = partner.get("/deals?limit=1").await;
    assert_eq!((same.status, same.header("location")), (307, &*partner.url("/deals?limit=1")));
    partner.sandbox.faults().replace(vec!["redirect=other:1".parse().unwrap()]);
    let other = partner.get("/deals").await;
    assert_eq!(other.header("location"), partner.url("/deals").replace("127.0.0.1", "localhost"));
}

#[tokio::test]
async fn clocks_and_caches_may_lie() {
    let partner = start_with_faults(&["date=600", "age=120"]).await;
    let reply = partner.get("/entity").await;
    assert_eq!((reply.header("date"), reply.header("age")), ("Fri, 20 Nov 2026 08:51:00 GMT", "120"));
}

#[tokio::test]
async fn pages_may_be_clamped_shifted_doubled_and_miscounted() {
    let partner = ReferenceClient::start(test_config()).await;
    let whole = partner.fetch_all("/deals", 100).await;
    let under = async |fault: &str, query: &str| {
        partner.sandbox.faults().replace(vec![fault.parse().unwrap()]);
        partner.get(&format!("/deals?{query}")).await.success(200)
    };
    assert_eq!(under("clamp=10", "limit=100").await["items"].as_array().unwrap(), &whole[..10]);
    assert_eq!(under("clamp=10", "").await["items"].as_array().unwrap().len(), 10);
    assert_eq!(under("ignore-offset", "offset=30&limit=5").await["items"].as_array().unwrap(), &whole[..5]);
    assert_eq!(under("shift", "offset=30&limit=5").await["items"].as_array().unwrap(), &whole[29..34]);
    assert_eq!(under("total=-3", "limit=5").await["total"], 45);
    let doubled = under("duplicate", "limit=5").await;
    assert_eq!((doubled["items"].as_array().unwrap().len(), &doubled["items"][5]), (6, &whole[4]));
}

#[tokio::test]
async fn faults_add_unexpected_values_to_records() {
    let partner = ReferenceClient::start(test_config()).await;
    let under = async |fault: &str| {
        partner.sandbox.faults().replace(vec![fault.parse().unwrap()]);
        partner.get("/deals?limit=40").await
    };
    assert_eq!(under("new-status").await.json()["items"][0]["status"], "statut_inedit");
    assert!(under("new-field").await.text.contains(r#""champ_inedit":{"valeur":1.10"#));
    let nulls = under("null=name").await.json();
    assert!(nulls["items"].as_array().unwrap().iter().all(|deal| deal["name"] == json!(null)));
    assert!(under("long-decimal").await.text.contains("0.100000000000000000000000000001"));
    let (plain, flipped) = (under("delay=0").await.json(), under("flip-numbers").await.json());
    let mut seen = 0;
    for (plain, flipped) in
        plain["items"].as_array().unwrap().iter().zip(flipped["items"].as_array().unwrap())
    {
        if let Some(ltv) = plain["kpi_snapshot"].get("ltv") {
            assert_ne!(ltv.is_string(), flipped["kpi_snapshot"]["ltv"].is_string());
            seen += 1;
        }
    }
    assert!(seen > 5);
}
