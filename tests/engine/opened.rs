//! An open form or menu whose deal another user changes meanwhile.
//!
//! The chosen value is compared with what the user saw, so that no change of others is overwritten unseen. The menu
//! marks the deal's current status.

use encours_core::app::changes::deal::view::status_menu::menu;
use encours_core::app::foundation::cx::overlay::{Layer, Menu};
use encours_core::app::foundation::cx::toast_kind::ToastKind;
use encours_core::app::foundation::input::commands::ActionId as A;
use encours_core::app::shell::action::Action;
use encours_core::contract::ids::DealId;
use encours_core::model::effect::Effect;
use encours_core::model::pending_write::{PendingWrite, WriteState};
use encours_core::model::snapshot::Snapshot;

use crate::bench::{Bench, fields, seen, submit, wait, with_status};
use crate::discarding::{Person, ready};
use crate::taking_up::{look, told};

/// Returns a user with the focus on a deal in `sourcing`.
fn at_a_deal(bench: &Bench) -> (Person, String) {
    let mut person = Person::at(ready(bench));
    let id = with_status(&person.engine.snapshot(), "sourcing").remove(0);
    person.act(Action::FocusDeal(id.parse().unwrap()));
    (person, id)
}

fn owner(s: &Snapshot, id: &str) -> String {
    let row = s.deals.find(id).and_then(|ix| s.deals.row(ix));
    row.unwrap().owner.to_owned()
}

/// Sends the only write and returns the service's value of the conflicting field.
fn met(person: &Person, name: &str) -> String {
    let write = person.engine.snapshot().writes[0].id;
    submit(&person.engine, vec![Effect::Retry(write)]);
    let s = wait(&person.engine, "the conflict", |s| {
        s.writes.iter().any(PendingWrite::parked)
    });
    match &s.writes[0].state {
        WriteState::Conflict { theirs } => theirs.text(name).unwrap().into_owned(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_owner_that_changed_while_the_form_was_open_is_a_conflict_and_is_not_written_over() {
    let bench = Bench::new(24);
    let (mut person, id) = at_a_deal(&bench);
    let before = owner(&person.engine.snapshot(), &id);
    person.press(A::EditDeal);
    person.act(Action::SetText("Moi".into()));
    let (deal, body) = (
        DealId::new(&id).unwrap(),
        fields("responsable", "Autre").to_body(),
    );
    bench
        .other(async |client| client.update_deal(&deal, &body, &"other".parse().unwrap()).await)
        .unwrap();
    submit(&person.engine, vec![Effect::Refresh]);
    wait(&person.engine, "the other's owner", |s| owner(s, &id) == "Autre");
    look(&mut person);
    let asked = person.press(A::Open);
    let base = asked.writes[0]
        .base
        .text("responsable")
        .map(std::borrow::Cow::into_owned);
    assert_eq!(base.as_deref(), Some(before.as_str()));
    assert_eq!(met(&person, "responsable"), "Autre");
    let held = bench.deal(&id).unwrap();
    assert_eq!(held.responsable(), Some("Autre"));
}

/// Returns the open menu.
fn opened(person: &Person) -> &Menu {
    match person.app.cx.layer() {
        Layer::Menu(menu) => menu,
        other => panic!("{other:?}"),
    }
}

/// Opens the status menu, then another user moves the deal to `ic`.
fn menu_overtaken(bench: &Bench) -> (Person, String) {
    let (mut person, id) = at_a_deal(bench);
    person.press(A::MoveTo);
    bench.move_by_another(&id, "ic");
    submit(&person.engine, vec![Effect::Refresh]);
    wait(&person.engine, "the other's move", |s| {
        seen(s, &id).as_deref() == Some("ic")
    });
    look(&mut person);
    (person, id)
}

fn choose(person: &mut Person, status: &str) {
    let at = opened(person)
        .statuses
        .iter()
        .position(|one| one == status)
        .unwrap();
    person.act(Action::Choose(at));
    if matches!(person.app.cx.layer(), Layer::Menu(_)) {
        person.press(A::Open);
    }
}

#[test]
fn a_menu_marks_where_the_deal_stands_now_and_what_is_chosen_meets_the_other_move() {
    let bench = Bench::new(24);
    let (mut person, id) = menu_overtaken(&bench);
    let (_, lines) = menu(&person.app, opened(&person));
    let here: Vec<&str> = lines
        .iter()
        .filter(|line| line.current)
        .map(|line| line.status.as_str())
        .collect();
    assert_eq!(here, ["ic"]);
    choose(&mut person, "closing");
    let write = &person.engine.snapshot().writes[0];
    assert_eq!(write.base.text("status").as_deref(), Some("sourcing"));
    assert_eq!(met(&person, "status"), "ic");
    assert_eq!(bench.status(&id), "ic");
}

#[test]
fn what_is_chosen_where_somebody_else_has_put_the_deal_is_so_already_and_is_no_change() {
    let bench = Bench::new(24);
    let (mut person, id) = menu_overtaken(&bench);
    choose(&mut person, "ic");
    look(&mut person);
    assert!(
        matches!(told(&person), ToastKind::AlreadySo { .. }),
        "{:?}",
        told(&person)
    );
    assert!(person.engine.snapshot().writes.is_empty() && person.app.cx.undoes().is_none());
    assert_eq!(bench.status(&id), "ic");
}

#[test]
fn whoever_chooses_where_the_deal_stood_moves_it_back_from_where_it_stands() {
    let bench = Bench::new(24);
    let (mut person, _) = menu_overtaken(&bench);
    choose(&mut person, "sourcing");
    let write = &person.engine.snapshot().writes[0];
    assert_eq!(write.base.text("status").as_deref(), Some("ic"));
    assert_eq!(write.fields.text("status").as_deref(), Some("sourcing"));
}
