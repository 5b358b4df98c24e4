//! The user's decisions on blocked writes, and the undo of each.

use std::sync::Arc;
use std::time::Duration;

use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::app::records::activity::view::journal_line::journal_line;
use encours_core::app::records::activity::view::writes::write_view;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::app::tools::toasts::view::follow_up;
use encours_core::app::tools::toasts::view::toast_view;
use encours_core::contract::Fields;
use encours_core::contract::ids::DealId;
use encours_core::engine::Engine;
use encours_core::model::effect::Effect;
use encours_core::model::pending_write::{PendingWrite, WriteId, WriteState};
use encours_core::model::snapshot::{Event, EventKind, Snapshot};
use encours_core::text::Lang;
use jiff::Timestamp;

use crate::harness::test_harness::{
    LONG, TestHarness, applied_count, fields, ids_with_status, shown_status, start_engine, submit, wait,
    wait_until_drained,
};

const NOW: Duration = Duration::ZERO;

fn status_and_owner(status: &str, owner: &str) -> Fields {
    let mut fields = fields("status", status);
    fields.set_text("responsable", owner);
    fields
}

/// Creates a write of two fields, both of which another user has changed meanwhile.
fn make_conflict(harness: &TestHarness, engine: &Engine) -> (DealId, WriteId, Arc<Snapshot>) {
    let s = engine.snapshot();
    let id = ids_with_status(&s, "sourcing").remove(0);
    let owner = s.deals.row(s.deals.find(&id).unwrap()).unwrap().owner.to_owned();
    let deal = DealId::new(&id).unwrap();
    let theirs = status_and_owner("lost", "Z. Zola").to_body();
    harness
        .with_other_client(async |client| {
            client.update_deal(&deal, &theirs, &"theirs".parse().unwrap()).await
        })
        .unwrap();
    let write = Effect::Update {
        deal: deal.clone(),
        fields: status_and_owner("ic", "B. Bovary"),
        base: status_and_owner("sourcing", &owner),
        label: "a deal".into(),
        undo_delay: NOW,
    };
    engine.submit(vec![write]);
    let s = wait(engine, "the conflict", |s| s.writes.iter().any(PendingWrite::is_blocked));
    (deal, s.writes[0].id, s)
}

fn server_values(harness: &TestHarness, deal: &DealId) -> (String, String) {
    let deal = harness.deal(deal.as_str()).unwrap();
    (deal.status().unwrap().to_owned(), deal.responsable().unwrap().to_owned())
}

fn new_app(s: Arc<Snapshot>) -> App {
    let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
    let mut app = App::new(Options::new(Lang::En, keymap, jiff::tz::TimeZone::UTC), Timestamp::now());
    app.on_snapshot(s);
    app
}

/// Deletes the focused deal, with its confirmation.
fn delete_focused(app: &mut App) -> Vec<Effect> {
    assert!(press(app, ActionId::DeleteDeal).is_empty(), "it is asked");
    press(app, ActionId::DeleteDeal)
}

fn press(app: &mut App, id: ActionId) -> Vec<Effect> {
    app.dispatch(Action::Run(id), Timestamp::now()).effects
}

#[test]
fn conflict_is_decided_per_field_and_sends_the_merge() {
    let harness = TestHarness::fast(24);
    let engine = harness.synced_engine();
    let (deal, write, s) = make_conflict(&harness, &engine);
    let mut app = new_app(s);
    app.dispatch(Action::Show(Screen::Activity), Timestamp::now());
    let view = write_view(&app, app.activity.focused_write(&app.cx).unwrap());
    let conflict_view = view.conflict.unwrap();
    let first = &conflict_view.fields[0];
    assert_eq!(
        (first.seen.as_deref(), &*first.mine, &*first.theirs),
        (Some("Sourcing"), "Investment committee", "Lost")
    );
    assert!(conflict_view.fields.iter().all(|field| field.is_mine));
    // Owner from the service, status from this write.
    press(&mut app, ActionId::FocusRight);
    press(&mut app, ActionId::ChooseSide);
    let effects = press(&mut app, ActionId::RetryWrite);
    let mine = vec!["status".to_owned()];
    let undo_delay = app.cx.options().undo_delay;
    assert_eq!(effects, [Effect::ResolveConflict { write, keep_mine: mine, undo_delay }]);
    submit_decision(&engine, effects);
    wait_until_drained(&engine);
    assert_eq!(server_values(&harness, &deal), ("ic".into(), "Z. Zola".into()));
    let updates = harness.sandbox().requests().of_route("deals_update");
    assert_ne!(updates[1].idempotency_key, updates[0].idempotency_key, "it is another write");
}

/// Submits a decision, checks that it is scheduled, and sends it at once.
fn submit_decision(engine: &Engine, effects: Vec<Effect>) {
    let s = submit(engine, effects);
    let [write] = s.writes.iter().collect::<Vec<_>>()[..] else { panic!("{:?}", s.writes) };
    assert!(matches!(write.state, WriteState::Scheduled { .. }), "{write:?}");
    engine.submit(vec![Effect::Retry(write.id)]);
}

#[test]
fn decision_is_scheduled_and_undo_restores_the_conflict() {
    let harness = TestHarness::fast(24);
    let engine = harness.synced_engine();
    let (deal, _, s) = make_conflict(&harness, &engine);
    let blocked = s.writes[0].clone();
    let mut app = new_app(s);
    app.dispatch(Action::Show(Screen::Activity), Timestamp::now());
    let effects = press(&mut app, ActionId::KeepMine);
    app.on_snapshot(submit(&engine, effects));
    assert_eq!(shown_status(&engine.snapshot(), deal.as_str()).as_deref(), Some("ic"));
    let message = toast_view(&app, app.cx.toasts().last().unwrap());
    assert!(message.undoable && message.countdown.is_some(), "{message:?}");
    let before = harness.idempotency_keys("deals_update").len();
    let effects = press(&mut app, ActionId::Undo);
    let s = submit(&engine, effects);
    let [reopened] = s.writes.iter().collect::<Vec<_>>()[..] else { panic!("{:?}", s.writes) };
    assert_eq!(*reopened, blocked, "the conflict is unchanged");
    let message = s.events.iter().filter(|event| matches!(event.kind, EventKind::Conflict { .. }));
    assert_eq!(message.count(), 1, "the conflict is not reported again");
    assert_eq!(shown_status(&s, deal.as_str()).as_deref(), Some("lost"));
    app.on_snapshot(s);
    assert!(app.cx.toasts().iter().all(|toast| !toast.content.is_variant_of("decided")));
    // After redo the decision is scheduled again.
    let effects = press(&mut app, ActionId::Redo);
    let s = submit(&engine, effects);
    let is_scheduled = |write: &PendingWrite| matches!(write.state, WriteState::Scheduled { .. });
    assert!(!s.writes.is_empty() && s.writes.iter().all(is_scheduled), "{:?}", s.writes);
    assert_eq!(harness.idempotency_keys("deals_update").len(), before);
    assert_eq!(server_values(&harness, &deal), ("lost".into(), "Z. Zola".into()));
}

#[test]
fn mine_overwrites_and_theirs_forgets() {
    let harness = TestHarness::fast(24);
    let engine = harness.synced_engine();
    let (deal, _, s) = make_conflict(&harness, &engine);
    let mut app = new_app(s);
    app.dispatch(Action::Show(Screen::Activity), Timestamp::now());
    submit_decision(&engine, press(&mut app, ActionId::KeepMine));
    wait_until_drained(&engine);
    assert_eq!(server_values(&harness, &deal), ("ic".into(), "B. Bovary".into()));

    let harness = TestHarness::fast(24);
    let engine = harness.synced_engine();
    let (deal, _, s) = make_conflict(&harness, &engine);
    let mut app = self::new_app(s);
    app.dispatch(Action::Show(Screen::Activity), Timestamp::now());
    let s = submit(&engine, press(&mut app, ActionId::TakeTheirs));
    assert!(s.writes.is_empty());
    assert_eq!(server_values(&harness, &deal), ("lost".into(), "Z. Zola".into()));
    assert_eq!(shown_status(&s, deal.as_str()).as_deref(), Some("lost"));
}

/// Returns the outcomes of a write as texts of the journal, oldest first.
fn journal_outcomes(app: &App, write: WriteId) -> Vec<String> {
    let lines = app.cx.snapshot().history.journal.iter();
    let entries = lines.filter(|line| line.outbox_id == write.0);
    entries.map(|line| journal_line(app, line).outcome).collect()
}

#[test]
fn journal_marks_only_an_undone_discard_as_restored() {
    let harness = TestHarness::fast(24);
    let engine = harness.synced_engine();
    let (_, write, s) = make_conflict(&harness, &engine);
    let mut app = new_app(s);
    app.dispatch(Action::Show(Screen::Activity), Timestamp::now());
    for choice in [ActionId::TakeTheirs, ActionId::DiscardWrite] {
        let effects = press(&mut app, choice);
        app.on_snapshot(submit(&engine, effects));
        assert_eq!(journal_outcomes(&app, write).last().unwrap(), "discarded");
        let effects = press(&mut app, ActionId::Undo);
        app.on_snapshot(submit(&engine, effects));
        assert_eq!(app.cx.conflict_count(), 1, "the conflict is back");
        assert_eq!(journal_outcomes(&app, write).last().unwrap(), "discarded, then restored");
        app.dispatch(Action::Show(Screen::Activity), Timestamp::now());
    }
    let effects = press(&mut app, ActionId::KeepMine);
    app.on_snapshot(submit(&engine, effects));
    let effects = press(&mut app, ActionId::Undo);
    app.on_snapshot(submit(&engine, effects));
    let undone = "discarded, then restored";
    let expected = ["in conflict", undone, undone];
    assert_eq!(journal_outcomes(&app, write), expected);
    engine.close_for_switch(Duration::ZERO);
    let engine = harness.synced_engine();
    let mut app = self::new_app(engine.snapshot());
    assert_eq!(journal_outcomes(&app, write), expected, "so it is after the next start");
    app.dispatch(Action::Show(Screen::Activity), Timestamp::now());
    let effects = press(&mut app, ActionId::TakeTheirs);
    app.on_snapshot(submit(&engine, effects));
    assert_eq!(journal_outcomes(&app, write), ["in conflict", undone, undone, "discarded"]);
}

#[test]
fn foreign_change_after_a_conflict_resolution_conflicts_again() {
    let harness = TestHarness::fast(24);
    let engine = harness.synced_engine();
    let (deal, write, _) = make_conflict(&harness, &engine);
    harness.move_by_another(deal.as_str(), "screening");
    engine.submit(vec![Effect::Retry(write)]);
    wait(&engine, "the second conflict", |s| {
        s.writes.iter().any(|write| match &write.state {
            encours_core::model::pending_write::WriteState::Conflict { theirs } => {
                theirs.text("status").as_deref() == Some("screening")
            }
            _ => false,
        })
    });
    assert_eq!(harness.status(deal.as_str()), "screening", "only what was shown is overwritten");
}

#[test]
fn change_turned_into_a_creation_is_journalled_as_discarded() {
    let harness = TestHarness::fast(24);
    let engine = harness.synced_engine();
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    let deal = DealId::new(&id).unwrap();
    harness
        .with_other_client(async |client| client.delete_deal(&deal, &"theirs".parse().unwrap()).await)
        .unwrap();
    engine.submit(vec![Effect::Update {
        deal,
        fields: fields("status", "ic"),
        base: fields("status", "sourcing"),
        label: "a deal".into(),
        undo_delay: NOW,
    }]);
    let s = wait(&engine, "the deal that is gone", |s| {
        s.writes.iter().any(|write| write.recreate_fields.is_some())
    });
    let write = s.writes[0].id;
    let s = submit(
        &engine,
        vec![Effect::ResolveConflict { write, keep_mine: vec!["status".to_owned()], undo_delay: LONG }],
    );
    assert!(matches!(s.writes[0].state, WriteState::Scheduled { .. }), "{:?}", s.writes[0].state);
    assert!(
        harness.idempotency_keys("deals_create").is_empty(),
        "nothing is sent before the undo window ends"
    );
    // The decision can be reopened until then.
    let reopen = Effect::ReopenConflict { write, record: id.clone(), label: "a deal".into() };
    let s = submit(&engine, vec![reopen]);
    let [reopened] = s.writes.iter().collect::<Vec<_>>()[..] else { panic!("{:?}", s.writes) };
    assert!(reopened.id == write && reopened.recreate_fields.is_some(), "{reopened:?}");
    let is_discarded_elsewhere = |event: &Event| matches!(event.kind, EventKind::DiscardedByPeer { .. });
    assert!(!s.events.iter().any(is_discarded_elsewhere), "it was done here");
    let s = submit(
        &engine,
        vec![Effect::ResolveConflict { write, keep_mine: vec!["status".to_owned()], undo_delay: LONG }],
    );
    engine.submit(vec![Effect::Retry(s.writes[0].id)]);
    let s = wait(&engine, "the creation", |s| applied_count(s) > 0 && s.writes.is_empty());
    let outcomes: Vec<&str> = s
        .history
        .journal
        .iter()
        .filter(|line| line.outbox_id == write.0)
        .map(|line| line.outcome.name())
        .collect();
    assert!(outcomes.contains(&"discarded"), "it waits no more, and was not sent: {outcomes:?}");
}

#[test]
fn recreating_a_deleted_deal_keeps_the_counts_consistent() {
    let harness = TestHarness::fast(24);
    let mut settings = harness.settings();
    // Count often, but run full syncs at the usual interval.
    settings.count_interval = Duration::from_millis(50);
    let engine = start_engine(settings);
    wait(&engine, "the first reading", |s| s.coverage.complete_at.is_some() && !s.coverage.syncing);
    let s = wait(&engine, "all counts", |s| s.status_totals.values().sum::<u64>() == 24);
    let id = ids_with_status(&s, "sourcing").remove(0);
    let deal = DealId::new(&id).unwrap();
    harness
        .with_other_client(async |client| client.delete_deal(&deal, &"theirs".parse().unwrap()).await)
        .unwrap();
    wait(&engine, "that the service counts one less", |s| s.coverage.total == Some(23));
    engine.submit(vec![Effect::Update {
        deal,
        fields: fields("status", "ic"),
        base: fields("status", "sourcing"),
        label: "a deal".into(),
        undo_delay: Duration::from_millis(1),
    }]);
    let s = wait(&engine, "the deal that is gone", |s| {
        s.writes.iter().any(|write| write.recreate_fields.is_some())
    });
    assert_eq!((s.coverage.fetched, s.coverage.total), (23, Some(23)));
    let write = s.writes[0].id;
    engine.submit(vec![Effect::ResolveConflict {
        write,
        keep_mine: vec!["status".to_owned()],
        undo_delay: NOW,
    }]);
    wait(&engine, "the creation in both counts", |s| {
        let counts = (s.coverage.fetched, s.coverage.total);
        applied_count(s) > 0 && s.writes.is_empty() && counts == (24, Some(24))
    });
}

#[test]
fn repeated_undo_of_a_sent_deletion_recreates_the_deal() {
    let harness = TestHarness::fast(24);
    let engine = harness.synced_engine();
    let mut app = new_app(engine.snapshot());
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    let before = harness.deal(&id).unwrap();
    let deal = DealId::new(&id).unwrap();
    app.dispatch(Action::FocusDeal(deal.clone()), Timestamp::now());
    let deleting = delete_focused(&mut app);
    let s = submit(&engine, deleting);
    engine.submit(vec![Effect::Retry(s.writes[0].id)]);
    app.on_snapshot(wait_until_drained(&engine));
    assert!(press(&mut app, ActionId::Undo).is_empty(), "it is said first");
    assert_eq!(follow_up(&app.cx.toasts().last().unwrap().content), Some(ActionId::Recreate));
    let recreate = press(&mut app, ActionId::Undo);
    assert!(matches!(&recreate[..], [Effect::Recreate { .. }]), "{recreate:?}");
    engine.submit(recreate);
    let s = wait(&engine, "the creation and its owner", |s| applied_count(s) == 3 && s.writes.is_empty());
    app.on_snapshot(s);
    let names = harness.names();
    assert_eq!(names.iter().filter(|name| Some(name.as_str()) == before.name()).count(), 1);
    let snapshot = engine.snapshot();
    let row = snapshot.deals.by_age().find(|row| Some(row.name) == before.name()).unwrap();
    assert_ne!(row.id, id, "under another id");
    assert_eq!((Some(row.status), Some(row.owner)), (before.status(), before.responsable()));
    // Redo deletes the new deal.
    let redo_effects = press(&mut app, ActionId::Redo);
    assert!(
        matches!(&redo_effects[..], [Effect::Delete { deal, .. }] if deal.as_str() == row.id),
        "{redo_effects:?}"
    );
}

#[test]
fn late_undo_of_a_deletion_offers_a_recreation() {
    let harness = TestHarness::fast(24);
    let engine = harness.synced_engine();
    let mut app = new_app(engine.snapshot());
    let s = submit(&engine, delete_focused(&mut app));
    // Send the deletion without the application's knowledge.
    engine.submit(vec![Effect::Retry(s.writes[0].id)]);
    wait_until_drained(&engine);
    let undo_effects = press(&mut app, ActionId::Undo);
    assert!(matches!(&undo_effects[..], [Effect::CancelDelete(_)]), "{undo_effects:?}");
    app.on_snapshot(submit(&engine, undo_effects));
    assert_eq!(follow_up(&app.cx.toasts().last().unwrap().content), Some(ActionId::Recreate));
    let recreate = press(&mut app, ActionId::Undo);
    assert!(matches!(&recreate[..], [Effect::Recreate { .. }]), "{recreate:?}");
}

#[test]
fn creation_is_undone_and_redone_before_and_after_sending() {
    let mut harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    let mut app = new_app(engine.snapshot());
    let new = Effect::Create { fields: fields("name", "Tour Sœur"), label: "Tour Sœur".into() };
    app.on_snapshot(submit(&engine, vec![new]));
    app.on_snapshot(wait(&engine, "the creation", |s| applied_count(s) == 1));
    let undo_effects = press(&mut app, ActionId::Undo);
    let [Effect::Delete { deal, .. }] = &undo_effects[..] else { panic!("{undo_effects:?}") };
    assert!(!deal.as_str().starts_with("new-"), "the service's id");
    app.on_snapshot(submit(&engine, undo_effects));
    let redo_effects = press(&mut app, ActionId::Redo);
    assert!(matches!(&redo_effects[..], [Effect::CancelDelete(_)]), "{redo_effects:?}");
    app.on_snapshot(submit(&engine, redo_effects));
    assert_eq!(engine.snapshot().deals.len(), 25);

    harness.stop_server();
    let new = Effect::Create { fields: fields("name", "Tour Jumelle"), label: "Tour Jumelle".into() };
    submit(&engine, vec![new]);
    let s = wait(&engine, "the creation back in its place", |s| {
        s.writes.iter().any(|write| {
            write.attempts > 0
                && !matches!(write.state, encours_core::model::pending_write::WriteState::Sending)
        })
    });
    app.on_snapshot(s);
    submit(&engine, press(&mut app, ActionId::Undo));
    // If a retry is running, the creation disappears once that retry has failed.
    let s = wait(&engine, "that it leaves no trace", |s| s.writes.is_empty());
    app.on_snapshot(s);
    let redo_effects = press(&mut app, ActionId::Redo);
    assert!(matches!(&redo_effects[..], [Effect::Recreate { .. }]), "{redo_effects:?}");
    let s = submit(&engine, redo_effects);
    assert_eq!((s.writes.len(), s.deals.len()), (1, 26));
}

#[test]
fn scheduled_write_of_a_dead_process_can_be_undone() {
    let harness = TestHarness::fast(24);
    let engine = harness.synced_engine();
    let mut first = new_app(engine.snapshot());
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    let move_it = Action::MoveDeal { deal: DealId::new(&id).unwrap(), status: "ic".into() };
    submit(&engine, first.dispatch(move_it, Timestamp::now()).effects);
    drop(engine);
    let engine = harness.engine();
    let s = wait(&engine, "the write that was held", |s| !s.writes.is_empty() && !s.deals.is_empty());
    assert_eq!(shown_status(&s, &id).as_deref(), Some("ic"));
    let mut second = new_app(s);
    assert!(second.enabled(ActionId::Undo).is_ok());
    let s = submit(&engine, press(&mut second, ActionId::Undo));
    assert!(s.writes.is_empty());
    assert_eq!(shown_status(&s, &id).as_deref(), Some("sourcing"));
    assert_eq!(engine.close(LONG).waiting, 0);
    assert!(harness.idempotency_keys("deals_update").is_empty());
}
