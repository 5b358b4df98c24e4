//! Writes for very many deals at once: one outbox transaction, committed outside the engine's loop.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::time::Duration;

use encours_core::contract::Fields;
use encours_core::contract::ids::DealId;
use encours_core::engine::Engine;
use encours_core::model::effect::Effect;
use encours_core::model::pending_write::WriteState;
use encours_core::model::snapshot::{EventKind, Snapshot};
use encours_core::store::Store;
use jiff::Timestamp;

use crate::harness::test_harness::{
    LONG, TestHarness, ids_with_status, move_effect, shown_status, submit, wait, wait_until_drained,
};

/// A number of writes too large for the loop's own thread.
const BULK_SIZE: usize = 300;
const NOW: Duration = Duration::ZERO;

/// The number of deals.
const DEALS: u32 = 1_200;

/// Returns deals with their statuses, without those in a target status of these tests.
fn movable_deals(engine: &Engine) -> Vec<(String, String)> {
    let snapshot = engine.snapshot();
    let deals = snapshot.deals.by_age().filter(|row| !["ic", "closing"].contains(&row.status));
    let deals: Vec<_> = deals.map(|row| (row.id.to_owned(), row.status.to_owned())).take(BULK_SIZE).collect();
    assert_eq!(deals.len(), BULK_SIZE);
    deals
}

fn moves_to(deals: &[(String, String)], to: &str, undo_delay: Duration) -> Vec<Effect> {
    deals.iter().map(|(id, from)| move_effect(id, from, to, undo_delay)).collect()
}

fn moves_back(deals: &[(String, String)], from: &str) -> Vec<Effect> {
    deals.iter().map(|(id, to)| move_effect(id, from, to, NOW)).collect()
}

fn synced_setup() -> (TestHarness, Engine) {
    let harness = TestHarness::fast(DEALS);
    let engine = harness.synced_engine();
    (harness, engine)
}

/// Returns the displayed statuses of the deals.
fn shown_statuses(s: &Snapshot, deals: &[(String, String)]) -> BTreeSet<String> {
    deals.iter().filter_map(|(id, _)| shown_status(s, id)).collect()
}

#[test]
fn bulk_moves_are_shown_and_undone_all_at_once() {
    let (_bench, engine) = synced_setup();
    let deals = movable_deals(&engine);
    let numbers = RefCell::new(BTreeSet::new());
    let until = engine.snapshot().handled + deals.len() as u64;
    engine.submit(moves_to(&deals, "ic", LONG));
    let snapshot = wait(&engine, "the moves", |s| {
        numbers.borrow_mut().insert(s.writes.len());
        s.handled >= until
    });
    assert_eq!(shown_statuses(&snapshot, &deals), BTreeSet::from(["ic".to_owned()]));
    engine.submit(moves_back(&deals, "ic"));
    let snapshot = wait(&engine, "the way back", |s| {
        numbers.borrow_mut().insert(s.writes.len());
        s.handled >= until + deals.len() as u64
    });
    assert!(snapshot.writes.is_empty());
    for (id, status) in &deals {
        assert_eq!(shown_status(&snapshot, id).as_ref(), Some(status));
    }
    assert_eq!(numbers.into_inner(), BTreeSet::from([0, BULK_SIZE]), "all of them or none");
}

#[test]
fn effects_after_a_bulk_change_keep_their_order() {
    let (harness, engine) = synced_setup();
    let deals = movable_deals(&engine);
    let before = engine.snapshot().handled;
    engine.submit(moves_to(&deals, "ic", LONG));
    // One more change of a deal of this batch, and one effect that does not need the outbox.
    engine.submit(vec![move_effect(&deals[0].0, "ic", "closing", LONG)]);
    engine.submit(vec![Effect::LoadPortfolio]);
    engine.submit(moves_back(&deals[1..], "ic"));
    let handled = before + 2 * deals.len() as u64 + 1;
    let snapshot = wait(&engine, "all of it", |s| s.handled >= handled);
    assert_eq!(snapshot.handled, handled);
    assert_eq!(snapshot.writes.len(), 1, "{:?}", snapshot.writes);
    assert_eq!(shown_status(&snapshot, &deals[0].0).as_deref(), Some("closing"));
    wait(&engine, "the portfolio", |s| s.portfolio.value.is_some());
    drop(engine);
    let store = Store::open(&harness.profile(), Timestamp::now()).unwrap();
    let rows = store.outbox().entries().unwrap();
    assert_eq!((rows.len(), rows[0].body.as_str()), (1, r#"{"status":"closing"}"#));
}

#[test]
fn repeated_bulk_moves_merge_under_new_keys() {
    let (_bench, engine) = synced_setup();
    let deals = movable_deals(&engine);
    let first = submit(&engine, moves_to(&deals, "ic", LONG));
    let second_moves = deals.iter().map(|(id, _)| move_effect(id, "ic", "closing", LONG)).collect();
    let second = submit(&engine, second_moves);
    assert_eq!(second.writes.len(), BULK_SIZE);
    for (old, new) in first.writes.iter().zip(second.writes.iter()) {
        assert_eq!((new.id, &new.record), (old.id, &old.record));
        assert_ne!(new.key, old.key, "it is another write");
        assert_eq!((new.fields.to_body().as_str(), &new.base), (r#"{"status":"closing"}"#, &old.base));
    }
}

#[test]
fn bulk_undo_reverts_sent_moves_and_discards_the_rest() {
    let (harness, engine) = synced_setup();
    let deals = movable_deals(&engine);
    let (sent_deals, scheduled_deals) = deals.split_at(5);
    let effects = [moves_to(sent_deals, "ic", NOW), moves_to(scheduled_deals, "ic", LONG)].concat();
    submit(&engine, effects);
    wait(&engine, "some that leave", |s| s.writes.len() == scheduled_deals.len());
    submit(&engine, moves_back(&deals, "ic"));
    wait_until_drained(&engine);
    assert_eq!(harness.idempotency_keys("deals_update").len(), 2 * sent_deals.len());
    for (id, status) in sent_deals {
        assert_eq!(harness.status(id), *status);
    }
}

#[test]
fn redundant_move_writes_nothing_and_is_reported() {
    let (_bench, engine) = synced_setup();
    let deals = movable_deals(&engine);
    // For example, undo of a move that another window has already undone.
    let effects = deals.iter().map(|(id, status)| move_effect(id, "ic", status, NOW)).collect();
    let snapshot = submit(&engine, effects);
    assert!(snapshot.writes.is_empty());
    let is_already_so =
        |event: &encours_core::model::snapshot::Event| matches!(event.kind, EventKind::NothingToDo { .. });
    assert!(snapshot.events.iter().any(is_already_so));
}

#[test]
fn bulk_deletions_are_scheduled_and_undone() {
    let (harness, engine) = synced_setup();
    let deals = movable_deals(&engine);
    let id = |id: &str| DealId::new(id).unwrap();
    let deletions = deals.iter().map(|(deal, _)| Effect::Delete {
        base: Fields::new(),
        deal: id(deal),
        label: "a deal".into(),
        undo_delay: LONG,
    });
    let snapshot = submit(&engine, deletions.collect());
    assert_eq!((snapshot.writes.len(), snapshot.deals.len()), (BULK_SIZE, DEALS as usize - BULK_SIZE));
    let is_scheduled = |state: &WriteState| matches!(state, WriteState::Scheduled { .. });
    assert!(snapshot.writes.iter().all(|write| is_scheduled(&write.state)));
    let cancellations = deals.iter().map(|(deal, _)| Effect::CancelDelete(id(deal)));
    let snapshot = submit(&engine, cancellations.collect());
    assert_eq!((snapshot.writes.len(), snapshot.deals.len()), (0, DEALS as usize));
    assert!(harness.idempotency_keys("deals_delete").is_empty());
}

#[test]
fn interrupted_bulk_commit_stores_all_or_none() {
    let harness = TestHarness::fast(DEALS);
    let mut engine = harness.synced_engine();
    let deals = movable_deals(&engine);
    let stored_count = || {
        let store = Store::open(&harness.profile(), Timestamp::now()).unwrap();
        store.outbox().entries().unwrap().len()
    };
    engine.submit(moves_to(&deals, "ic", LONG));
    drop(engine);
    let stored = stored_count();
    assert!(stored == 0 || stored == BULK_SIZE, "{stored}");
    engine = harness.engine();
    let until = engine.snapshot().handled + BULK_SIZE as u64;
    engine.submit(moves_to(&deals, "closing", LONG));
    let summary = engine.close_for_switch(Duration::from_secs(2));
    assert!(until > 0 && summary.waiting == BULK_SIZE, "{summary:?}");
    assert_eq!(stored_count(), BULK_SIZE);
}

#[test]
fn bulk_moves_of_another_window_appear_all_at_once() {
    let harness = TestHarness::fast(DEALS);
    let (one, two) = (harness.synced_engine(), harness.synced_engine());
    let deals = movable_deals(&one);
    submit(&one, moves_to(&deals, "ic", LONG));
    wait(&two, "the moves of the other", |s| s.writes.len() == BULK_SIZE);
    submit(&two, moves_back(&deals, "ic"));
    let snapshot = wait(&one, "what the other took back", |s| s.writes.is_empty());
    assert!(ids_with_status(&snapshot, "ic").iter().all(|id| !deals.iter().any(|(deal, _)| deal == id)));
}
