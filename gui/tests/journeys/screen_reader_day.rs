//! A working day through the accessibility tree, using only what a screen reader would find.

use std::time::Duration;

use crate::support::real_engine::{GuiTest, LONG_UNDO_DELAY};
use crate::support::{CTRL, copied_text, type_char};
use egui::accesskit::Role;
use egui::{Key, Modifiers, Rect};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::app::foundation::cx::overlay_types::{InboxTab, ThemeChoice};
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::app::App;
use encours_core::text::Lang;

/// Returns the displayed status of a deal.
fn displayed_status(app: &App, id: &str) -> String {
    let deals = &app.cx.snapshot().deals;
    deals.row(deals.find(id).unwrap()).unwrap().status.to_owned()
}

/// Returns the focused card.
fn focused_card(app: &App) -> String {
    app.pipeline.board().cursor.deal.as_ref().unwrap().as_str().to_owned()
}

/// Returns the area of a column, found by its name prefix.
fn column_rect(test: &GuiTest, name: &str) -> Rect {
    test.window
        .get_by(|node| node.role() == Role::List && node.label().is_some_and(|l| l.starts_with(name)))
        .rect()
}

/// Returns the area of the focused card.
fn focused_card_rect(test: &GuiTest) -> Rect {
    let selected = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
        node.role() == Role::ListItem && node.is_selected() == Some(true)
    };
    test.window.get_by(selected).rect()
}

#[test]
fn the_board_names_its_columns_and_cards() {
    let test = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    test.window.get_by_label_contains("24 deals · 24 affichés");
    assert!(column_rect(&test, "Sourcing – ").height() > 100.0);
    let first = focused_card_rect(&test);
    let deals = &test.app().cx.snapshot().deals;
    let row = deals.row(deals.find(&focused_card(test.app())).unwrap()).unwrap();
    let name = test.window.get_by(|n| n.role() == Role::ListItem && n.is_selected() == Some(true));
    let a11y_text = name.accesskit_node().label().unwrap();
    assert!(a11y_text.starts_with(row.name) && a11y_text.contains(" – 1 sur "), "{a11y_text}");
    assert!(first.width() > 200.0 && (first.height() - 78.0).abs() < 0.5, "{first:?}");
}

#[test]
fn filter_is_typed_applied_and_cleared() {
    let mut test = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    type_char(&mut test.window, "/");
    for letter in "statut:ic".chars() {
        type_char(&mut test.window, &letter.to_string());
    }
    assert_eq!(test.app().pipeline.board().filter, "statut:ic");
    let shown = test.app().pipeline.filtered().shown;
    assert!(shown > 0 && shown < 24, "{shown}");
    test.window.key_press(Key::Enter);
    test.window.run();
    assert!(matches!(test.app().cx.overlay(), Overlay::None));
    // The typed letters were text, not key bindings: nothing else has changed.
    assert_eq!(test.app().cx.screen(), Screen::Pipeline);
    test.window.get_by_label_contains("24 deals · ");
    test.window.get_by_label("Effacer statut:ic").click();
    test.window.run();
    assert_eq!(test.app().pipeline.filtered().shown, 24);
}

#[test]
fn a_card_is_moved_by_key_and_undone() {
    let mut test = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    let id = focused_card(test.app());
    let old_status = displayed_status(test.app(), &id);
    type_char(&mut test.window, "L");
    let moved_id = id.clone();
    let restored_status = old_status.clone();
    test.until("the move is seen", move |app| displayed_status(app, &moved_id) != restored_status);
    // Both the focus and egui's keyboard focus follow the card.
    assert_eq!(focused_card(test.app()), id);
    let roving = test.window.state().roving_focus();
    assert_eq!(test.window.ctx.memory(egui::Memory::focused), roving);
    test.window.get_by_role_and_label(Role::Button, "Annuler").click();
    let (moved_id, restored_status) = (id.clone(), old_status.clone());
    test.until("the move is taken back", move |app| {
        displayed_status(app, &moved_id) == restored_status && app.cx.snapshot().writes.is_empty()
    });
}

#[test]
fn card_moved_by_menu_reaches_the_server() {
    let mut test = GuiTest::start(Lang::Fr, Duration::ZERO);
    let id = focused_card(test.app());
    type_char(&mut test.window, "m");
    assert!(matches!(test.app().cx.overlay(), Overlay::Menu(_)));
    test.window.get_by_role_and_label(Role::MenuItemRadio, "Closing").click();
    test.until("the service has it", move |app| {
        displayed_status(app, &id) == "closing" && app.cx.snapshot().writes.is_empty()
    });
}

#[test]
fn a_card_is_dragged_to_another_column() {
    let mut test = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    let id = focused_card(test.app());
    let old_status = displayed_status(test.app(), &id);
    let from = focused_card_rect(&test).center();
    let to = column_rect(&test, "Due diligence").center();
    test.window.drag_at(from);
    test.window.run();
    test.window.hover_at(from + egui::vec2(12.0, 8.0));
    test.window.run();
    test.window.hover_at(to);
    test.window.run();
    test.window.get_by_label_contains("1 deal");
    test.window.drop_at(to);
    test.until("the move is seen", move |app| displayed_status(app, &id) == "due_diligence");
    assert_ne!(old_status, "due_diligence");
}

#[test]
fn escape_cancels_a_card_drag_without_a_click() {
    let mut test = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    let id = focused_card(test.app());
    let old_status = displayed_status(test.app(), &id);
    let from = focused_card_rect(&test).center();
    let to = column_rect(&test, "Due diligence").center();
    test.window.drag_at(from);
    test.window.run();
    test.window.hover_at(to);
    test.window.run();
    test.window.key_press(Key::Escape);
    test.window.run();
    test.window.drop_at(to);
    test.window.run();
    assert_eq!(displayed_status(test.app(), &id), old_status);
    assert!(test.app().cx.snapshot().writes.is_empty());
    assert_eq!(test.app().cx.screen(), Screen::Pipeline, "letting go is no click");
}

#[test]
fn deal_opens_beside_the_board_and_closes() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let id = focused_card(test.app());
    let at = focused_card_rect(&test).center();
    test.window.drag_at(at);
    test.window.drop_at(at);
    test.window.run();
    assert_eq!(
        test.app().pipeline.opened_deal().map(encours_core::contract::ids::DealId::as_str),
        Some(id.as_str())
    );
    let read = id.clone();
    test.until("its notes are read", move |app| {
        let details = app.cx.snapshot().details.iter().find(|(deal, _)| deal.as_str() == read);
        details.is_some_and(|(_, detail)| detail.notes.value.is_some())
    });
    test.window.get_by_role_and_label(Role::Heading, "Notes");
    test.window.get_by_label_contains(&id);
    type_char(&mut test.window, "J");
    assert_ne!(
        test.app().pipeline.opened_deal().map(encours_core::contract::ids::DealId::as_str),
        Some(id.as_str())
    );
    test.window.key_press(Key::Escape);
    test.window.run();
    assert_eq!(test.app().cx.screen(), Screen::Pipeline);
}

#[test]
fn the_owner_is_edited_in_a_form() {
    let mut test = GuiTest::start(Lang::En, Duration::ZERO);
    let id = focused_card(test.app());
    type_char(&mut test.window, "e");
    let owner = test.window.get_by_role_and_label(Role::TextInput, "Owner");
    assert!(owner.is_focused(), "the field has the focus at once");
    test.window.key_press_modifiers(CTRL, Key::A);
    test.window.run();
    type_char(&mut test.window, "Z. Nobody");
    test.window.key_press(Key::Enter);
    test.until("the service has it", move |app| {
        let deals = &app.cx.snapshot().deals;
        deals.row(deals.find(&id).unwrap()).unwrap().owner == "Z. Nobody"
            && app.cx.snapshot().writes.is_empty()
    });
}

#[test]
fn a_deal_is_created_from_the_primary_button() {
    let mut test = GuiTest::start(Lang::En, Duration::ZERO);
    test.window.get_by_role_and_label(Role::Button, "New deal").click();
    test.window.run();
    test.window.get_by_role_and_label(Role::Button, "Create").click();
    test.window.run();
    test.window.get_by_role(Role::Alert);
    type_char(&mut test.window, "Tour Zénith, Brest");
    test.window.get_by_role_and_label(Role::Button, "Create").click();
    test.until("the service has it", |app| {
        let found = app.cx.snapshot().deals.by_age().any(|row| row.name == "Tour Zénith, Brest");
        found && app.cx.snapshot().writes.is_empty()
    });
}

#[test]
fn the_portfolio_shows_totals_and_checked_sums() {
    let mut test = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    type_char(&mut test.window, "3");
    test.until("the summary is read", |app| app.cx.snapshot().portfolio.value.is_some());
    let total = test.app().cx.snapshot().portfolio.value.as_ref().unwrap().total_operations();
    // There is only one observation, so no change is shown.
    let total_label = format!("Opérations – {total}");
    test.window.get_by_role_and_label(Role::Label, &total_label);
    test.window.get_by_label_contains("Par statut – Σ");
}

#[test]
fn notification_is_marked_read_by_key_and_undone() {
    let mut test = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    type_char(&mut test.window, "4");
    test.until("the notifications are read", |app| app.inbox.unread_count(&app.cx) > 1);
    let before = test.app().inbox.unread_count(&test.app().cx);
    // Viewing a notification does not mark it.
    type_char(&mut test.window, "j");
    assert_eq!(test.app().inbox.unread_count(&test.app().cx), before);
    type_char(&mut test.window, "x");
    // Notifications with the same text are grouped and marked together.
    test.until("those alike are marked", move |app| app.inbox.unread_count(&app.cx) < before);
    type_char(&mut test.window, "u");
    test.until("they are unread again", move |app| app.inbox.unread_count(&app.cx) == before);
    test.window
        .get_by(|node| node.role() == Role::Tab && node.label().is_some_and(|l| l.starts_with("Lues")))
        .click();
    test.window.run();
    assert_eq!(test.app().inbox.tab, InboxTab::Read);
}

#[test]
fn card_menu_runs_the_same_actions_as_keys() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let at = column_rect(&test, "Screening").center_top() + egui::vec2(0.0, 90.0);
    test.window.event(egui::Event::PointerMoved(at));
    for pressed in [true, false] {
        test.window.event(egui::Event::PointerButton {
            pos: at,
            button: egui::PointerButton::Secondary,
            pressed,
            modifiers: Modifiers::NONE,
        });
    }
    test.window.run();
    let deals = &test.app().cx.snapshot().deals;
    let row = deals.row(deals.find(&focused_card(test.app())).unwrap()).unwrap();
    assert_eq!(row.status, "screening", "the menu is for the card under the pointer");
    test.window.get_by_role_and_label(Role::MenuItem, "Move to…").click();
    test.window.run();
    assert!(matches!(test.app().cx.overlay(), Overlay::Menu(_)));
}

#[test]
fn the_palette_switches_language_and_looks() {
    let mut test = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    test.window.key_press_modifiers(CTRL, Key::K);
    test.window.run();
    type_char(&mut test.window, "langue");
    test.window.key_press(Key::Enter);
    test.window.run();
    assert_eq!(test.app().cx.lang(), Lang::En);
    test.window.get_by_label_contains("24 deals · 24 shown");
    test.window.key_press_modifiers(CTRL, Key::K);
    test.window.run();
    type_char(&mut test.window, "theme dark");
    test.window.key_press(Key::Enter);
    test.window.run();
    assert_eq!(test.app().cx.options().theme, ThemeChoice::Dark);
}

#[test]
fn an_identifier_is_copied() {
    let mut test = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    let id = focused_card(test.app());
    test.window.event(egui::Event::Text("y".to_owned()));
    test.window.step();
    assert_eq!(copied_text(&test.window), Some(id), "the clipboard gets the deal's own id");
}
