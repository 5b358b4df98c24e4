//! Discarding, restoring and discarding again: a simulated user on a real engine.
//!
//! In every order the messages are correct, the typed text returns, and the journal records each discarded write. A
//! temporary identifier of this device is never sent.

use std::sync::Arc;

use crate::harness::test_harness::{
    LONG, TestHarness, fields, ids_with_status, shown_status, start_engine, submit, wait, wait_until_drained,
};
use crate::outbox::random_faults::Random;
use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::input::commands::ActionId as A;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::contract::ids::is_temporary;
use encours_core::contract::{IdempotencyKey, OperationId};
use encours_core::engine::{Engine, Settings};
use encours_core::model::effect::Effect;
use encours_core::model::history::journal_entry::WriteOutcome;
use encours_core::model::pending_write::WriteKind;
use encours_core::model::snapshot::{ConnectionState, Snapshot};
use encours_core::store::{NewOutboxEntry, Store};
use encours_core::text::Lang;
use jiff::Timestamp;

/// An application on an engine, without a screen.
pub struct TestUser {
    pub app: App,
    pub engine: Engine,
}

impl TestUser {
    pub fn new(engine: Engine) -> Self {
        let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
        let options = Options::new(Lang::En, keymap, jiff::tz::TimeZone::UTC);
        let mut app = App::new(options, Timestamp::now());
        app.on_snapshot(engine.snapshot());
        Self { app, engine }
    }

    pub fn dispatch(&mut self, action: Action) -> Arc<Snapshot> {
        let effects = self.app.dispatch(action, Timestamp::now()).effects;
        let s = submit(&self.engine, effects);
        self.app.on_snapshot(s.clone());
        s
    }

    pub fn press(&mut self, id: A) -> Arc<Snapshot> {
        self.dispatch(Action::Run(id))
    }

    pub fn discard(&mut self) -> Arc<Snapshot> {
        self.dispatch(Action::Show(Screen::Activity));
        self.press(A::DiscardWrite)
    }

    pub fn move_deal(&mut self, id: &str) -> Arc<Snapshot> {
        self.dispatch(Action::Show(Screen::Pipeline));
        self.dispatch(Action::FocusDeal(id.parse().unwrap()));
        self.press(A::MoveNext)
    }

    pub fn create(&mut self, name: &str) -> Arc<Snapshot> {
        self.dispatch(Action::Show(Screen::Pipeline));
        self.press(A::NewDeal);
        self.dispatch(Action::SetText(name.into()));
        self.press(A::Open)
    }
}

/// Starts an engine and waits for a full sync with all counts.
///
/// A late response to a count would otherwise make the engine believe that the service is reachable. The long retry
/// delays prevent automatic retries.
pub fn synced_engine(harness: &TestHarness) -> Engine {
    let engine = start_engine(Settings { retry_base: LONG, retry_cap: LONG, ..harness.settings() });
    wait(&engine, "the first reading", |s| {
        let total = s.status_totals.values().sum::<u64>();
        s.coverage.complete_at.is_some() && !s.coverage.syncing && s.coverage.total == Some(total)
    });
    engine
}

pub fn go_offline(engine: &Engine) {
    engine.submit(vec![Effect::Refresh]);
    wait(engine, "offline", |s| matches!(s.connection, ConnectionState::Offline { .. }));
}

/// Returns a synced and now offline application, with the id of a deal in `sourcing`.
fn offline_user() -> (TestHarness, TestUser, String) {
    let mut harness = TestHarness::new(24);
    let engine = synced_engine(&harness);
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    harness.stop_server();
    go_offline(&engine);
    (harness, TestUser::new(engine), id)
}

pub fn write_kinds(s: &Snapshot) -> Vec<WriteKind> {
    s.writes.iter().map(|write| write.kind).collect()
}

/// Checks that no request's path contains a temporary identifier.
fn assert_no_temporary_ids(harness: &TestHarness) {
    for request in harness.sandbox().requests().all() {
        let temporary_id = request.target.split('/').find(|segment| is_temporary(segment));
        assert_eq!(temporary_id, None, "{request:?}");
    }
}

#[test]
fn discarded_move_can_be_undone_and_redone_repeatedly() {
    let (mut harness, mut user, id) = offline_user();
    let moved = user.move_deal(&id);
    let to = shown_status(&moved, &id).unwrap();
    assert_ne!(to, "sourcing");
    for _ in 0..2 {
        let discarded = user.discard();
        assert_eq!(
            (discarded.writes.len(), shown_status(&discarded, &id).unwrap().as_str()),
            (0, "sourcing")
        );
        let undone = user.press(A::Undo);
        assert_eq!(
            (write_kinds(&undone), shown_status(&undone, &id)),
            (vec![WriteKind::Update], Some(to.clone()))
        );
        let redone = user.press(A::Redo);
        assert_eq!((redone.writes.len(), shown_status(&redone, &id).unwrap().as_str()), (0, "sourcing"));
        let undone = user.press(A::Undo);
        assert_eq!((undone.writes.len(), shown_status(&undone, &id)), (1, Some(to.clone())));
    }
    // The next undo reverts the move itself; after it, undo has no effect.
    for _ in 0..2 {
        let before = user.press(A::Undo);
        let status = shown_status(&before, &id).unwrap();
        assert_eq!((before.writes.len(), status.as_str()), (0, "sourcing"));
    }
    let redone_move = user.press(A::Redo);
    assert_eq!((redone_move.writes.len(), shown_status(&redone_move, &id)), (1, Some(to.clone())));
    harness.start_server();
    user.dispatch(Action::Run(A::Refresh));
    assert_eq!(user.engine.close(LONG).waiting, 0);
    assert_eq!(harness.status(&id), to);
    assert_eq!(harness.idempotency_keys("deals_update").len(), 1);
}

#[test]
fn restored_creation_keeps_moves_and_sends_no_temporary_id() {
    let mut harness = TestHarness::new(24);
    let engine = synced_engine(&harness);
    harness.stop_server();
    go_offline(&engine);
    let mut user = TestUser::new(engine);
    let record = user.create("Écluse").writes[0].record.clone();
    let moved = user.move_deal(&record);
    let to = shown_status(&moved, &record).unwrap();
    user.dispatch(Action::Show(Screen::Activity));
    user.press(A::FocusFirst);
    let discarded = user.press(A::DiscardWrite);
    assert_eq!((discarded.writes.len(), discarded.deals.len()), (0, 24), "with the creation goes the move");
    let undone = user.press(A::Undo);
    assert_eq!(write_kinds(&undone), [WriteKind::Create, WriteKind::Update]);
    let new_record = undone.writes[0].record.clone();
    assert_eq!(shown_status(&undone, &new_record), Some(to.clone()));
    let redone = user.press(A::Redo);
    assert_eq!((redone.writes.len(), redone.deals.len()), (0, 24));
    user.press(A::Undo);
    // Two more undo steps remove the creation; redo brings it back.
    user.press(A::Undo);
    let after_undo = user.press(A::Undo);
    assert_eq!((after_undo.writes.len(), after_undo.deals.len()), (0, 24));
    user.press(A::Redo);
    harness.start_server();
    user.dispatch(Action::Run(A::Refresh));
    assert_eq!(user.engine.close(LONG).waiting, 0);
    assert_eq!((harness.total(), harness.idempotency_keys("deals_create").len()), (25, 1));
    assert_no_temporary_ids(&harness);
}

#[test]
fn discarded_write_is_journalled_with_its_fields() {
    let (_bench, mut user, id) = offline_user();
    let moved = user.move_deal(&id);
    let to = shown_status(&moved, &id).unwrap();
    user.discard();
    let s = wait(&user.engine, "the journal", |s| !s.history.journal.is_empty());
    let line = &s.history.journal[0];
    let status = |code: &str| Some(fields("status", code).to_body());
    assert_eq!((line.outcome, line.attempts), (WriteOutcome::Discarded, 0));
    assert_eq!((&line.before, &line.after), (&status("sourcing"), &status(&to)));
    // A change undone before it is sent is recorded as withdrawn; two coalesced moves are one write.
    user.move_deal(&id);
    user.move_deal(&id);
    user.press(A::Undo);
    let s = user.press(A::Undo);
    let outcomes: Vec<WriteOutcome> = s.history.journal.iter().map(|line| line.outcome).collect();
    assert_eq!((s.writes.len(), &*outcomes), (0, &[WriteOutcome::Discarded, WriteOutcome::Cancelled][..]));
}

#[test]
fn peer_discarded_creation_is_not_deleted_on_the_server() {
    let mut harness = TestHarness::new(24);
    let engine = synced_engine(&harness);
    harness.stop_server();
    go_offline(&engine);
    let mut user = TestUser::new(engine);
    let write = user.create("Halle").writes[0].id;
    Store::open(&harness.profile(), Timestamp::now()).unwrap().outbox().discard(&[write.0], true).unwrap();
    let s = wait_until_drained(&user.engine);
    user.app.on_snapshot(s);
    let undone = user.press(A::Undo);
    assert_eq!(undone.writes.len(), 0, "nothing is there to be deleted");
    let redone = user.press(A::Redo);
    assert_eq!(write_kinds(&redone), [WriteKind::Create], "the typed text is preserved");
    harness.start_server();
    user.dispatch(Action::Run(A::Refresh));
    assert_eq!((user.engine.close(LONG).waiting, harness.total()), (0, 25));
    assert_no_temporary_ids(&harness);
}

#[test]
fn orphaned_entry_with_temporary_id_is_blocked_and_unsent() {
    let harness = TestHarness::new(24);
    harness.synced_engine().close(LONG);
    let temporary_id = format!("new-{}", uuid::Uuid::from_u128(7));
    let row = |operation, body: &str, number| NewOutboxEntry {
        operation,
        record: temporary_id.clone(),
        body: body.into(),
        key: IdempotencyKey::from(uuid::Uuid::from_u128(number)),
        base: "{}".into(),
        label: "Halle".into(),
        created_at: Timestamp::now(),
        not_before: Timestamp::now(),
        scheduled: false,
    };
    {
        let store = Store::open(&harness.profile(), Timestamp::now()).unwrap();
        let update = row(OperationId::DealsUpdate, r#"{"status":"ic"}"#, 1);
        let delete = row(OperationId::DealsDelete, "", 2);
        store.outbox().enqueue(&[update, delete]).unwrap();
    }
    let engine = harness.engine();
    let s = wait(&engine, "both parked", |s| {
        s.writes.len() == 2
            && s.writes.iter().all(encours_core::model::pending_write::PendingWrite::is_blocked)
    });
    assert!(s.writes.iter().all(|write| write.attempts == 0), "no write was sent");
    assert_no_temporary_ids(&harness);
    assert!(
        harness.idempotency_keys("deals_update").is_empty()
            && harness.idempotency_keys("deals_delete").is_empty()
    );
}

#[test]
fn screen_and_server_agree_after_random_offline_actions() {
    for seed in 0..12 {
        let mut harness = TestHarness::fast(24);
        let engine = synced_engine(&harness);
        let ids = ids_with_status(&engine.snapshot(), "sourcing");
        harness.stop_server();
        go_offline(&engine);
        let (mut user, mut dice) = (TestUser::new(engine), Random::new(seed));
        for step in 0..24 {
            match dice.roll(8) {
                0 => drop(user.create(&format!("Tour {step}"))),
                1 | 2 => drop(user.move_deal(&ids[dice.roll(3)])),
                3 | 4 => drop(user.discard()),
                5 | 6 => drop(user.press(A::Undo)),
                _ => drop(user.press(A::Redo)),
            }
        }
        let snapshot = user.engine.snapshot();
        let mut expected: Vec<(String, String)> =
            snapshot.deals.by_age().map(|row| (row.name.to_owned(), row.status.to_owned())).collect();
        harness.start_server();
        user.dispatch(Action::Run(A::Refresh));
        assert_eq!(user.engine.close(LONG).waiting, 0, "seed {seed}");
        let mut actual: Vec<(String, String)> = harness
            .all_deals()
            .iter()
            .map(|deal| {
                let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
                (text(deal.name()), text(deal.status()))
            })
            .collect();
        // A creation sets no status; the service assigns the initial one.
        for (_, status) in &mut expected {
            if status.is_empty() {
                "sourcing".clone_into(status);
            }
        }
        expected.sort();
        actual.sort();
        assert_eq!(actual, expected, "seed {seed}");
        assert_no_temporary_ids(&harness);
    }
}
