//! Writes take effect exactly once, even if responses are lost.

use encours_core::client::auth::random_id;
use encours_core::client::{Client, DealsQuery};
use encours_core::contract::DealId;
use encours_core::error::ErrorKind;
use encours_sandbox::{Config, Fault, Sandbox};

use crate::{client, sandbox};

fn add_fault(sandbox: &Sandbox, text: &str) {
    sandbox.faults().add(text.parse::<Fault>().unwrap());
}

async fn deal_count(client: &Client) -> u64 {
    client.deals_page(&DealsQuery { limit: Some(1), ..DealsQuery::default() }).await.unwrap().total.unwrap()
}

#[tokio::test]
async fn a_creation_whose_response_is_lost_happens_once() {
    for fault_name in
        ["drop-after-commit", "drop-before-commit", "truncate", "reset", "html-502", "status=500"]
    {
        let sandbox = sandbox(Config::default());
        let client = client(&sandbox);
        let before = deal_count(&client).await;
        add_fault(&sandbox, &format!("{fault_name}@deals_create:2"));
        let key = random_id::idempotency_key();
        let deal = client.create_deal(r#"{"name":"Une seule fois","status":"sourcing"}"#, &key).await;
        assert_eq!(deal.unwrap().name(), Some("Une seule fois"), "{fault_name}");
        assert_eq!(deal_count(&client).await, before + 1, "{fault_name}");
        let sent = sandbox.requests().of_route("deals_create");
        assert_eq!(sent.len(), 3, "{fault_name}");
        assert!(sent.iter().all(|request| request.idempotency_key.as_deref() == Some(key.as_str())));
        assert!(sent.windows(2).all(|pair| pair[0].request_id == pair[1].request_id));
    }
}

#[tokio::test]
async fn reusing_a_key_for_another_write_is_a_conflict() {
    let sandbox = sandbox(Config::default());
    let client = client(&sandbox);
    let key = random_id::idempotency_key();
    client.create_deal(r#"{"name":"A","status":"sourcing"}"#, &key).await.unwrap();
    let error = client.create_deal(r#"{"name":"B","status":"sourcing"}"#, &key).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome_unknown()), (ErrorKind::Conflict, false));
    assert_eq!(error.idempotency_key(), Some(&key));
    assert_eq!(sandbox.requests().count("deals_create"), 2);
}

#[tokio::test]
async fn in_doubt_updates_and_deletions_are_not_resent() {
    let sandbox = sandbox(Config::default());
    let client = client(&sandbox);
    let page = client.deals_page(&DealsQuery { limit: Some(1), ..DealsQuery::default() }).await.unwrap();
    let id: DealId = page.items[0].id().clone();

    add_fault(&sandbox, "drop-after-commit@deals_update:1");
    let key = random_id::idempotency_key();
    let error = client.update_deal(&id, r#"{"responsable":"Une autre"}"#, &key).await.unwrap_err();
    assert!(error.outcome_unknown() && error.is_offline());
    assert_eq!(sandbox.requests().count("deals_update"), 1);
    assert_eq!(client.deal(&id).await.unwrap().responsable(), Some("Une autre"), "it was applied");

    add_fault(&sandbox, "drop-before-commit@deals_delete:1");
    let error = client.delete_deal(&id, &random_id::idempotency_key()).await.unwrap_err();
    assert!(error.outcome_unknown());
    client.deal(&id).await.expect("failed to read the deal");
}

#[tokio::test]
async fn every_write_carries_a_key() {
    let sandbox = sandbox(Config::default());
    let client = client(&sandbox);
    let page = client.deals_page(&DealsQuery::default()).await.unwrap();
    client
        .update_deal(page.items[0].id(), r#"{"responsable":"X"}"#, &random_id::idempotency_key())
        .await
        .unwrap();
    client.delete_deal(page.items[0].id(), &random_id::idempotency_key()).await.unwrap();
    for request in sandbox.requests().all() {
        let keyed = request.method != "GET" && request.route.as_deref() != Some("auth_token_exchange");
        assert_eq!(request.idempotency_key.is_some(), keyed, "{}", request.target);
    }
}
