//! The user's decisions on blocked writes, and the undo of each.

use std::sync::Arc;
use std::time::Duration;

use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::cx::toast_kind::ToastKind;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::app::records::activity::view::journal_line::journal_line;
use encours_core::app::records::activity::view::writes::write_view;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::app::tools::toasts::view::toast;
use encours_core::contract::Fields;
use encours_core::contract::ids::DealId;
use encours_core::engine::Engine;
use encours_core::model::effect::Effect;
use encours_core::model::pending_write::{PendingWrite, WriteId, WriteState};
use encours_core::model::snapshot::{Event, EventKind, Snapshot};
use encours_core::text::Lang;
use jiff::Timestamp;

use crate::bench::{Bench, LONG, applied, drained, fields, seen, start, submit, wait, with_status};

const NOW: Duration = Duration::ZERO;

fn both(status: &str, owner: &str) -> Fields {
    let mut fields = fields("status", status);
    fields.set_text("responsable", owner);
    fields
}

/// Creates a write of two fields, both of which another user has changed meanwhile.
fn conflict(bench: &Bench, engine: &Engine) -> (DealId, WriteId, Arc<Snapshot>) {
    let s = engine.snapshot();
    let id = with_status(&s, "sourcing").remove(0);
    let owner = s.deals.row(s.deals.find(&id).unwrap()).unwrap().owner.to_owned();
    let deal = DealId::new(&id).unwrap();
    let theirs = both("lost", "Z. Zola").to_body();
    bench
        .other(async |client| {
            client
                .update_deal(&deal, &theirs, &"theirs".parse().unwrap())
                .await
        })
        .unwrap();
    let write = Effect::Update {
        deal: deal.clone(),
        fields: both("ic", "B. Bovary"),
        base: both("sourcing", &owner),
        label: "a deal".into(),
        hold: NOW,
    };
    engine.submit(vec![write]);
    let s = wait(engine, "the conflict", |s| {
        s.writes.iter().any(PendingWrite::parked)
    });
    (deal, s.writes[0].id, s)
}

fn held(bench: &Bench, deal: &DealId) -> (String, String) {
    let deal = bench.deal(deal.as_str()).unwrap();
    (
        deal.status().unwrap().to_owned(),
        deal.responsable().unwrap().to_owned(),
    )
}

fn app(s: Arc<Snapshot>) -> App {
    let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
    let mut app = App::new(
        Options::new(Lang::En, keymap, jiff::tz::TimeZone::UTC),
        Timestamp::now(),
    );
    app.absorb(s);
    app
}

/// Deletes the focused deal, with its confirmation.
fn delete(app: &mut App) -> Vec<Effect> {
    assert!(press(app, ActionId::DeleteDeal).is_empty(), "it is asked");
    press(app, ActionId::DeleteDeal)
}

fn press(app: &mut App, id: ActionId) -> Vec<Effect> {
    app.apply(Action::Run(id), Timestamp::now()).effects
}

#[test]
fn a_conflict_is_decided_field_by_field_and_the_merged_patch_is_sent() {
    let bench = Bench::quick(24);
    let engine = bench.ready();
    let (deal, write, s) = conflict(&bench, &engine);
    let mut app = app(s);
    app.apply(Action::Show(Screen::Activity), Timestamp::now());
    let view = write_view(&app, app.activity.focused_write(&app.cx).unwrap());
    let sides = view.conflict.unwrap();
    let first = &sides.fields[0];
    assert_eq!(
        (first.seen.as_deref(), &*first.mine, &*first.theirs),
        (Some("Sourcing"), "Investment committee", "Lost")
    );
    assert!(sides.fields.iter().all(|field| field.is_mine));
    // Owner from the service, status from this write.
    press(&mut app, ActionId::FocusRight);
    press(&mut app, ActionId::ChooseSide);
    let effects = press(&mut app, ActionId::RetryWrite);
    let mine = vec!["status".to_owned()];
    let hold = app.cx.options().hold;
    assert_eq!(effects, [Effect::Decide { write, mine, hold }]);
    decided(&engine, effects);
    drained(&engine);
    assert_eq!(held(&bench, &deal), ("ic".into(), "Z. Zola".into()));
    let put = bench.sandbox().requests().of("deals_update");
    assert_ne!(
        put[1].idempotency_key, put[0].idempotency_key,
        "it is another write"
    );
}

/// Submits a decision, checks that it is scheduled, and sends it at once.
fn decided(engine: &Engine, effects: Vec<Effect>) {
    let s = submit(engine, effects);
    let [write] = s.writes.iter().collect::<Vec<_>>()[..] else {
        panic!("{:?}", s.writes)
    };
    assert!(matches!(write.state, WriteState::Held { .. }), "{write:?}");
    engine.submit(vec![Effect::Retry(write.id)]);
}

#[test]
fn a_decision_is_held_and_one_taken_back_sends_nothing_and_is_to_be_made_again() {
    let bench = Bench::quick(24);
    let engine = bench.ready();
    let (deal, _, s) = conflict(&bench, &engine);
    let stood = s.writes[0].clone();
    let mut app = app(s);
    app.apply(Action::Show(Screen::Activity), Timestamp::now());
    let effects = press(&mut app, ActionId::KeepMine);
    app.absorb(submit(&engine, effects));
    assert_eq!(seen(&engine.snapshot(), deal.as_str()).as_deref(), Some("ic"));
    let told = toast(&app, app.cx.toasts().last().unwrap());
    assert!(told.undoable && told.countdown.is_some(), "{told:?}");
    let before = bench.keys("deals_update").len();
    let effects = press(&mut app, ActionId::Undo);
    let s = submit(&engine, effects);
    let [again] = s.writes.iter().collect::<Vec<_>>()[..] else {
        panic!("{:?}", s.writes)
    };
    assert_eq!(*again, stood, "the conflict is unchanged");
    let told = s
        .events
        .iter()
        .filter(|event| matches!(event.kind, EventKind::Conflict { .. }));
    assert_eq!(told.count(), 1, "the conflict is not reported again");
    assert_eq!(seen(&s, deal.as_str()).as_deref(), Some("lost"));
    app.absorb(s);
    assert!(
        app.cx
            .toasts()
            .iter()
            .all(|toast| !matches!(toast.kind, ToastKind::Decided { .. }))
    );
    // After redo the decision is scheduled again.
    let effects = press(&mut app, ActionId::Redo);
    let s = submit(&engine, effects);
    let waits = |write: &PendingWrite| matches!(write.state, WriteState::Held { .. });
    assert!(
        !s.writes.is_empty() && s.writes.iter().all(waits),
        "{:?}",
        s.writes
    );
    assert_eq!(bench.keys("deals_update").len(), before);
    assert_eq!(held(&bench, &deal), ("lost".into(), "Z. Zola".into()));
}

#[test]
fn mine_overwrites_and_theirs_forgets() {
    let bench = Bench::quick(24);
    let engine = bench.ready();
    let (deal, _, s) = conflict(&bench, &engine);
    let mut app = app(s);
    app.apply(Action::Show(Screen::Activity), Timestamp::now());
    decided(&engine, press(&mut app, ActionId::KeepMine));
    drained(&engine);
    assert_eq!(held(&bench, &deal), ("ic".into(), "B. Bovary".into()));

    let bench = Bench::quick(24);
    let engine = bench.ready();
    let (deal, _, s) = conflict(&bench, &engine);
    let mut app = self::app(s);
    app.apply(Action::Show(Screen::Activity), Timestamp::now());
    let s = submit(&engine, press(&mut app, ActionId::TakeTheirs));
    assert!(s.writes.is_empty());
    assert_eq!(held(&bench, &deal), ("lost".into(), "Z. Zola".into()));
    assert_eq!(seen(&s, deal.as_str()).as_deref(), Some("lost"));
}

/// Returns the outcomes of a write as texts of the journal, oldest first.
fn became(app: &App, write: WriteId) -> Vec<String> {
    let lines = app.cx.snapshot().observed.journal.iter();
    let of_it = lines.filter(|line| line.outbox_id == write.0);
    of_it.map(|line| journal_line(app, line).outcome).collect()
}

#[test]
fn a_choice_that_was_taken_back_is_no_giving_up_in_the_journal_and_the_next_one_is() {
    let bench = Bench::quick(24);
    let engine = bench.ready();
    let (_, write, s) = conflict(&bench, &engine);
    let mut app = app(s);
    app.apply(Action::Show(Screen::Activity), Timestamp::now());
    for choice in [ActionId::TakeTheirs, ActionId::DiscardWrite] {
        let effects = press(&mut app, choice);
        app.absorb(submit(&engine, effects));
        assert_eq!(became(&app, write).last().unwrap(), "discarded");
        let effects = press(&mut app, ActionId::Undo);
        app.absorb(submit(&engine, effects));
        assert_eq!(app.cx.conflicts(), 1, "the conflict is back");
        assert_eq!(became(&app, write).last().unwrap(), "discarded, then restored");
        app.apply(Action::Show(Screen::Activity), Timestamp::now());
    }
    let effects = press(&mut app, ActionId::KeepMine);
    app.absorb(submit(&engine, effects));
    let effects = press(&mut app, ActionId::Undo);
    app.absorb(submit(&engine, effects));
    let undone = "discarded, then restored";
    let told = ["in conflict", undone, undone];
    assert_eq!(became(&app, write), told);
    engine.leave(Duration::ZERO);
    let engine = bench.ready();
    let mut app = self::app(engine.snapshot());
    assert_eq!(became(&app, write), told, "so it is after the next start");
    app.apply(Action::Show(Screen::Activity), Timestamp::now());
    let effects = press(&mut app, ActionId::TakeTheirs);
    app.absorb(submit(&engine, effects));
    assert_eq!(became(&app, write), ["in conflict", undone, undone, "discarded"]);
}

#[test]
fn what_the_other_changed_again_after_the_choice_is_a_conflict_again() {
    let bench = Bench::quick(24);
    let engine = bench.ready();
    let (deal, write, _) = conflict(&bench, &engine);
    bench.move_by_another(deal.as_str(), "screening");
    engine.submit(vec![Effect::Retry(write)]);
    wait(&engine, "the second conflict", |s| {
        s.writes.iter().any(|write| match &write.state {
            encours_core::model::pending_write::WriteState::Conflict { theirs } => {
                theirs.text("status").as_deref() == Some("screening")
            }
            _ => false,
        })
    });
    assert_eq!(
        bench.status(deal.as_str()),
        "screening",
        "only what was shown is overwritten"
    );
}

#[test]
fn a_change_that_became_a_creation_is_in_the_journal_as_given_up() {
    let bench = Bench::quick(24);
    let engine = bench.ready();
    let id = with_status(&engine.snapshot(), "sourcing").remove(0);
    let deal = DealId::new(&id).unwrap();
    bench
        .other(async |client| client.delete_deal(&deal, &"theirs".parse().unwrap()).await)
        .unwrap();
    engine.submit(vec![Effect::Update {
        deal,
        fields: fields("status", "ic"),
        base: fields("status", "sourcing"),
        label: "a deal".into(),
        hold: NOW,
    }]);
    let s = wait(&engine, "the deal that is gone", |s| {
        s.writes.iter().any(|write| write.gone.is_some())
    });
    let write = s.writes[0].id;
    let s = submit(
        &engine,
        vec![Effect::Decide {
            write,
            mine: vec!["status".to_owned()],
            hold: LONG,
        }],
    );
    assert!(
        matches!(s.writes[0].state, WriteState::Held { .. }),
        "{:?}",
        s.writes[0].state
    );
    assert!(
        bench.keys("deals_create").is_empty(),
        "nothing is sent before the undo window ends"
    );
    // The decision can be reopened until then.
    let reopen = Effect::Reopen {
        write,
        record: id.clone(),
        label: "a deal".into(),
    };
    let s = submit(&engine, vec![reopen]);
    let [again] = s.writes.iter().collect::<Vec<_>>()[..] else {
        panic!("{:?}", s.writes)
    };
    assert!(again.id == write && again.gone.is_some(), "{again:?}");
    let elsewhere = |event: &Event| matches!(event.kind, EventKind::DroppedElsewhere { .. });
    assert!(!s.events.iter().any(elsewhere), "it was done here");
    let s = submit(
        &engine,
        vec![Effect::Decide {
            write,
            mine: vec!["status".to_owned()],
            hold: LONG,
        }],
    );
    engine.submit(vec![Effect::Retry(s.writes[0].id)]);
    let s = wait(&engine, "the creation", |s| applied(s) > 0 && s.writes.is_empty());
    let of_it: Vec<&str> = s
        .observed
        .journal
        .iter()
        .filter(|line| line.outbox_id == write.0)
        .map(|line| line.outcome.name())
        .collect();
    assert!(
        of_it.contains(&"discarded"),
        "it waits no more, and was not sent: {of_it:?}"
    );
}

#[test]
fn a_deal_that_somebody_deleted_and_that_is_created_again_leaves_the_counts_in_step() {
    let bench = Bench::quick(24);
    let mut settings = bench.settings();
    // Count often, but run full syncs at the usual interval.
    settings.tick = Duration::from_millis(50);
    let engine = start(settings);
    wait(&engine, "the first reading", |s| {
        s.coverage.complete_at.is_some() && !s.coverage.reading
    });
    let s = wait(&engine, "all counts", |s| {
        s.status_totals.values().sum::<u64>() == 24
    });
    let id = with_status(&s, "sourcing").remove(0);
    let deal = DealId::new(&id).unwrap();
    bench
        .other(async |client| client.delete_deal(&deal, &"theirs".parse().unwrap()).await)
        .unwrap();
    wait(&engine, "that the service counts one less", |s| {
        s.coverage.total == Some(23)
    });
    engine.submit(vec![Effect::Update {
        deal,
        fields: fields("status", "ic"),
        base: fields("status", "sourcing"),
        label: "a deal".into(),
        hold: Duration::from_millis(1),
    }]);
    let s = wait(&engine, "the deal that is gone", |s| {
        s.writes.iter().any(|write| write.gone.is_some())
    });
    assert_eq!((s.coverage.read, s.coverage.total), (23, Some(23)));
    let write = s.writes[0].id;
    engine.submit(vec![Effect::Decide {
        write,
        mine: vec!["status".to_owned()],
        hold: NOW,
    }]);
    wait(&engine, "the creation in both counts", |s| {
        let counts = (s.coverage.read, s.coverage.total);
        applied(s) > 0 && s.writes.is_empty() && counts == (24, Some(24))
    });
}

#[test]
fn a_deletion_that_has_left_is_made_good_by_a_creation_that_says_so() {
    let bench = Bench::quick(24);
    let engine = bench.ready();
    let mut app = app(engine.snapshot());
    let id = with_status(&engine.snapshot(), "sourcing").remove(0);
    let before = bench.deal(&id).unwrap();
    let deal = DealId::new(&id).unwrap();
    app.apply(Action::FocusDeal(deal.clone()), Timestamp::now());
    let deleting = delete(&mut app);
    let s = submit(&engine, deleting);
    engine.submit(vec![Effect::Retry(s.writes[0].id)]);
    app.absorb(drained(&engine));
    assert!(press(&mut app, ActionId::Undo).is_empty(), "it is said first");
    assert!(matches!(
        app.cx.toasts().last().unwrap().kind,
        ToastKind::Gone { way_back: true, .. }
    ));
    let again = press(&mut app, ActionId::Undo);
    assert!(matches!(&again[..], [Effect::Recreate { .. }]), "{again:?}");
    engine.submit(again);
    let s = wait(&engine, "the creation and its owner", |s| {
        applied(s) == 3 && s.writes.is_empty()
    });
    app.absorb(s);
    let names = bench.names();
    assert_eq!(
        names
            .iter()
            .filter(|name| Some(name.as_str()) == before.name())
            .count(),
        1
    );
    let snapshot = engine.snapshot();
    let row = snapshot
        .deals
        .by_age()
        .find(|row| Some(row.name) == before.name())
        .unwrap();
    assert_ne!(row.id, id, "under another id");
    assert_eq!(
        (Some(row.status), Some(row.owner)),
        (before.status(), before.responsable())
    );
    // Redo deletes the new deal.
    let redone = press(&mut app, ActionId::Redo);
    assert!(
        matches!(&redone[..], [Effect::Delete { deal, .. }] if deal.as_str() == row.id),
        "{redone:?}"
    );
}

#[test]
fn a_deletion_taken_back_too_late_is_found_out_and_offered_anew() {
    let bench = Bench::quick(24);
    let engine = bench.ready();
    let mut app = app(engine.snapshot());
    let s = submit(&engine, delete(&mut app));
    // Send the deletion without the application's knowledge.
    engine.submit(vec![Effect::Retry(s.writes[0].id)]);
    drained(&engine);
    let back = press(&mut app, ActionId::Undo);
    assert!(matches!(&back[..], [Effect::CancelDelete(_)]), "{back:?}");
    app.absorb(submit(&engine, back));
    assert!(matches!(
        app.cx.toasts().last().unwrap().kind,
        ToastKind::Gone { way_back: true, .. }
    ));
    let again = press(&mut app, ActionId::Undo);
    assert!(matches!(&again[..], [Effect::Recreate { .. }]), "{again:?}");
}

#[test]
fn a_creation_is_taken_back_and_made_again_before_and_after_it_has_left() {
    let mut bench = Bench::new(24);
    let engine = bench.ready();
    let mut app = app(engine.snapshot());
    let new = Effect::Create {
        fields: fields("name", "Tour Sœur"),
        label: "Tour Sœur".into(),
    };
    app.absorb(submit(&engine, vec![new]));
    app.absorb(wait(&engine, "the creation", |s| applied(s) == 1));
    let unmade = press(&mut app, ActionId::Undo);
    let [Effect::Delete { deal, .. }] = &unmade[..] else {
        panic!("{unmade:?}")
    };
    assert!(!deal.as_str().starts_with("new-"), "the service's id");
    app.absorb(submit(&engine, unmade));
    let made = press(&mut app, ActionId::Redo);
    assert!(matches!(&made[..], [Effect::CancelDelete(_)]), "{made:?}");
    app.absorb(submit(&engine, made));
    assert_eq!(engine.snapshot().deals.len(), 25);

    bench.unplug();
    let new = Effect::Create {
        fields: fields("name", "Tour Jumelle"),
        label: "Tour Jumelle".into(),
    };
    submit(&engine, vec![new]);
    let s = wait(&engine, "the creation back in its place", |s| {
        s.writes.iter().any(|write| {
            write.attempts > 0
                && !matches!(
                    write.state,
                    encours_core::model::pending_write::WriteState::Sending
                )
        })
    });
    app.absorb(s);
    submit(&engine, press(&mut app, ActionId::Undo));
    // If a retry is running, the creation disappears once that retry has failed.
    let s = wait(&engine, "that it leaves no trace", |s| s.writes.is_empty());
    app.absorb(s);
    let made = press(&mut app, ActionId::Redo);
    assert!(matches!(&made[..], [Effect::Recreate { .. }]), "{made:?}");
    let s = submit(&engine, made);
    assert_eq!((s.writes.len(), s.deals.len()), (1, 26));
}

#[test]
fn what_was_held_when_the_process_died_can_still_be_taken_back() {
    let bench = Bench::quick(24);
    let engine = bench.ready();
    let mut first = app(engine.snapshot());
    let id = with_status(&engine.snapshot(), "sourcing").remove(0);
    let move_it = Action::MoveDeal {
        deal: DealId::new(&id).unwrap(),
        status: "ic".into(),
    };
    submit(&engine, first.apply(move_it, Timestamp::now()).effects);
    drop(engine);
    let engine = bench.engine();
    let s = wait(&engine, "the write that was held", |s| {
        !s.writes.is_empty() && !s.deals.is_empty()
    });
    assert_eq!(seen(&s, &id).as_deref(), Some("ic"));
    let mut second = app(s);
    assert!(second.enabled(ActionId::Undo).is_ok());
    let s = submit(&engine, press(&mut second, ActionId::Undo));
    assert!(s.writes.is_empty());
    assert_eq!(seen(&s, &id).as_deref(), Some("sourcing"));
    assert_eq!(engine.close(LONG).waiting, 0);
    assert!(bench.keys("deals_update").is_empty());
}
