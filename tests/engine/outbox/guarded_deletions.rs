//! A deletion applies only to the deal as the user saw it.
//!
//! If another client has changed the deal since, the change is shown and the user confirms again.

use std::sync::Arc;
use std::time::Duration;

use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::contract::Fields;
use encours_core::contract::ids::DealId;
use encours_core::engine::Engine;
use encours_core::error::ErrorKind;
use encours_core::model::effect::Effect;
use encours_core::model::pending_write::{PendingWrite, WriteId, WriteState};
use encours_core::model::snapshot::Snapshot;
use encours_core::text::Lang;
use jiff::Timestamp;

use crate::harness::test_harness::{
    LONG, TestHarness, applied_count, fields, ids_with_status, move_effect, new_app, shown_status, submit,
    wait, wait_until_drained,
};

/// Requests the deletion of a deal and confirms it.
fn confirm_delete(app: &mut App, deal: &str) -> Effect {
    let now = Timestamp::now();
    app.dispatch(Action::FocusDeal(DealId::new(deal).unwrap()), now);
    assert!(app.dispatch(Action::Run(ActionId::DeleteDeal), now).effects.is_empty());
    let mut effects = app.dispatch(Action::Run(ActionId::DeleteDeal), now).effects;
    assert_eq!(effects.len(), 1, "{effects:?}");
    effects.remove(0)
}

/// A scheduled deletion whose deal another client moved before it was sent.
struct BlockedDeletion {
    harness: TestHarness,
    engine: Engine,
    app: App,
    deal: String,
    write: WriteId,
}

impl BlockedDeletion {
    fn new() -> Self {
        let harness = TestHarness::fast(24);
        let engine = harness.synced_engine();
        let deal = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
        let mut app = new_app(engine.snapshot(), Lang::En);
        let deletion = confirm_delete(&mut app, &deal);
        let scheduled = submit(&engine, vec![deletion]);
        let write = scheduled.writes[0].id;
        assert_eq!(shown_status(&scheduled, &deal), None, "gone from the board while it is held");
        harness.move_by_another(&deal, "closing");
        engine.submit(vec![Effect::Retry(write)]);
        let blocked = wait_until_blocked(&engine);
        app.on_snapshot(blocked);
        Self { harness, engine, app, deal, write }
    }

    fn decide(&self, mine: &[&str]) {
        self.engine.submit(vec![Effect::ResolveConflict {
            write: self.write,
            keep_mine: mine.iter().map(|name| (*name).to_owned()).collect(),
            undo_delay: Duration::ZERO,
        }]);
    }
}

fn wait_until_blocked(engine: &Engine) -> Arc<Snapshot> {
    wait(engine, "a parked write", |s| s.writes.iter().any(PendingWrite::is_blocked))
}

#[test]
fn deletion_conflicts_with_a_foreign_change_made_meanwhile() {
    let blocked = BlockedDeletion::new();
    let BlockedDeletion { harness, engine, deal, .. } = &blocked;
    assert!(harness.idempotency_keys("deals_delete").is_empty(), "nothing was deleted");
    let s = engine.snapshot();
    assert_eq!(s.writes[0].state, WriteState::Conflict { theirs: fields("status", "closing") });
    assert_eq!(s.writes[0].base.text("status").as_deref(), Some("sourcing"));
    assert_eq!(shown_status(&s, deal).as_deref(), Some("closing"), "back on the board");
    // After the user confirms, the deal is deleted in its current version, by a new write.
    engine.submit(vec![Effect::Retry(blocked.write)]);
    wait_until_drained(engine);
    assert_eq!(harness.deal(deal).unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(harness.idempotency_keys("deals_delete").len(), 1);
}

#[test]
fn deal_changed_again_after_the_decision_conflicts_again() {
    let blocked = BlockedDeletion::new();
    let BlockedDeletion { harness, engine, deal, .. } = &blocked;
    harness.move_by_another(deal, "lost");
    blocked.decide(&["status"]);
    let s = wait(engine, "the second conflict", |s| {
        s.writes.iter().any(|write| write.state == WriteState::Conflict { theirs: fields("status", "lost") })
    });
    assert_eq!(s.writes[0].base.text("status").as_deref(), Some("closing"));
    assert!(harness.idempotency_keys("deals_delete").is_empty());
}

#[test]
fn choosing_the_server_version_keeps_the_deal() {
    let blocked = BlockedDeletion::new();
    blocked.decide(&[]);
    let s = wait_until_drained(&blocked.engine);
    assert_eq!(shown_status(&s, &blocked.deal).as_deref(), Some("closing"));
    assert_eq!(blocked.harness.status(&blocked.deal), "closing");
    assert!(blocked.harness.idempotency_keys("deals_delete").is_empty());
}

#[test]
fn undo_of_a_decided_deletion_recreates_the_latest_version() {
    let mut blocked = BlockedDeletion::new();
    let (now, app) = (Timestamp::now(), &mut blocked.app);
    app.dispatch(Action::Run(ActionId::ScreenActivity), now);
    let decided = app.dispatch(Action::Run(ActionId::KeepMine), now).effects;
    blocked.engine.submit(decided);
    app.on_snapshot(wait_until_drained(&blocked.engine));
    app.dispatch(Action::Run(ActionId::Undo), now);
    let recreate = app.dispatch(Action::Run(ActionId::Undo), now).effects;
    let [Effect::Recreate { fields, .. }] = &*recreate else { panic!("{recreate:?}") };
    assert_eq!(fields.text("status").as_deref(), Some("closing"));
}

#[test]
fn own_pending_move_does_not_conflict_with_a_deletion() {
    let harness = TestHarness::fast(24);
    let engine = harness.synced_engine();
    let deal = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    let mut app = new_app(engine.snapshot(), Lang::En);
    let moved = submit(&engine, vec![move_effect(&deal, "sourcing", "ic", LONG)]);
    app.on_snapshot(moved);
    let Effect::Delete { deal, base, label, .. } = confirm_delete(&mut app, &deal) else {
        panic!("no deletion")
    };
    let undo_delay = Duration::ZERO;
    engine.submit(vec![Effect::Delete { deal: deal.clone(), base, label, undo_delay }]);
    wait(&engine, "both", |s| applied_count(s) == 2);
    assert_eq!(harness.deal(deal.as_str()).unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
fn deletion_pending_over_a_restart_is_checked_for_conflicts() {
    let mut harness = TestHarness::new(24);
    let deal = {
        let engine = harness.synced_engine();
        let deal = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
        let deletion = confirm_delete(&mut new_app(engine.snapshot(), Lang::En), &deal);
        harness.stop_server();
        let s = submit(&engine, vec![deletion]);
        engine.submit(vec![Effect::Retry(s.writes[0].id)]);
        wait(&engine, "a try in vain", |s| matches!(s.writes[0].state, WriteState::Waiting { .. }));
        deal
    };
    harness.start_server();
    harness.move_by_another(&deal, "closing");
    let engine = harness.engine();
    wait_until_blocked(&engine);
    assert!(harness.idempotency_keys("deals_delete").is_empty());
    assert_eq!(harness.status(&deal), "closing");
}

#[test]
fn deletion_without_a_base_is_sent_without_comparison() {
    let harness = TestHarness::fast(24);
    let engine = harness.synced_engine();
    let deal = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    harness.move_by_another(&deal, "closing");
    engine.submit(vec![Effect::Delete {
        deal: DealId::new(&deal).unwrap(),
        base: Fields::new(),
        label: "kept by an earlier version".into(),
        undo_delay: Duration::ZERO,
    }]);
    wait(&engine, "the deletion", |s| applied_count(s) == 1);
    assert!(harness.idempotency_keys("deals_get").is_empty(), "nothing is read for nothing");
}
