//! Notifications: read one, mark it read, list them.

use encours_sandbox::{Config, ServiceProfile};
use encours_tests::reference_client::{ReferenceClient, test_config};
use reqwest::Method;
use serde_json::json;

#[tokio::test]
async fn notifications_are_newest_first_and_count_the_unread() {
    let partner = ReferenceClient::start(test_config()).await;
    let all = partner.fetch_all("/notifications", 100).await;
    assert_eq!(all.len(), 155);
    assert_eq!(all[0]["title"], "LTV au-dessus du seuil (76,4 %) – Le Parc, Lyon");
    let dates: Vec<&str> = all.iter().map(|one| one["created_at"].as_str().unwrap()).collect();
    assert!(dates.is_sorted_by(|a, b| a >= b), "{dates:?}");
    assert!(dates.iter().all(|date| *date < "2026-11-20T08:41:00Z"));
    assert_eq!(all.iter().filter(|one| one["read"] == false).count(), 37);
    assert_eq!(partner.get("/notifications?read=false").await.success(200)["total"], 37);
    assert_eq!(partner.get("/notifications?read=true").await.success(200)["total"], 118);
    partner.get("/notifications?read=1").await.problem(422);
    partner.get("/notifications?limit=201").await.problem(422);
}

#[tokio::test]
async fn fetching_marks_nothing_read_and_marking_is_permanent() {
    let partner = ReferenceClient::start(test_config()).await;
    let page = partner.get("/notifications?limit=1").await.success(200);
    let id = page["items"][0]["id"].as_str().unwrap();
    let path = format!("/notifications/{id}");
    assert_eq!(partner.get(&path).await.success(200)["read"], false);
    assert_eq!(partner.get(&path).await.success(200)["read"], false);
    for _ in 0..2 {
        let marked =
            partner.send(Method::POST, &format!("{path}/actions/read"), &[], None).await.success(200);
        assert_eq!(marked, json!({"id": id, "read": true}));
    }
    let after = partner.get(&path).await.success(200);
    assert_eq!((&after["read"], &after["title"]), (&json!(true), &page["items"][0]["title"]));
    assert_eq!(partner.get("/notifications?read=false").await.success(200)["total"], 36);
}

#[tokio::test]
async fn unknown_notifications_are_404() {
    let partner = ReferenceClient::start(test_config()).await;
    let unknown = "/notifications/6f1c08d2-4b7e-4a55-9d10-2e77c1b9a0f4";
    partner.get(unknown).await.problem(404);
    partner.send(Method::POST, &format!("{unknown}/actions/read"), &[], None).await.problem(404);
    partner.get("/notifications/7").await.problem(404);
}

#[tokio::test]
async fn the_strict_service_knows_them_by_identifier_alone() {
    let extended = ReferenceClient::start(test_config()).await;
    let strict = ReferenceClient::start(Config { profile: ServiceProfile::Strict, ..test_config() }).await;
    let one = extended.get("/notifications?limit=1").await.success(200)["items"][0].clone();
    strict.get("/notifications").await.problem(404);
    // With the same seed both services have the same identifiers.
    let same = strict.get(&format!("/notifications/{}", one["id"].as_str().unwrap())).await.success(200);
    assert_eq!(same, json!({"id": one["id"], "title": one["title"], "read": false}));
}
