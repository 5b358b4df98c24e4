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

use crate::harness::test_harness::{TestHarness, fields, ids_with_status, shown_status, submit, wait};
use crate::outbox::discarding::{TestUser, synced_engine};
use crate::outbox::restore_discarded::{last_toast, refresh_app};

/// Returns a user with the focus on a deal in `sourcing`.
fn user_at_deal(harness: &TestHarness) -> (TestUser, String) {
    let mut user = TestUser::new(synced_engine(harness));
    let id = ids_with_status(&user.engine.snapshot(), "sourcing").remove(0);
    user.dispatch(Action::FocusDeal(id.parse().unwrap()));
    (user, id)
}

fn shown_owner(s: &Snapshot, id: &str) -> String {
    let row = s.deals.find(id).and_then(|ix| s.deals.row(ix));
    row.unwrap().owner.to_owned()
}

/// Sends the only write and returns the service's value of the conflicting field.
fn conflict_value(user: &TestUser, name: &str) -> String {
    let write = user.engine.snapshot().writes[0].id;
    submit(&user.engine, vec![Effect::Retry(write)]);
    let s = wait(&user.engine, "the conflict", |s| s.writes.iter().any(PendingWrite::is_blocked));
    match &s.writes[0].state {
        WriteState::Conflict { theirs } => theirs.text(name).unwrap().into_owned(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn owner_changed_behind_an_open_form_is_a_conflict() {
    let harness = TestHarness::new(24);
    let (mut user, id) = user_at_deal(&harness);
    let before = shown_owner(&user.engine.snapshot(), &id);
    user.press(A::EditDeal);
    user.dispatch(Action::SetText("Moi".into()));
    let (deal, body) = (DealId::new(&id).unwrap(), fields("responsable", "Autre").to_body());
    harness
        .with_other_client(async |client| client.update_deal(&deal, &body, &"other".parse().unwrap()).await)
        .unwrap();
    submit(&user.engine, vec![Effect::Refresh]);
    wait(&user.engine, "the other's owner", |s| shown_owner(s, &id) == "Autre");
    refresh_app(&mut user);
    let submitted = user.press(A::Open);
    let base = submitted.writes[0].base.text("responsable").map(std::borrow::Cow::into_owned);
    assert_eq!(base.as_deref(), Some(before.as_str()));
    assert_eq!(conflict_value(&user, "responsable"), "Autre");
    let server_deal = harness.deal(&id).unwrap();
    assert_eq!(server_deal.responsable(), Some("Autre"));
}

/// Returns the open menu.
fn open_menu(user: &TestUser) -> &Menu {
    match user.app.cx.overlay() {
        Overlay::Menu(menu) => menu,
        other => panic!("{other:?}"),
    }
}

/// Opens the status menu, then another user moves the deal to `ic`.
fn menu_after_move(harness: &TestHarness) -> (TestUser, String) {
    let (mut user, id) = user_at_deal(harness);
    user.press(A::MoveTo);
    harness.move_by_another(&id, "ic");
    submit(&user.engine, vec![Effect::Refresh]);
    wait(&user.engine, "the other's move", |s| shown_status(s, &id).as_deref() == Some("ic"));
    refresh_app(&mut user);
    (user, id)
}

fn choose_status(user: &mut TestUser, status: &str) {
    let at = open_menu(user).statuses.iter().position(|code| code == status).unwrap();
    user.dispatch(Action::FocusOverlayLine(at));
    if matches!(user.app.cx.overlay(), Overlay::Menu(_)) {
        user.press(A::Open);
    }
}

#[test]
fn status_picker_marks_the_current_status_and_choice_conflicts() {
    let harness = TestHarness::new(24);
    let (mut user, id) = menu_after_move(&harness);
    let (_, lines) = menu_view(&user.app, open_menu(&user));
    let current_statuses: Vec<&str> =
        lines.iter().filter(|line| line.current).map(|line| line.status.as_str()).collect();
    assert_eq!(current_statuses, ["ic"]);
    choose_status(&mut user, "closing");
    let write = &user.engine.snapshot().writes[0];
    assert_eq!(write.base.text("status").as_deref(), Some("sourcing"));
    assert_eq!(conflict_value(&user, "status"), "ic");
    assert_eq!(harness.status(&id), "ic");
}

#[test]
fn choosing_the_status_a_peer_already_set_changes_nothing() {
    let harness = TestHarness::new(24);
    let (mut user, id) = menu_after_move(&harness);
    choose_status(&mut user, "ic");
    refresh_app(&mut user);
    assert!(last_toast(&user).is_variant_of("already-so"), "{:?}", last_toast(&user));
    assert!(user.engine.snapshot().writes.is_empty() && user.app.cx.undo_target().is_none());
    assert_eq!(harness.status(&id), "ic");
}

#[test]
fn choosing_the_old_status_moves_the_deal_back() {
    let harness = TestHarness::new(24);
    let (mut user, _) = menu_after_move(&harness);
    choose_status(&mut user, "sourcing");
    let write = &user.engine.snapshot().writes[0];
    assert_eq!(write.base.text("status").as_deref(), Some("ic"));
    assert_eq!(write.fields.text("status").as_deref(), Some("sourcing"));
}
