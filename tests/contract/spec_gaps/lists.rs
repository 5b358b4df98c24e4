//! Pages, filters and parameters at two settings each.

use super::{count, deal_path, start_default, with, with_setting};
use encours_sandbox::Config;
use encours_tests::reference_client::{ReferenceClient, test_config};

#[tokio::test]
async fn deals_page() {
    let other = with("deals_page=5/7").await;
    assert_eq!(count(&other, "/deals").await, 5);
    other.get("/deals?limit=7").await.success(200);
    other.get("/deals?limit=8").await.problem(422);
    other.get("/notifications?limit=8").await.success(200);
    let plain = ReferenceClient::start(Config { deals: 60, ..test_config() }).await;
    assert_eq!(count(&plain, "/deals").await, 50);
    plain.get("/deals?limit=500").await.success(200);
    plain.get("/deals?limit=501").await.problem(422);
}

#[tokio::test]
async fn notes_page() {
    let plain = start_default().await;
    let id = deal_path(&plain, "ic").await;
    assert_eq!(plain.get(&format!("{id}/notes")).await.success(200)["limit"], 20);
    plain.get(&format!("{id}/notes?limit=101")).await.problem(422);
    let other = with("notes_page=1/2").await;
    assert_eq!(other.get(&format!("{id}/notes")).await.success(200)["limit"], 1);
    other.get(&format!("{id}/notes?limit=3")).await.problem(422);
}

#[tokio::test]
async fn notifications_page() {
    assert_eq!(count(&start_default().await, "/notifications").await, 50);
    let other = with("notifications_page=7/9").await;
    assert_eq!(count(&other, "/notifications").await, 7);
    other.get("/notifications?limit=10").await.problem(422);
}

#[tokio::test]
async fn lists_page() {
    assert_eq!(count(&start_default().await, "/operations").await, 50);
    let other = with("lists_page=3/4").await;
    for path in ["/operations", "/spvs", "/operateurs", "/tasks", "/taxonomies"] {
        assert_eq!(count(&other, path).await, 3, "{path}");
        other.get(&format!("{path}?limit=5")).await.problem(422);
    }
}

#[tokio::test]
async fn clamp_limit() {
    start_default().await.get("/deals?limit=501").await.problem(422);
    let other = ReferenceClient::start(with_setting(
        with_setting(test_config(), "deals_page=5/7"),
        "clamp_limit=true",
    ))
    .await;
    let page = other.get("/deals?limit=500").await.success(200);
    assert_eq!((page["items"].as_array().unwrap().len(), page["limit"].as_u64()), (7, Some(7)));
    assert_eq!(other.fetch_all("/deals", 500).await.len(), 48);
}

#[tokio::test]
async fn first_page() {
    let (plain, other) = (start_default().await, with("first_page=0").await);
    let first = plain.get("/operateurs?offset=0&limit=10").await.success(200)["items"].clone();
    assert_eq!(plain.get("/operateurs?page=1&limit=10").await.success(200)["items"], first);
    plain.get("/operateurs?page=0&limit=10").await.problem(422);
    assert_eq!(other.get("/operateurs?page=0&limit=10").await.success(200)["items"], first);
    assert_ne!(other.get("/operateurs?page=1&limit=10").await.success(200)["items"], first);
}

#[tokio::test]
async fn refuse_unknown_parameters() {
    start_default().await.get("/portfolio/summary?from=2026").await.success(200);
    let other = with("refuse_unknown_parameters=true").await;
    other.get("/portfolio/summary?from=2026").await.problem(422);
    other.get("/deals?page=1").await.problem(422);
    other.get("/deals?limit=1&offset=0&status=ic").await.success(200);
}

#[tokio::test]
async fn active_statuses() {
    let active =
        async |partner: &ReferenceClient| partner.fetch_all("/operations?status=active", 50).await.len();
    assert_eq!(active(&start_default().await).await, 61 + 12 + 9 + 4 + 3);
    assert_eq!(active(&with("active_statuses=instruction,retard").await).await, 14 + 9);
}
