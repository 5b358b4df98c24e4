//! Rejected requests, and the engine's waiting times.

use std::time::Duration;

use encours_core::error::ErrorKind;
use encours_core::model::effect::Effect;
use encours_core::model::snapshot::ConnectionState;
use encours_sandbox::{Config, Fault};

use crate::harness::test_harness::{
    TestHarness, applied_count, ids_with_status, move_effect, start_engine, submit, wait,
};

const NOW: Duration = Duration::ZERO;

/// Under a ban each request lengthens it, so requests are sent one at a time.
///
/// A rejected first request also answers those that were to follow.
#[test]
fn rate_limited_refresh_sends_a_single_request() {
    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    submit(&engine, vec![Effect::LoadPortfolio, Effect::LoadNotifications]);
    wait(&engine, "all that a refresh reads", |s| {
        s.portfolio.value.is_some() && s.inbox.fetched_at.is_some()
    });
    let lists = ["portfolio_summary", "notifications_list"];
    let request_counts = || lists.map(|route| harness.sandbox().requests().count(route));
    let before = request_counts();
    harness.sandbox().faults().add("retry-after=600".parse::<Fault>().unwrap());
    submit(&engine, vec![Effect::Refresh]);
    wait(&engine, "the gate", |s| matches!(s.connection, ConnectionState::RateLimited { .. }));
    submit(&engine, vec![Effect::LoadPortfolio, Effect::LoadNotifications]);
    wait(&engine, "the rejections", |s| s.portfolio.error.is_some() && s.inbox.error.is_some());
    assert_eq!(request_counts(), before, "the following requests were not sent");
}

#[test]
fn a_ban_is_respected_and_outlives_a_restart() {
    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    harness.sandbox().faults().add("retry-after=600".parse::<Fault>().unwrap());
    engine.submit(vec![move_effect(&id, "sourcing", "ic", NOW)]);
    wait(&engine, "the gate", |s| matches!(s.connection, ConnectionState::RateLimited { .. }));
    let handled_before = wait(&engine, "the row back in its place", |s| s.writes.len() == 1).handled;
    submit(&engine, vec![Effect::Refresh]);
    assert!(engine.snapshot().handled > handled_before);
    drop(engine);
    let before = harness.sandbox().requests().total();
    let engine = harness.engine();
    wait(&engine, "the gate remembered", |s| matches!(s.connection, ConnectionState::RateLimited { .. }));
    let s = submit(&engine, vec![Effect::Refresh, Effect::LoadPortfolio, Effect::LoadNotifications]);
    assert_eq!(s.writes.len(), 1, "the write waits");
    wait(&engine, "the rejections", |s| s.portfolio.error.is_some() && s.inbox.error.is_some());
    assert_eq!(harness.sandbox().requests().total(), before, "not one request knocked at the closed gate");
}

#[test]
fn rejected_key_is_reported_and_writes_stay_pending() {
    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    engine.close(NOW);
    let engine = start_engine(harness.settings_with_secret("another secret"));
    let s = wait(&engine, "the rejection", |s| matches!(s.connection, ConnectionState::SignInNeeded { .. }));
    let ConnectionState::SignInNeeded { error } = &s.connection else { unreachable!() };
    assert_eq!(error.kind(), ErrorKind::Auth);
    assert_eq!(s.deals.len(), 24, "what was read before is still shown");
    let s = submit(&engine, vec![move_effect(&id, "sourcing", "ic", NOW)]);
    assert_eq!(s.writes.len(), 1);
    drop(engine);
    let engine = harness.engine();
    wait(&engine, "the move", |s| applied_count(s) == 1);
}

#[test]
fn a_revoked_bearer_is_renewed_without_a_word() {
    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    harness.sandbox().revoke_tokens().unwrap();
    engine.submit(vec![move_effect(&id, "sourcing", "ic", NOW)]);
    let s = wait(&engine, "the move", |s| applied_count(s) == 1);
    assert!(matches!(s.connection, ConnectionState::Online));
}

#[test]
fn failing_write_is_retried_without_blocking_others() {
    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    let ids = ids_with_status(&engine.snapshot(), "sourcing");
    harness.sandbox().faults().add("status=500@deals_create:6".parse::<Fault>().unwrap());
    let fields = crate::harness::test_harness::fields("name", "Patience");
    engine.submit(vec![
        Effect::Create { fields, label: "Patience".into() },
        move_effect(&ids[0], "sourcing", "ic", NOW),
    ]);
    wait(&engine, "both", |s| applied_count(s) == 2);
    assert_eq!(harness.total(), 25);
    assert_eq!(harness.status(&ids[0]), "ic");
}

#[test]
fn missing_read_permission_is_reported() {
    let scopes = Some(vec!["entity:read".to_owned()]);
    let harness = TestHarness::with_config(Config { deals: 24, scopes, ..Config::default() });
    let engine = harness.engine();
    let s = wait(&engine, "the rejection", |s| s.deals_error.is_some());
    assert_eq!(s.deals_error.as_ref().map(encours_core::error::Error::kind), Some(ErrorKind::Forbidden));
    assert!(matches!(s.connection, ConnectionState::Online), "a rejection is a response");
}

#[test]
fn failing_server_is_reported_until_it_recovers() {
    let harness = TestHarness::new(24);
    harness.sandbox().faults().add("html-502".parse::<Fault>().unwrap());
    let engine = harness.engine();
    wait(&engine, "failing", |s| matches!(s.connection, ConnectionState::Failing { .. }));
    harness.sandbox().faults().clear();
    wait(&engine, "the reading", |s| s.coverage.complete_at.is_some());
    wait(&engine, "online", |s| matches!(s.connection, ConnectionState::Online));
}
