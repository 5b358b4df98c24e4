//! Rights, problems, cooldowns and the Postman collection at two settings each.

use super::{start_default, with, with_setting};
use encours_sandbox::Config;
use encours_tests::reference_client::{ReferenceClient, test_config};
use reqwest::Method;
use serde_json::json;

#[tokio::test]
async fn second_delegated_header() {
    let ask = async |partner: &ReferenceClient, header: &str| {
        let headers = [(header, "ext-1001")];
        partner.send(Method::GET, "/users/me/alert-preferences", &headers, None).await.status
    };
    let (plain, other) = (start_default().await, with("second_delegated_header=X-Utilisateur").await);
    let first = "X-Service-Delegated-User-External-Id";
    assert_eq!((ask(&plain, first).await, ask(&plain, "X-Utilisateur").await), (200, 400));
    assert_eq!((ask(&other, first).await, ask(&other, "X-Utilisateur").await), (400, 200));
}

#[tokio::test]
async fn capability_per_family() {
    let config = Config { capabilities: Some(vec!["saved_views".to_owned()]), ..test_config() };
    let (plain, other) = (
        ReferenceClient::start(config.clone()).await,
        ReferenceClient::start(with_setting(config, "capability_per_family=true")).await,
    );
    for path in ["/users/me/alert-preferences", "/users/me/custom-dashboards"] {
        plain.get_as("u-martin", path).await.success(200);
        let rejected = other.get_as("u-martin", path).await.problem(403);
        assert_eq!(rejected["reason_code"], "capability_missing");
    }
    other.get_as("u-martin", "/users/me/saved-views").await.success(200);
}

#[tokio::test]
async fn shared_dashboards() {
    let (plain, other) = (start_default().await, with("shared_dashboards=true").await);
    let boards = plain.get_as("u-roux", "/users/me/custom-dashboards").await.success(200)["items"].clone();
    let path = |shared: bool| {
        let board = boards.as_array().unwrap().iter().find(|board| board["is_shared"] == shared).unwrap();
        format!("/users/me/custom-dashboards/{}", board["id"].as_str().unwrap())
    };
    plain.get_as("u-martin", &path(true)).await.problem(404);
    other.get_as("u-martin", &path(true)).await.success(200);
    other.get_as("u-martin", &path(false)).await.problem(404);
}

#[tokio::test]
async fn malformed_id_is_404() {
    let (plain, other) = (start_default().await, with("malformed_id_is_404=true").await);
    for path in ["/deals/7", "/deals/x/notes"] {
        plain.get(path).await.problem(422);
        other.get(path).await.problem(404);
    }
}

#[tokio::test]
async fn every_id_is_a_uuid() {
    let (plain, other) = (start_default().await, with("every_id_is_a_uuid=true").await);
    for path in ["/alerts/x", "/notifications/7", "/field-definitions/x", "/spvs/x"] {
        plain.get(path).await.problem(404);
        other.get(path).await.problem(422);
    }
    plain.put("/tasks/7", r#"{"statut":"fait"}"#).await.problem(404);
    other.put("/tasks/7", r#"{"statut":"fait"}"#).await.problem(422);
}

#[tokio::test]
async fn not_found_title() {
    let title = async |partner: ReferenceClient| partner.get("/nothing").await.problem(404)["title"].clone();
    assert_eq!(title(start_default().await).await, "Not Found");
    assert_eq!(title(with("not_found_title=Introuvable").await).await, "Introuvable");
    let blank = with("not_found_title=").await.get("/nothing").await;
    assert_eq!((blank.status, &blank.json()["title"]), (404, &json!("")));
}

#[tokio::test]
async fn problem_codes() {
    let problem = async |partner: ReferenceClient| partner.get("/deals?limit=0").await.problem(422);
    let coded = problem(start_default().await).await;
    assert_eq!(
        (&coded["route_id"], &coded["reason_code"]),
        (&json!("deals_list"), &json!("invalid_parameter"))
    );
    let bare = problem(with("problem_codes=false").await).await;
    assert!(bare.get("route_id").is_none() && bare.get("reason_code").is_none(), "{bare}");
}

#[tokio::test]
async fn postman_needs_bearer() {
    let (mut plain, mut other) = (start_default().await, with("postman_needs_bearer=true").await);
    other.get("/postman.json").await.success(200);
    for partner in [&mut plain, &mut other] {
        partner.set_bearer(None);
    }
    plain.get("/postman.json").await.success(200);
    other.get("/postman.json").await.problem(401);
}

#[tokio::test]
async fn postman_carries_secret() {
    let carries = async |partner: ReferenceClient| {
        partner.get("/postman.json").await.text.contains(partner.sandbox.secret().expose())
    };
    let own = |point: &str| Config { secret: None, ..with_setting(test_config(), point) };
    assert!(carries(ReferenceClient::start(own("first_page=1")).await).await);
    assert!(!carries(ReferenceClient::start(own("postman_carries_secret=false")).await).await);
    assert!(!carries(start_default().await).await, "this secret was given to the service");
    assert!(carries(with("postman_carries_secret=true").await).await);
}

#[tokio::test]
async fn first_ban() {
    let wait = async |point: &str| {
        let config = Config { rate_limit: Some(1), ..test_config() };
        let partner = ReferenceClient::start(with_setting(config, point)).await;
        partner.get("/entity").await.header("retry-after").to_owned()
    };
    assert_eq!((wait("first_ban=1").await, wait("first_ban=30").await), ("1".into(), "30".into()));
}

#[tokio::test]
async fn longest_ban() {
    let waits = async |point: &str| {
        let config = Config { rate_limit: Some(1), ..test_config() };
        let partner = ReferenceClient::start(with_setting(config, point)).await;
        let mut last = String::new();
        for _ in 0..12 {
            partner.get("/entity").await.header("retry-after").clone_into(&mut last);
        }
        last
    };
    assert_eq!((waits("longest_ban=300").await, waits("longest_ban=4").await), ("300".into(), "4".into()));
}

#[tokio::test]
async fn allowed_routes() {
    start_default().await.get("/entity").await.success(200);
    let other = with("allowed_routes=deals_list,deals_get").await;
    other.get("/deals").await.success(200);
    assert_eq!(other.get("/entity").await.problem(403)["reason_code"], "route_not_allowed");
}

#[tokio::test]
async fn allowed_ips() {
    with("allowed_ips=127.0.0.1").await.get("/entity").await.success(200);
    let other_address =
        ReferenceClient::start_signed_out(with_setting(test_config(), "allowed_ips=192.0.2.7"));
    let body = other_address.token_request("n", other_address.sandbox.now().as_second());
    assert_eq!(other_address.exchange(&body).await.problem(403)["reason_code"], "ip_not_allowed");
}
