//! Simulated users.

use encours_sandbox::{Config, SimulatedAction};
use encours_tests::reference_client::{ReferenceClient, test_config};
use jiff::SignedDuration;

#[tokio::test]
async fn simulated_users_changes_can_be_read() {
    let partner = ReferenceClient::start(test_config()).await;
    let (mut moves, mut hands, mut notes_left, mut notifications) = (0, 0, 0, 0);
    for _ in 0..60 {
        match partner.sandbox.act().unwrap() {
            SimulatedAction::Moved { deal_id, from, to } => {
                assert_ne!(from, to);
                let deal = partner.get(&format!("/deals/{deal_id}")).await.success(200);
                assert_eq!(deal["status"], *to);
                moves += 1;
            }
            SimulatedAction::Reassigned { deal_id, to } => {
                let deal = partner.get(&format!("/deals/{deal_id}")).await.success(200);
                assert_eq!(deal["responsable"], *to);
                hands += 1;
            }
            SimulatedAction::Noted { deal_id } => {
                let notes = partner.get(&format!("/deals/{deal_id}/notes")).await.success(200);
                assert!(notes["total"].as_u64().unwrap() >= 1);
                notes_left += 1;
            }
            SimulatedAction::Notified { notification_id } => {
                let newest = partner.get("/notifications?limit=1").await.success(200)["items"][0].clone();
                assert_eq!(
                    (newest["id"].as_str(), &newest["read"]),
                    (Some(&*notification_id), &serde_json::json!(false))
                );
                notifications += 1;
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(moves > 0 && hands > 0 && notes_left > 0 && notifications > 0);
    let total: u64 = partner.fetch_all("/deals", 500).await.len() as u64;
    assert_eq!(partner.get("/deals").await.success(200)["total"], total);
    assert_eq!(total, 48, "nobody adds or removes a deal");
}

#[tokio::test]
async fn simulation_without_deals_only_adds_notifications() {
    let partner = ReferenceClient::start(Config { deals: 0, ..test_config() }).await;
    for _ in 0..20 {
        let act = partner.sandbox.act().unwrap();
        assert!(matches!(act, SimulatedAction::Nothing | SimulatedAction::Notified { .. }), "{act:?}");
    }
    assert_eq!(partner.get("/deals").await.success(200)["total"], 0);
}

#[tokio::test]
async fn a_live_service_acts_by_itself() {
    let config = Config { live: true, live_pause: SignedDuration::from_millis(10), ..test_config() };
    let partner = ReferenceClient::start(config).await;
    let before =
        partner.get("/deals?limit=500").await.text + &partner.get("/notifications?limit=1").await.text;
    loop {
        let now =
            partner.get("/deals?limit=500").await.text + &partner.get("/notifications?limit=1").await.text;
        if now != before {
            break;
        }
    }
}
