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

use crate::bench::{Bench, LONG, app, applied, drained, fields, moving, seen, submit, wait, with_status};

/// Requests the deletion of a deal and confirms it.
fn delete(app: &mut App, deal: &str) -> Effect {
    let now = Timestamp::now();
    app.apply(Action::FocusDeal(DealId::new(deal).unwrap()), now);
    assert!(
        app.apply(Action::Run(ActionId::DeleteDeal), now)
            .effects
            .is_empty()
    );
    let mut effects = app.apply(Action::Run(ActionId::DeleteDeal), now).effects;
    assert_eq!(effects.len(), 1, "{effects:?}");
    effects.remove(0)
}

/// A scheduled deletion whose deal another client moved before it was sent.
struct Parked {
    bench: Bench,
    engine: Engine,
    app: App,
    deal: String,
    write: WriteId,
}

impl Parked {
    fn new() -> Self {
        let bench = Bench::quick(24);
        let engine = bench.ready();
        let deal = with_status(&engine.snapshot(), "sourcing").remove(0);
        let mut app = app(engine.snapshot(), Lang::En);
        let asked = delete(&mut app, &deal);
        let held = submit(&engine, vec![asked]);
        let write = held.writes[0].id;
        assert_eq!(seen(&held, &deal), None, "gone from the board while it is held");
        bench.move_by_another(&deal, "closing");
        engine.submit(vec![Effect::Retry(write)]);
        let parked = parked(&engine);
        app.absorb(parked);
        Self {
            bench,
            engine,
            app,
            deal,
            write,
        }
    }

    fn decide(&self, mine: &[&str]) {
        self.engine.submit(vec![Effect::Decide {
            write: self.write,
            mine: mine.iter().map(|name| (*name).to_owned()).collect(),
            hold: Duration::ZERO,
        }]);
    }
}

fn parked(engine: &Engine) -> Arc<Snapshot> {
    wait(engine, "a parked write", |s| {
        s.writes.iter().any(PendingWrite::parked)
    })
}

#[test]
fn what_somebody_changed_while_a_deletion_was_held_is_not_deleted_unseen() {
    let parked = Parked::new();
    let Parked {
        bench, engine, deal, ..
    } = &parked;
    assert!(bench.keys("deals_delete").is_empty(), "nothing was deleted");
    let s = engine.snapshot();
    assert_eq!(
        s.writes[0].state,
        WriteState::Conflict {
            theirs: fields("status", "closing")
        }
    );
    assert_eq!(s.writes[0].base.text("status").as_deref(), Some("sourcing"));
    assert_eq!(seen(&s, deal).as_deref(), Some("closing"), "back on the board");
    // After the user confirms, the deal is deleted in its current version, by a new write.
    engine.submit(vec![Effect::Retry(parked.write)]);
    drained(engine);
    assert_eq!(bench.deal(deal).unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(bench.keys("deals_delete").len(), 1);
}

#[test]
fn a_deal_changed_again_after_the_choice_is_asked_about_again() {
    let parked_one = Parked::new();
    let Parked {
        bench, engine, deal, ..
    } = &parked_one;
    bench.move_by_another(deal, "lost");
    parked_one.decide(&["status"]);
    let s = wait(engine, "the second conflict", |s| {
        s.writes.iter().any(|write| {
            write.state
                == WriteState::Conflict {
                    theirs: fields("status", "lost"),
                }
        })
    });
    assert_eq!(s.writes[0].base.text("status").as_deref(), Some("closing"));
    assert!(bench.keys("deals_delete").is_empty());
}

#[test]
fn the_services_version_keeps_the_deal() {
    let parked = Parked::new();
    parked.decide(&[]);
    let s = drained(&parked.engine);
    assert_eq!(seen(&s, &parked.deal).as_deref(), Some("closing"));
    assert_eq!(parked.bench.status(&parked.deal), "closing");
    assert!(parked.bench.keys("deals_delete").is_empty());
}

#[test]
fn undo_of_a_deletion_that_was_decided_creates_the_deal_as_it_was_in_the_end() {
    let mut parked = Parked::new();
    let (now, app) = (Timestamp::now(), &mut parked.app);
    app.apply(Action::Run(ActionId::ScreenActivity), now);
    let decided = app.apply(Action::Run(ActionId::KeepMine), now).effects;
    parked.engine.submit(decided);
    app.absorb(drained(&parked.engine));
    app.apply(Action::Run(ActionId::Undo), now);
    let again = app.apply(Action::Run(ActionId::Undo), now).effects;
    let [Effect::Recreate { fields, .. }] = &*again else {
        panic!("{again:?}")
    };
    assert_eq!(fields.text("status").as_deref(), Some("closing"));
}

#[test]
fn ones_own_change_on_its_way_is_nobody_elses() {
    let bench = Bench::quick(24);
    let engine = bench.ready();
    let deal = with_status(&engine.snapshot(), "sourcing").remove(0);
    let mut app = app(engine.snapshot(), Lang::En);
    let moved = submit(&engine, vec![moving(&deal, "sourcing", "ic", LONG)]);
    app.absorb(moved);
    let Effect::Delete {
        deal, base, label, ..
    } = delete(&mut app, &deal)
    else {
        panic!("no deletion")
    };
    let hold = Duration::ZERO;
    engine.submit(vec![Effect::Delete {
        deal: deal.clone(),
        base,
        label,
        hold,
    }]);
    wait(&engine, "both", |s| applied(s) == 2);
    assert_eq!(bench.deal(deal.as_str()).unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
fn what_waited_over_a_restart_is_looked_at_too() {
    let mut bench = Bench::new(24);
    let deal = {
        let engine = bench.ready();
        let deal = with_status(&engine.snapshot(), "sourcing").remove(0);
        let asked = delete(&mut app(engine.snapshot(), Lang::En), &deal);
        bench.unplug();
        let s = submit(&engine, vec![asked]);
        engine.submit(vec![Effect::Retry(s.writes[0].id)]);
        wait(&engine, "a try in vain", |s| {
            matches!(s.writes[0].state, WriteState::Waiting { .. })
        });
        deal
    };
    bench.plug();
    bench.move_by_another(&deal, "closing");
    let engine = bench.engine();
    parked(&engine);
    assert!(bench.keys("deals_delete").is_empty());
    assert_eq!(bench.status(&deal), "closing");
}

#[test]
fn a_deletion_that_guards_nothing_is_sent_as_it_always_was() {
    let bench = Bench::quick(24);
    let engine = bench.ready();
    let deal = with_status(&engine.snapshot(), "sourcing").remove(0);
    bench.move_by_another(&deal, "closing");
    engine.submit(vec![Effect::Delete {
        deal: DealId::new(&deal).unwrap(),
        base: Fields::new(),
        label: "kept by an earlier version".into(),
        hold: Duration::ZERO,
    }]);
    wait(&engine, "the deletion", |s| applied(s) == 1);
    assert!(bench.keys("deals_get").is_empty(), "nothing is read for nothing");
}
