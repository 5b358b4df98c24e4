//! The routes of a delegated user.

use encours_sandbox::Config;
use encours_tests::partner::{Partner, fixed};
use reqwest::Method;
use serde_json::json;

const PATH: &str = "/users/me/alert-preferences";
const FIRST: &str = "X-Service-Delegated-User-Id";
const SECOND: &str = "X-Service-Delegated-User-External-Id";

async fn with(partner: &Partner, headers: &[(&str, &str)]) -> encours_tests::partner::Reply {
    partner.send(Method::GET, PATH, headers, None).await
}

#[tokio::test]
async fn exactly_one_header_names_the_user() {
    let partner = Partner::start(fixed()).await;
    let by_id = with(&partner, &[(FIRST, "u-martin")]).await.success(200);
    let by_external = with(&partner, &[(SECOND, "ext-1001")]).await.success(200);
    assert_eq!(by_id, by_external);
    for headers in [
        &[][..],
        &[(FIRST, "u-martin"), (SECOND, "ext-1001")],
        &[(FIRST, "u-martin"), (FIRST, "u-martin")],
        &[(FIRST, "")],
        &[(FIRST, " ")],
    ] {
        assert_eq!(
            with(&partner, headers).await.problem(400)["title"],
            "Bad Request",
            "{headers:?}"
        );
    }
}

#[tokio::test]
async fn the_second_header_has_the_name_it_is_given() {
    let mut config = fixed();
    config.open.second_delegated_header = "X-Utilisateur".to_owned();
    let partner = Partner::start(config).await;
    with(&partner, &[("X-Utilisateur", "ext-1001")])
        .await
        .success(200);
    with(&partner, &[(SECOND, "ext-1001")]).await.problem(400);
}

#[tokio::test]
async fn who_may_not_act_hears_why() {
    let partner = Partner::start(fixed()).await;
    let reason = async |user: &str, status: u16| {
        with(&partner, &[(FIRST, user)]).await.problem(status)["reason_code"].clone()
    };
    assert_eq!(reason("u-unknown", 404).await, "user_not_found");
    assert_eq!(reason("ext-1001", 404).await, "user_not_found");
    assert_eq!(reason("u-petit", 403).await, "user_not_approved");
    assert_eq!(reason("u-girard", 403).await, "user_not_allowed");
}

#[tokio::test]
async fn the_allowlist_is_the_persons() {
    let partner = Partner::start(Config {
        users: Some(vec!["u-girard".to_owned()]),
        ..fixed()
    })
    .await;
    with(&partner, &[(FIRST, "u-girard")]).await.success(200);
    assert_eq!(
        with(&partner, &[(FIRST, "u-martin")]).await.problem(403)["reason_code"],
        "user_not_allowed"
    );
    let unfilled = Partner::start(Config {
        users: Some(Vec::new()),
        ..fixed()
    })
    .await;
    assert_eq!(
        with(&unfilled, &[(FIRST, "u-martin")]).await.problem(403)["reason_code"],
        "allowlist_empty"
    );
    assert_eq!(
        with(&unfilled, &[(FIRST, "u-unknown")]).await.problem(403)["reason_code"],
        "allowlist_empty"
    );
}

#[tokio::test]
async fn a_capability_is_needed_where_the_route_asks_for_one() {
    let partner = Partner::start(Config {
        capabilities: Some(Vec::new()),
        ..fixed()
    })
    .await;
    let reply = partner.get_as("u-martin", "/users/me/saved-views").await;
    assert_eq!(reply.problem(403)["reason_code"], "capability_missing");
    with(&partner, &[(FIRST, "u-martin")]).await.success(200);
    let granted = Partner::start(Config {
        capabilities: Some(vec!["saved_views".to_owned()]),
        ..fixed()
    })
    .await;
    granted
        .get_as("u-martin", "/users/me/saved-views")
        .await
        .success(200);
}

#[tokio::test]
async fn a_read_only_user_reads_and_does_not_write() {
    let partner = Partner::start(fixed()).await;
    let views = partner
        .get_as("u-ferrand", "/users/me/saved-views")
        .await
        .success(200);
    let path = format!(
        "/users/me/saved-views/{}",
        views["items"][0]["id"].as_str().unwrap()
    );
    let reply = partner
        .send(
            Method::PUT,
            &path,
            &[(FIRST, "u-ferrand")],
            Some(r#"{"name":"x"}"#),
        )
        .await;
    assert_eq!(reply.problem(403)["reason_code"], "user_read_only");
    assert_eq!(
        partner.get_as("u-ferrand", &path).await.success(200),
        views["items"][0]
    );
}

#[tokio::test]
async fn what_belongs_to_another_user_is_not_found() {
    let partner = Partner::start(fixed()).await;
    for family in ["saved-views", "custom-dashboards"] {
        let mine = partner
            .get_as("u-martin", &format!("/users/me/{family}"))
            .await
            .success(200);
        let path = format!("/users/me/{family}/{}", mine["items"][0]["id"].as_str().unwrap());
        assert_eq!(
            partner.get_as("u-martin", &path).await.success(200),
            mine["items"][0]
        );
        partner.get_as("u-nguyen", &path).await.problem(404);
    }
}

#[tokio::test]
async fn preferences_are_an_array_of_the_documented_fields() {
    let partner = Partner::start(fixed()).await;
    let preferences = with(&partner, &[(FIRST, "u-martin")]).await.success(200);
    let preferences = preferences.as_array().unwrap();
    assert_eq!(preferences.len(), 7);
    for preference in preferences {
        assert!(preference["alert_type"].is_string() && preference["enabled"].is_boolean());
        assert!(["info", "warning", "critical"].contains(&preference["min_severity"].as_str().unwrap()));
        assert_eq!(preference.as_object().unwrap().len(), 3);
    }
    assert_eq!(preferences[2]["alert_type"], json!("seuil_ltv"));
}
