//! The routes of a delegated user.

use encours_sandbox::Config;
use encours_tests::reference_client::{ReferenceClient, test_config};
use reqwest::Method;
use serde_json::json;

const PATH: &str = "/users/me/alert-preferences";
const ID_HEADER: &str = "X-Service-Delegated-User-Id";
const EXTERNAL_ID_HEADER: &str = "X-Service-Delegated-User-External-Id";

async fn get_with(
    partner: &ReferenceClient,
    headers: &[(&str, &str)],
) -> encours_tests::reference_client::HttpReply {
    partner.send(Method::GET, PATH, headers, None).await
}

#[tokio::test]
async fn exactly_one_header_must_name_the_user() {
    let partner = ReferenceClient::start(test_config()).await;
    let by_id = get_with(&partner, &[(ID_HEADER, "u-martin")]).await.success(200);
    let by_external = get_with(&partner, &[(EXTERNAL_ID_HEADER, "ext-1001")]).await.success(200);
    assert_eq!(by_id, by_external);
    for headers in [
        &[][..],
        &[(ID_HEADER, "u-martin"), (EXTERNAL_ID_HEADER, "ext-1001")],
        &[(ID_HEADER, "u-martin"), (ID_HEADER, "u-martin")],
        &[(ID_HEADER, "")],
        &[(ID_HEADER, " ")],
    ] {
        assert_eq!(get_with(&partner, headers).await.problem(400)["title"], "Bad Request", "{headers:?}");
    }
}

#[tokio::test]
async fn second_delegation_header_name_is_configurable() {
    let mut config = test_config();
    config.spec_gaps.second_delegated_header = "X-Utilisateur".to_owned();
    let partner = ReferenceClient::start(config).await;
    get_with(&partner, &[("X-Utilisateur", "ext-1001")]).await.success(200);
    get_with(&partner, &[(EXTERNAL_ID_HEADER, "ext-1001")]).await.problem(400);
}

#[tokio::test]
async fn delegation_errors_state_their_reason_code() {
    let partner = ReferenceClient::start(test_config()).await;
    let reason = async |user: &str, status: u16| {
        get_with(&partner, &[(ID_HEADER, user)]).await.problem(status)["reason_code"].clone()
    };
    assert_eq!(reason("u-unknown", 404).await, "user_not_found");
    assert_eq!(reason("ext-1001", 404).await, "user_not_found");
    assert_eq!(reason("u-petit", 403).await, "user_not_approved");
    assert_eq!(reason("u-girard", 403).await, "user_not_allowed");
}

#[tokio::test]
async fn the_allowlist_is_the_persons() {
    let partner =
        ReferenceClient::start(Config { users: Some(vec!["u-girard".to_owned()]), ..test_config() }).await;
    get_with(&partner, &[(ID_HEADER, "u-girard")]).await.success(200);
    assert_eq!(
        get_with(&partner, &[(ID_HEADER, "u-martin")]).await.problem(403)["reason_code"],
        "user_not_allowed"
    );
    let unfilled = ReferenceClient::start(Config { users: Some(Vec::new()), ..test_config() }).await;
    assert_eq!(
        get_with(&unfilled, &[(ID_HEADER, "u-martin")]).await.problem(403)["reason_code"],
        "allowlist_empty"
    );
    assert_eq!(
        get_with(&unfilled, &[(ID_HEADER, "u-unknown")]).await.problem(403)["reason_code"],
        "allowlist_empty"
    );
}

#[tokio::test]
async fn routes_require_their_capability() {
    let partner = ReferenceClient::start(Config { capabilities: Some(Vec::new()), ..test_config() }).await;
    let reply = partner.get_as("u-martin", "/users/me/saved-views").await;
    assert_eq!(reply.problem(403)["reason_code"], "capability_missing");
    get_with(&partner, &[(ID_HEADER, "u-martin")]).await.success(200);
    let granted = ReferenceClient::start(Config {
        capabilities: Some(vec!["saved_views".to_owned()]),
        ..test_config()
    })
    .await;
    granted.get_as("u-martin", "/users/me/saved-views").await.success(200);
}

#[tokio::test]
async fn a_read_only_user_reads_and_does_not_write() {
    let partner = ReferenceClient::start(test_config()).await;
    let views = partner.get_as("u-ferrand", "/users/me/saved-views").await.success(200);
    let path = format!("/users/me/saved-views/{}", views["items"][0]["id"].as_str().unwrap());
    let reply = partner.send(Method::PUT, &path, &[(ID_HEADER, "u-ferrand")], Some(r#"{"name":"x"}"#)).await;
    assert_eq!(reply.problem(403)["reason_code"], "user_read_only");
    assert_eq!(partner.get_as("u-ferrand", &path).await.success(200), views["items"][0]);
}

#[tokio::test]
async fn records_of_another_user_are_not_found() {
    let partner = ReferenceClient::start(test_config()).await;
    for kind in ["saved-views", "custom-dashboards"] {
        let mine = partner.get_as("u-martin", &format!("/users/me/{kind}")).await.success(200);
        let path = format!("/users/me/{kind}/{}", mine["items"][0]["id"].as_str().unwrap());
        assert_eq!(partner.get_as("u-martin", &path).await.success(200), mine["items"][0]);
        partner.get_as("u-nguyen", &path).await.problem(404);
    }
}

#[tokio::test]
async fn preferences_are_an_array_of_the_documented_fields() {
    let partner = ReferenceClient::start(test_config()).await;
    let preferences = get_with(&partner, &[(ID_HEADER, "u-martin")]).await.success(200);
    let preferences = preferences.as_array().unwrap();
    assert_eq!(preferences.len(), 7);
    for preference in preferences {
        assert!(preference["alert_type"].is_string() && preference["enabled"].is_boolean());
        assert!(["info", "warning", "critical"].contains(&preference["min_severity"].as_str().unwrap()));
        assert_eq!(preference.as_object().unwrap().len(), 3);
    }
    assert_eq!(preferences[2]["alert_type"], json!("seuil_ltv"));
}
