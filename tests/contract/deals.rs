//! Deals: list, create, read, change and logical deletion.

use std::collections::HashSet;

use encours_sandbox::{Config, ServiceProfile};
use encours_tests::reference_client::{ReferenceClient, test_config};
use serde_json::json;

#[tokio::test]
async fn deal_list_has_items_total_and_a_default_limit() {
    let partner = ReferenceClient::start(Config { deals: 240, ..test_config() }).await;
    let page = partner.get("/deals").await.success(200);
    assert_eq!(page["total"], 240);
    assert_eq!(page["items"].as_array().unwrap().len(), 50);
    assert_eq!((&page["limit"], &page["offset"]), (&json!(50), &json!(0)));
    for field in ["id", "name", "status", "classe_actif", "responsable"] {
        assert!(page["items"][0].get(field).is_some(), "{field}");
    }
}

#[tokio::test]
async fn pages_of_any_size_give_the_same_list() {
    let partner = ReferenceClient::start(Config { deals: 137, ..test_config() }).await;
    let all_deals = partner.fetch_all("/deals", 500).await;
    assert_eq!(all_deals.len(), 137);
    let ids: HashSet<_> = all_deals.iter().map(|deal| deal["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), 137);
    for limit in [1, 7, 50, 136, 137, 138] {
        assert_eq!(partner.fetch_all("/deals", limit).await, all_deals, "limit {limit}");
    }
    // Pages requested out of order, with no earlier page requested before.
    for offset in [130, 3, 77, 136] {
        let page = partner.get(&format!("/deals?offset={offset}&limit=2")).await.success(200);
        assert_eq!(page["items"][0], all_deals[offset], "offset {offset}");
    }
    let beyond = partner.get("/deals?offset=137").await.success(200);
    assert_eq!((beyond["items"].as_array().unwrap().len(), &beyond["total"]), (0, &json!(137)));
}

#[tokio::test]
async fn a_status_filter_counts_its_own() {
    let partner = ReferenceClient::start(Config { deals: 240, ..test_config() }).await;
    let shares = [
        ("sourcing", 60),
        ("screening", 36),
        ("due_diligence", 24),
        ("ic", 14),
        ("term_sheet", 12),
        ("structuring", 10),
        ("closing", 12),
        ("on_hold", 24),
        ("lost", 48),
    ];
    for (status, count) in shares {
        let page = partner.get(&format!("/deals?status={status}&limit=1")).await.success(200);
        assert_eq!(page["total"], count, "{status}");
        let deals = partner.fetch_all(&format!("/deals?status={status}"), 5).await;
        assert_eq!(deals.len(), count);
        assert!(deals.iter().all(|deal| deal["status"] == status));
    }
}

#[tokio::test]
async fn bad_parameters_are_422() {
    let partner = ReferenceClient::start(test_config()).await;
    for query in [
        "limit=0",
        "limit=501",
        "limit=-1",
        "limit=x",
        "limit=",
        "limit=1.5",
        "limit=10&limit=20",
        "offset=-1",
        "offset=x",
        "status=signed",
        "status=",
        "status=IC",
        "name=%FF",
    ] {
        let problem = partner.get(&format!("/deals?{query}")).await.problem(422);
        assert_eq!(
            (&problem["title"], &problem["route_id"]),
            (&json!("Unprocessable Content"), &json!("deals_list")),
            "{query}"
        );
    }
    partner.get("/deals?limit=500&offset=0&status=ic").await.success(200);
    partner.get("/deals?unheard_of=1").await.success(200);
}

#[tokio::test]
async fn a_created_deal_can_be_read_listed_and_counted() {
    let partner = ReferenceClient::start(test_config()).await;
    let body = r#"{"name":"Passage Ravel 9, Dole","status":"ic","classe_actif":"commerces"}"#;
    let created = partner.create("k-1", body).await.success(201);
    assert_eq!(created["name"], "Passage Ravel 9, Dole");
    assert_eq!(created["responsable"], json!(null));
    assert_eq!(
        (&created["status_since"], &created["created_at"]),
        (&json!("2026-11-20"), &json!("2026-11-20T08:41:00Z"))
    );
    let id = created["id"].as_str().unwrap();
    assert_eq!(partner.get(&format!("/deals/{id}")).await.success(200), created);
    assert_eq!(partner.fetch_all("/deals", 100).await.last(), Some(&created));
    assert_eq!(partner.get("/deals").await.success(200)["total"], 49);
}

#[tokio::test]
async fn a_deal_without_a_status_starts_at_the_beginning() {
    let partner = ReferenceClient::start(test_config()).await;
    let created = partner.create("k-1", r#"{"name":"Sans statut"}"#).await.success(201);
    assert_eq!((&created["status"], &created["classe_actif"]), (&json!("sourcing"), &json!(null)));
}

#[tokio::test]
async fn deleted_deal_is_missing_from_every_route() {
    let partner = ReferenceClient::start(test_config()).await;
    let id = partner.first_deal("lost").await;
    let path = format!("/deals/{id}");
    let before = partner.get("/deals?status=lost&limit=1").await.success(200)["total"].as_u64().unwrap();
    let reply = partner.delete(&path).await;
    assert_eq!((reply.status, &*reply.text, reply.header("content-type")), (204, "", ""));
    partner.get(&path).await.problem(404);
    partner.put(&path, r#"{"status":"ic"}"#).await.problem(404);
    partner.get(&format!("{path}/notes")).await.problem(404);
    partner.delete(&path).await.problem(404);
    assert_eq!(partner.get("/deals").await.success(200)["total"], 47);
    assert_eq!(partner.get("/deals?status=lost").await.success(200)["total"], before - 1);
    let remaining = partner.fetch_all("/deals", 10).await;
    assert_eq!(remaining.len(), 47);
    assert!(remaining.iter().all(|deal| deal["id"] != *id));
}

#[tokio::test]
async fn moves_and_deletions_shift_pages_and_update_totals() {
    let partner = ReferenceClient::start(test_config()).await;
    let all_deals = partner.fetch_all("/deals", 10).await;
    let first = all_deals[0]["id"].as_str().unwrap();
    partner.delete(&format!("/deals/{first}")).await;
    let page = partner.get("/deals?limit=10&offset=10").await.success(200);
    assert_eq!(page["items"][0], all_deals[11], "the list has moved up by one");
    let sourcing = partner.fetch_all("/deals?status=sourcing", 3).await;
    let moved = sourcing[0]["id"].as_str().unwrap();
    partner.put(&format!("/deals/{moved}"), r#"{"status":"ic"}"#).await.success(200);
    assert_eq!(partner.fetch_all("/deals?status=sourcing", 3).await, sourcing[1..]);
    let total: u64 = all_deals.len() as u64 - 1;
    assert_eq!(partner.get("/deals").await.success(200)["total"], total);
}

#[tokio::test]
async fn identifiers_are_uuids() {
    let partner = ReferenceClient::start(test_config()).await;
    for id in [
        "1",
        "not-a-uuid",
        "6f1c08d24b7e4a559d102e77c1b9a0f4",
        "%7B6f1c08d2-4b7e-4a55-9d10-2e77c1b9a0f4%7D",
        "a%2Fb",
        "%FF",
    ] {
        partner.get(&format!("/deals/{id}")).await.problem(422);
        partner.delete(&format!("/deals/{id}")).await.problem(422);
    }
    partner.get("/deals/6f1c08d2-4b7e-4a55-9d10-2e77c1b9a0f4").await.problem(404);
    let id = partner.first_deal("ic").await;
    partner.get(&format!("/deals/{}", id.to_uppercase())).await.success(200);
}

#[tokio::test]
async fn notes_page_like_deals() {
    let partner = ReferenceClient::start(Config { deals: 240, ..test_config() }).await;
    let deals = partner.fetch_all("/deals", 240).await;
    let parc = deals.iter().find(|deal| deal["name"] == "Le Parc, Lyon").unwrap();
    let path = format!("/deals/{}/notes", parc["id"].as_str().unwrap());
    let page = partner.get(&path).await.success(200);
    assert_eq!(page["total"], 2);
    assert_eq!(page["items"][0]["content"], "Bail principal renouvelé, 9 ans fermes ; avenant à signer.");
    assert!(page["items"][0]["id"].is_string());
    let second = partner.get(&format!("{path}?limit=1&offset=1")).await.success(200);
    assert_eq!((&second["items"][0], &second["total"]), (&page["items"][1], &json!(2)));
    partner.get(&format!("{path}?limit=101")).await.problem(422);
    partner.get(&format!("{path}?offset=x")).await.problem(422);
}

#[tokio::test]
async fn strict_deals_have_no_nulls_and_breakdowns_match_totals() {
    let partner =
        ReferenceClient::start(Config { profile: ServiceProfile::Strict, deals: 2_000, ..test_config() })
            .await;
    for deal in partner.fetch_all("/deals", 500).await {
        assert!(deal.as_object().unwrap().values().all(serde_json::Value::is_string), "{deal}");
    }
    let summary = partner.get("/portfolio/summary").await.success(200);
    for name in ["operations_by_status", "operations_by_classe_actif", "operations_by_type_investissement"] {
        let sum: u64 = summary[name].as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum();
        assert_eq!(summary["total_operations"], sum, "{name}");
    }
}
