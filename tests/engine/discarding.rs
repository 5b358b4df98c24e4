//! Discarding, restoring and discarding again: a simulated user on a real engine.
//!
//! In every order the messages are correct, the typed text returns, and the journal records each discarded write. A
//! temporary identifier of this machine is never sent.

use std::sync::Arc;

use crate::bench::{Bench, LONG, drained, fields, seen, start, submit, wait, with_status};
use crate::storms::Dice;
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
use encours_core::model::history::journal_entry::Outcome;
use encours_core::model::pending_write::WriteKind;
use encours_core::model::snapshot::{Connection, Snapshot};
use encours_core::store::{NewRow, Store};
use encours_core::text::Lang;
use jiff::Timestamp;

/// An application on an engine, without a screen.
pub struct Person {
    pub app: App,
    pub engine: Engine,
}

impl Person {
    pub fn at(engine: Engine) -> Self {
        let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
        let options = Options::new(Lang::En, keymap, jiff::tz::TimeZone::UTC);
        let mut app = App::new(options, Timestamp::now());
        app.absorb(engine.snapshot());
        Self { app, engine }
    }

    pub fn act(&mut self, action: Action) -> Arc<Snapshot> {
        let effects = self.app.apply(action, Timestamp::now()).effects;
        let s = submit(&self.engine, effects);
        self.app.absorb(s.clone());
        s
    }

    pub fn press(&mut self, id: A) -> Arc<Snapshot> {
        self.act(Action::Run(id))
    }

    pub fn discard(&mut self) -> Arc<Snapshot> {
        self.act(Action::Show(Screen::Activity));
        self.press(A::DiscardWrite)
    }

    pub fn move_deal(&mut self, id: &str) -> Arc<Snapshot> {
        self.act(Action::Show(Screen::Pipeline));
        self.act(Action::FocusDeal(id.parse().unwrap()));
        self.press(A::MoveNext)
    }

    pub fn create(&mut self, name: &str) -> Arc<Snapshot> {
        self.act(Action::Show(Screen::Pipeline));
        self.press(A::NewDeal);
        self.act(Action::SetText(name.into()));
        self.press(A::Open)
    }
}

/// Starts an engine and waits for a full sync with all counts.
///
/// A late answer to a count would otherwise make the engine believe that the service is reachable. The long retry
/// delays prevent automatic retries.
pub fn ready(bench: &Bench) -> Engine {
    let engine = start(Settings {
        retry_base: LONG,
        retry_cap: LONG,
        ..bench.settings()
    });
    wait(&engine, "the first reading", |s| {
        let counted = s.status_totals.values().sum::<u64>();
        s.coverage.complete_at.is_some() && !s.coverage.reading && s.coverage.total == Some(counted)
    });
    engine
}

pub fn offline(engine: &Engine) {
    engine.submit(vec![Effect::Refresh]);
    wait(engine, "offline", |s| {
        matches!(s.connection, Connection::Offline { .. })
    });
}

/// Returns a synced and now offline application, with the id of a deal in `sourcing`.
fn cut_off() -> (Bench, Person, String) {
    let mut bench = Bench::new(24);
    let engine = ready(&bench);
    let id = with_status(&engine.snapshot(), "sourcing").remove(0);
    bench.unplug();
    offline(&engine);
    (bench, Person::at(engine), id)
}

pub fn kinds(s: &Snapshot) -> Vec<WriteKind> {
    s.writes.iter().map(|write| write.kind).collect()
}

/// Checks that no request's path contains a temporary identifier.
fn nothing_temporary_left(bench: &Bench) {
    for request in bench.sandbox().requests().all() {
        let own = request.target.split('/').find(|part| is_temporary(part));
        assert_eq!(own, None, "{request:?}");
    }
}

#[test]
fn a_move_given_up_comes_back_goes_and_comes_back_again() {
    let (mut bench, mut person, id) = cut_off();
    let moved = person.move_deal(&id);
    let to = seen(&moved, &id).unwrap();
    assert_ne!(to, "sourcing");
    for _ in 0..2 {
        let gone = person.discard();
        assert_eq!(
            (gone.writes.len(), seen(&gone, &id).unwrap().as_str()),
            (0, "sourcing")
        );
        let back = person.press(A::Undo);
        assert_eq!(
            (kinds(&back), seen(&back, &id)),
            (vec![WriteKind::Update], Some(to.clone()))
        );
        let again = person.press(A::Redo);
        assert_eq!(
            (again.writes.len(), seen(&again, &id).unwrap().as_str()),
            (0, "sourcing")
        );
        let back = person.press(A::Undo);
        assert_eq!((back.writes.len(), seen(&back, &id)), (1, Some(to.clone())));
    }
    // The next undo reverts the move itself; after it, undo has no effect.
    for _ in 0..2 {
        let before = person.press(A::Undo);
        let status = seen(&before, &id).unwrap();
        assert_eq!((before.writes.len(), status.as_str()), (0, "sourcing"));
    }
    let there = person.press(A::Redo);
    assert_eq!((there.writes.len(), seen(&there, &id)), (1, Some(to.clone())));
    bench.plug();
    person.act(Action::Run(A::Refresh));
    assert_eq!(person.engine.close(LONG).waiting, 0);
    assert_eq!(bench.status(&id), to);
    assert_eq!(bench.keys("deals_update").len(), 1);
}

#[test]
fn a_creation_given_up_comes_back_with_what_was_done_to_it_and_no_own_name_leaves() {
    let mut bench = Bench::new(24);
    let engine = ready(&bench);
    bench.unplug();
    offline(&engine);
    let mut person = Person::at(engine);
    let record = person.create("Écluse").writes[0].record.clone();
    let moved = person.move_deal(&record);
    let to = seen(&moved, &record).unwrap();
    person.act(Action::Show(Screen::Activity));
    person.press(A::FocusFirst);
    let gone = person.press(A::DiscardWrite);
    assert_eq!(
        (gone.writes.len(), gone.deals.len()),
        (0, 24),
        "with the creation goes the move"
    );
    let back = person.press(A::Undo);
    assert_eq!(kinds(&back), [WriteKind::Create, WriteKind::Update]);
    let anew = back.writes[0].record.clone();
    assert_eq!(seen(&back, &anew), Some(to.clone()));
    let again = person.press(A::Redo);
    assert_eq!((again.writes.len(), again.deals.len()), (0, 24));
    person.press(A::Undo);
    // Two more undo steps remove the creation; redo brings it back.
    person.press(A::Undo);
    let never = person.press(A::Undo);
    assert_eq!((never.writes.len(), never.deals.len()), (0, 24));
    person.press(A::Redo);
    bench.plug();
    person.act(Action::Run(A::Refresh));
    assert_eq!(person.engine.close(LONG).waiting, 0);
    assert_eq!((bench.total(), bench.keys("deals_create").len()), (25, 1));
    nothing_temporary_left(&bench);
}

#[test]
fn what_is_given_up_is_in_the_journal_with_what_it_was_to_change() {
    let (_bench, mut person, id) = cut_off();
    let moved = person.move_deal(&id);
    let to = seen(&moved, &id).unwrap();
    person.discard();
    let s = wait(&person.engine, "the journal", |s| !s.observed.journal.is_empty());
    let line = &s.observed.journal[0];
    let status = |code: &str| Some(fields("status", code).to_body());
    assert_eq!((line.outcome, line.attempts), (Outcome::Discarded, 0));
    assert_eq!((&line.before, &line.after), (&status("sourcing"), &status(&to)));
    // A change undone before it is sent is recorded as withdrawn; two coalesced moves are one write.
    person.move_deal(&id);
    person.move_deal(&id);
    person.press(A::Undo);
    let s = person.press(A::Undo);
    let outcomes: Vec<Outcome> = s.observed.journal.iter().map(|line| line.outcome).collect();
    assert_eq!(
        (s.writes.len(), &*outcomes),
        (0, &[Outcome::Discarded, Outcome::Withdrawn][..])
    );
}

#[test]
fn what_another_window_gave_up_is_not_deleted_at_the_service() {
    let mut bench = Bench::new(24);
    let engine = ready(&bench);
    bench.unplug();
    offline(&engine);
    let mut person = Person::at(engine);
    let row = person.create("Halle").writes[0].id;
    Store::open(&bench.profile(), Timestamp::now())
        .unwrap()
        .outbox()
        .discard(&[row.0], true)
        .unwrap();
    let s = drained(&person.engine);
    person.app.absorb(s);
    let undone = person.press(A::Undo);
    assert_eq!(undone.writes.len(), 0, "nothing is there to be deleted");
    let again = person.press(A::Redo);
    assert_eq!(kinds(&again), [WriteKind::Create], "the typed text is preserved");
    bench.plug();
    person.act(Action::Run(A::Refresh));
    assert_eq!((person.engine.close(LONG).waiting, bench.total()), (0, 25));
    nothing_temporary_left(&bench);
}

#[test]
fn a_row_that_was_left_behind_under_an_own_name_is_parked_and_never_sent() {
    let bench = Bench::new(24);
    bench.ready().close(LONG);
    let own = format!("new-{}", uuid::Uuid::from_u128(7));
    let row = |operation, body: &str, number| NewRow {
        operation,
        record: own.clone(),
        body: body.into(),
        key: IdempotencyKey::from(uuid::Uuid::from_u128(number)),
        base: "{}".into(),
        label: "Halle".into(),
        created_at: Timestamp::now(),
        not_before: Timestamp::now(),
        held: false,
    };
    {
        let store = Store::open(&bench.profile(), Timestamp::now()).unwrap();
        let update = row(OperationId::DealsUpdate, r#"{"status":"ic"}"#, 1);
        let delete = row(OperationId::DealsDelete, "", 2);
        store.outbox().enqueue(&[update, delete]).unwrap();
    }
    let engine = bench.engine();
    let s = wait(&engine, "both parked", |s| {
        s.writes.len() == 2
            && s.writes
                .iter()
                .all(encours_core::model::pending_write::PendingWrite::parked)
    });
    assert!(
        s.writes.iter().all(|write| write.attempts == 0),
        "no write was sent"
    );
    nothing_temporary_left(&bench);
    assert!(bench.keys("deals_update").is_empty() && bench.keys("deals_delete").is_empty());
}

#[test]
fn in_whatever_order_the_screen_and_the_service_agree_in_the_end() {
    for seed in 0..12 {
        let mut bench = Bench::quick(24);
        let engine = ready(&bench);
        let ids = with_status(&engine.snapshot(), "sourcing");
        bench.unplug();
        offline(&engine);
        let (mut person, mut dice) = (Person::at(engine), Dice::new(seed));
        for step in 0..24 {
            match dice.roll(8) {
                0 => drop(person.create(&format!("Tour {step}"))),
                1 | 2 => drop(person.move_deal(&ids[dice.roll(3)])),
                3 | 4 => drop(person.discard()),
                5 | 6 => drop(person.press(A::Undo)),
                _ => drop(person.press(A::Redo)),
            }
        }
        let shown = person.engine.snapshot();
        let mut wanted: Vec<(String, String)> = shown
            .deals
            .by_age()
            .map(|row| (row.name.to_owned(), row.status.to_owned()))
            .collect();
        bench.plug();
        person.act(Action::Run(A::Refresh));
        assert_eq!(person.engine.close(LONG).waiting, 0, "seed {seed}");
        let mut held: Vec<(String, String)> = bench
            .all()
            .iter()
            .map(|deal| {
                let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
                (text(deal.name()), text(deal.status()))
            })
            .collect();
        // A creation sets no status; the service assigns the initial one.
        for (_, status) in &mut wanted {
            if status.is_empty() {
                "sourcing".clone_into(status);
            }
        }
        wanted.sort();
        held.sort();
        assert_eq!(held, wanted, "seed {seed}");
        nothing_temporary_left(&bench);
    }
}
