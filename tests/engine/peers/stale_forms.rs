//! An open form or menu whose deal another user changes meanwhile.
//!
//! The chosen value is compared with what the user saw, so that no change of others is overwritten unseen. The menu
//! marks the deal's current status.

use encours_core::app::changes::deal::view::status_menu::menu_view;
use encours_core::app::foundation::cx::overlay::{Menu, Overlay};
use encours_core::app::foundation::input::commands::ActionId as A;
use encours_core::app::shell::action::Action;
use encours_core::contract::ids::DealId;
use encours_core::model::effect::Effect;
use encours_core::model::pending_write::{PendingWrite, WriteState};
use encours_core::model::snapshot::Snapshot;

use crate::harness::bench::{TestHarness, fields, ids_with_status, shown_status, submit, wait};
use crate::outbox::discarding::{TestUser, synced_engine};
use crate::outbox::restore_discarded::{last_toast, refresh_app};

/// Returns a user with the focus on a deal in `sourcing`.
fn user_at_deal(harness: &TestHarness) -> (TestUser, String) {
    let mut person = TestUser::new(synced_engine(harness));
    let id = ids_with_status(&person.engine.snapshot(), "sourcing").remove(0);
    person.dispatch(Action::FocusDeal(id.parse().unwrap()));
    (person, id)
}

fn shown_owner(s: &Snapshot, id: &str) -> String {
    let row = s.deals.find(id).and_then(|ix| s.deals.row(ix));
    row.unwrap().owner.to_owned()
}

/// Sends the only write and returns the service's value of the conflicting field.
fn conflict_value(person: &TestUser, name: &str) -> String {
    let write = person.engine.snapshot().writes[0].id;
    submit(&person.engine, vec![Effect::Retry(write)]);
    let s = wait(&person.engine, "the conflict", |s| s.writes.iter().any(PendingWrite::is_blocked));
    match &s.writes[0].state {
        WriteState::Conflict { theirs } => theirs.text(name).unwrap().into_owned(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_owner_that_changed_while_the_form_was_open_is_a_conflict_and_is_not_written_over() {
    let harness = TestHarness::new(24);
    let (mut person, id) = user_at_deal(&harness);
    let before = shown_owner(&person.engine.snapshot(), &id);
    person.press(A::EditDeal);
    person.dispatch(Action::SetText("Moi".into()));
    let (deal, body) = (DealId::new(&id).unwrap(), fields("responsable", "Autre").to_body());
    harness
        .with_other_client(async |client| client.update_deal(&deal, &body, &"other".parse().unwrap()).await)
        .unwrap();
    submit(&person.engine, vec![Effect::Refresh]);
    wait(&person.engine, "the other's owner", |s| shown_owner(s, &id) == "Autre");
    refresh_app(&mut person);
    let submitted = person.press(A::Open);
    let base = submitted.writes[0].base.text("responsable").map(std::borrow::Cow::into_owned);
    assert_eq!(base.as_deref(), Some(before.as_str()));
    assert_eq!(conflict_value(&person, "responsable"), "Autre");
    let server_deal = harness.deal(&id).unwrap();
    assert_eq!(server_deal.responsable(), Some("Autre"));
}

/// Returns the open menu.
fn open_menu(person: &TestUser) -> &Menu {
    match person.app.cx.overlay() {
        Overlay::Menu(menu) => menu,
        other => panic!("{other:?}"),
    }
}

/// Opens the status menu, then another user moves the deal to `ic`.
fn menu_after_move(harness: &TestHarness) -> (TestUser, String) {
    let (mut person, id) = user_at_deal(harness);
    person.press(A::MoveTo);
    harness.move_by_another(&id, "ic");
    submit(&person.engine, vec![Effect::Refresh]);
    wait(&person.engine, "the other's move", |s| shown_status(s, &id).as_deref() == Some("ic"));
    refresh_app(&mut person);
    (person, id)
}

fn choose_status(person: &mut TestUser, status: &str) {
    let at = open_menu(person).statuses.iter().position(|code| code == status).unwrap();
    person.dispatch(Action::FocusOverlayLine(at));
    if matches!(person.app.cx.overlay(), Overlay::Menu(_)) {
        person.press(A::Open);
    }
}

#[test]
fn a_menu_marks_where_the_deal_stands_now_and_what_is_chosen_meets_the_other_move() {
    let harness = TestHarness::new(24);
    let (mut person, id) = menu_after_move(&harness);
    let (_, lines) = menu_view(&person.app, open_menu(&person));
    let current_statuses: Vec<&str> =
        lines.iter().filter(|line| line.current).map(|line| line.status.as_str()).collect();
    assert_eq!(current_statuses, ["ic"]);
    choose_status(&mut person, "closing");
    let write = &person.engine.snapshot().writes[0];
    assert_eq!(write.base.text("status").as_deref(), Some("sourcing"));
    assert_eq!(conflict_value(&person, "status"), "ic");
    assert_eq!(harness.status(&id), "ic");
}

#[test]
fn choosing_the_status_a_peer_already_set_changes_nothing() {
    let harness = TestHarness::new(24);
    let (mut person, id) = menu_after_move(&harness);
    choose_status(&mut person, "ic");
    refresh_app(&mut person);
    assert!(last_toast(&person).says("already-so"), "{:?}", last_toast(&person));
    assert!(person.engine.snapshot().writes.is_empty() && person.app.cx.undo_target().is_none());
    assert_eq!(harness.status(&id), "ic");
}

#[test]
fn choosing_the_old_status_moves_the_deal_from_the_new_one() {
    let harness = TestHarness::new(24);
    let (mut person, _) = menu_after_move(&harness);
    choose_status(&mut person, "sourcing");
    let write = &person.engine.snapshot().writes[0];
    assert_eq!(write.base.text("status").as_deref(), Some("ic"));
    assert_eq!(write.fields.text("status").as_deref(), Some("sourcing"));
}
