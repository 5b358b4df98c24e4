//! What the contract leaves open: the same rule at its default and at another setting.

use encours_sandbox::PageBounds;
use encours_tests::partner::{Partner, fixed};
use reqwest::Method;

#[tokio::test]
async fn page_bounds_are_the_routes_own() {
    let mut config = fixed();
    config.open.deals_page = PageBounds::new(5, 7);
    let partner = Partner::start(config).await;
    assert_eq!(
        partner.get("/deals").await.success(200)["items"]
            .as_array()
            .unwrap()
            .len(),
        5
    );
    partner.get("/deals?limit=7").await.success(200);
    partner.get("/deals?limit=8").await.problem(422);
    partner.get("/notifications?limit=8").await.success(200);
}

#[tokio::test]
async fn a_limit_may_be_cut_instead_of_refused() {
    let mut config = fixed();
    config.open.deals_page = PageBounds::new(5, 7);
    config.open.clamp_limit = true;
    let partner = Partner::start(config).await;
    let page = partner.get("/deals?limit=500").await.success(200);
    assert_eq!(
        (page["items"].as_array().unwrap().len(), page["limit"].as_u64()),
        (7, Some(7))
    );
    assert_eq!(partner.crawl("/deals", 500).await.len(), 48);
}

#[tokio::test]
async fn unknown_codes_may_be_accepted() {
    let mut config = fixed();
    config.open.accept_unknown_codes = true;
    let partner = Partner::start(config).await;
    let path = format!("/deals/{}", partner.a_deal("ic").await);
    partner.put(&path, r#"{"status":"signature"}"#).await.success(200);
    assert_eq!(
        partner.get("/deals?status=signature").await.success(200)["total"],
        1
    );
    assert_eq!(
        partner.get("/deals?status=never_seen").await.success(200)["total"],
        0
    );
    partner
        .put(&path, r#"{"status":"En signature"}"#)
        .await
        .problem(422);
}

#[tokio::test]
async fn the_first_status_is_a_setting() {
    let mut config = fixed();
    config.open.initial_status = "screening".to_owned();
    let partner = Partner::start(config).await;
    assert_eq!(
        partner.create("k", r#"{"name":"a"}"#).await.success(201)["status"],
        "screening"
    );
}

#[tokio::test]
async fn every_write_may_need_a_key() {
    let mut config = fixed();
    config.open.key_required_on_every_write = true;
    let partner = Partner::start(config).await;
    let path = format!("/deals/{}", partner.a_deal("ic").await);
    partner.put(&path, "{}").await.problem(428);
    partner.delete(&path).await.problem(428);
    partner
        .send(Method::PUT, &path, &[("Idempotency-Key", "k")], Some("{}"))
        .await
        .success(200);
    let plain = Partner::start(fixed()).await;
    let path = format!("/deals/{}", plain.a_deal("ic").await);
    plain.put(&path, "{}").await.success(200);
}

#[tokio::test]
async fn updates_may_be_held_to_the_documented_fields() {
    let mut config = fixed();
    config.open.documented_updates_only = true;
    let partner = Partner::start(config).await;
    let path = format!("/deals/{}", partner.a_deal("ic").await);
    partner.put(&path, r#"{"name":"x"}"#).await.problem(422);
    partner
        .put(&path, r#"{"classe_actif":"bureaux"}"#)
        .await
        .problem(422);
    partner
        .put(&path, r#"{"status":"lost","responsable":null}"#)
        .await
        .success(200);
}

#[tokio::test]
async fn the_description_may_need_a_bearer() {
    let mut config = fixed();
    config.open.postman_needs_bearer = true;
    let mut partner = Partner::start(config).await;
    partner.get("/postman.json").await.success(200);
    partner.set_bearer(None);
    partner.get("/postman.json").await.problem(401);
}

#[tokio::test]
async fn the_first_page_is_a_setting() {
    let mut config = fixed();
    config.open.first_page = 0;
    let partner = Partner::start(config).await;
    let zero = partner.get("/operateurs?page=0&limit=10").await.success(200);
    assert_eq!(
        zero["items"],
        partner.get("/operateurs?offset=0&limit=10").await.success(200)["items"]
    );
}
