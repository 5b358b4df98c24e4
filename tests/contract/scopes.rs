//! The permissions of the key: scopes, routes, addresses.

use encours_core::contract::operation::{BearerRule, OPERATIONS, Operation};
use encours_sandbox::Config;
use encours_tests::reference_client::{ReferenceClient, test_config};
use reqwest::Method;
use serde_json::json;

/// Calls an operation in a way that passes every rule except the one under test.
async fn call_operation(
    partner: &ReferenceClient,
    op: &Operation,
) -> encours_tests::reference_client::HttpReply {
    let path: Vec<&str> = op
        .path
        .split('/')
        .map(|part| if part.starts_with('{') { "6f1c08d2-4b7e-4a55-9d10-2e77c1b9a0f4" } else { part })
        .collect();
    let method: Method = op.method.as_str().parse().unwrap();
    let headers = [("Idempotency-Key", "k"), ("X-Service-Delegated-User-Id", "u-martin")];
    partner.send(method, &path.join("/"), &headers, op.has_body().then_some("{}")).await
}

#[tokio::test]
async fn every_operation_needs_its_scope_and_names_it() {
    let partner = ReferenceClient::start(Config { scopes: Some(Vec::new()), ..test_config() }).await;
    for op in OPERATIONS.iter().filter(|op| op.bearer == BearerRule::Required) {
        let scope = op.scope.unwrap();
        let problem = call_operation(&partner, op).await.problem(403);
        assert_eq!(
            (&problem["title"], &problem["scope"]),
            (&json!("Forbidden"), &json!(scope)),
            "{}",
            op.name
        );
        assert_eq!(
            (&problem["route_id"], &problem["reason_code"]),
            (&json!(op.name), &json!("scope_missing"))
        );
    }
}

#[tokio::test]
async fn a_scope_opens_its_operations_and_no_others() {
    for granted in OPERATIONS.iter().filter_map(|op| op.scope) {
        let partner = ReferenceClient::start(Config {
            deals: 9,
            scopes: Some(vec![granted.to_owned()]),
            ..test_config()
        })
        .await;
        for op in OPERATIONS.iter().filter(|op| op.bearer == BearerRule::Required) {
            let status = call_operation(&partner, op).await.status;
            assert_eq!(status != 403, op.scope == Some(granted), "{} with {granted}: {status}", op.name);
        }
    }
}

#[tokio::test]
async fn reading_does_not_give_writing() {
    let partner =
        ReferenceClient::start(Config { scopes: Some(vec!["deals:read".to_owned()]), ..test_config() }).await;
    let path = format!("/deals/{}", partner.first_deal("ic").await);
    for reply in [
        partner.create("k", r#"{"name":"a"}"#).await,
        partner.put(&path, r#"{"status":"lost"}"#).await,
        partner.delete(&path).await,
    ] {
        assert_eq!(reply.problem(403)["scope"], "deals:write");
    }
    assert_eq!(partner.get(&path).await.success(200)["status"], "ic");
}

#[tokio::test]
async fn a_key_may_be_restricted_to_routes() {
    let config = Config { allowed_routes: Some(vec!["deals_list".to_owned()]), ..test_config() };
    let partner = ReferenceClient::start(config).await;
    partner.get("/deals").await.success(200);
    let problem = partner.get("/entity").await.problem(403);
    assert_eq!((&problem["reason_code"], problem.get("scope")), (&json!("route_not_allowed"), None));
}

#[tokio::test]
async fn a_key_may_be_restricted_to_addresses() {
    let other_address = Config { allowed_ips: Some(vec!["192.0.2.7".parse().unwrap()]), ..test_config() };
    let partner = ReferenceClient::start_signed_out(other_address);
    let body = partner.token_request("n", partner.sandbox.now().as_second());
    assert_eq!(partner.exchange(&body).await.problem(403)["reason_code"], "ip_not_allowed");
    let here = Config { allowed_ips: Some(vec!["127.0.0.1".parse().unwrap()]), ..test_config() };
    ReferenceClient::start(here).await.get("/entity").await.success(200);
}
