//! A working day through the accessibility tree, using only what a screen reader would find.

use std::time::Duration;

use crate::support::real::{GuiTest, LONG_UNDO_DELAY};
use crate::support::{CTRL, copied_text, type_char};
use egui::accesskit::Role;
use egui::{Key, Modifiers, Rect};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::cx::overlay_types::InboxTab;
use encours_core::app::foundation::cx::theme_choice::ThemeChoice;
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
    app.pipeline
        .board()
        .cursor
        .deal
        .as_ref()
        .unwrap()
        .as_str()
        .to_owned()
}

/// Returns the area of a column, found by its name prefix.
fn column_rect(journey: &GuiTest, name: &str) -> Rect {
    journey
        .window
        .get_by(|node| node.role() == Role::List && node.label().is_some_and(|l| l.starts_with(name)))
        .rect()
}

/// Returns the area of the focused card.
fn focused_card_rect(journey: &GuiTest) -> Rect {
    let selected = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
        node.role() == Role::ListItem && node.is_selected() == Some(true)
    };
    journey.window.get_by(selected).rect()
}

#[test]
fn the_board_names_its_columns_and_cards() {
    let journey = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    journey.window.get_by_label_contains("24 deals · 24 affichés");
    assert!(column_rect(&journey, "Sourcing – ").height() > 100.0);
    let first = focused_card_rect(&journey);
    let deals = &journey.app().cx.snapshot().deals;
    let row = deals
        .row(deals.find(&focused_card(journey.app())).unwrap())
        .unwrap();
    let name = journey
        .window
        .get_by(|n| n.role() == Role::ListItem && n.is_selected() == Some(true));
    let spoken = name.accesskit_node().label().unwrap();
    assert!(
        spoken.starts_with(row.name) && spoken.contains(" – 1 sur "),
        "{spoken}"
    );
    assert!(
        first.width() > 200.0 && (first.height() - 78.0).abs() < 0.5,
        "{first:?}"
    );
}

#[test]
fn a_filter_is_typed_kept_and_cleared() {
    let mut journey = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "/");
    for letter in "statut:ic".chars() {
        type_char(&mut journey.window, &letter.to_string());
    }
    assert_eq!(journey.app().pipeline.board().filter, "statut:ic");
    let shown = journey.app().pipeline.filtered().shown;
    assert!(shown > 0 && shown < 24, "{shown}");
    journey.window.key_press(Key::Enter);
    journey.window.run();
    assert!(matches!(journey.app().cx.layer(), Layer::None));
    // The typed letters were text, not key bindings: nothing else has changed.
    assert_eq!(journey.app().cx.screen(), Screen::Pipeline);
    journey.window.get_by_label_contains("24 deals · ");
    journey.window.get_by_label("Effacer statut:ic").click();
    journey.window.run();
    assert_eq!(journey.app().pipeline.filtered().shown, 24);
}

#[test]
fn a_card_is_moved_by_key_and_taken_back() {
    let mut journey = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    let id = focused_card(journey.app());
    let before = displayed_status(journey.app(), &id);
    type_char(&mut journey.window, "L");
    let there = id.clone();
    let was = before.clone();
    journey.until("the move is seen", move |app| {
        displayed_status(app, &there) != was
    });
    // Both the focus and egui's keyboard focus follow the card.
    assert_eq!(focused_card(journey.app()), id);
    let roving = journey.window.state().roving_focus();
    assert_eq!(journey.window.ctx.memory(egui::Memory::focused), roving);
    journey
        .window
        .get_by_role_and_label(Role::Button, "Annuler")
        .click();
    let (there, was) = (id.clone(), before.clone());
    journey.until("the move is taken back", move |app| {
        displayed_status(app, &there) == was && app.cx.snapshot().writes.is_empty()
    });
}

#[test]
fn a_card_is_moved_by_menu_and_reaches_the_service() {
    let mut journey = GuiTest::start(Lang::Fr, Duration::ZERO);
    let id = focused_card(journey.app());
    type_char(&mut journey.window, "m");
    assert!(matches!(journey.app().cx.layer(), Layer::Menu(_)));
    journey
        .window
        .get_by_role_and_label(Role::MenuItemRadio, "Closing")
        .click();
    journey.until("the service has it", move |app| {
        displayed_status(app, &id) == "closing" && app.cx.snapshot().writes.is_empty()
    });
}

#[test]
fn a_card_is_dragged_to_another_column() {
    let mut journey = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    let id = focused_card(journey.app());
    let before = displayed_status(journey.app(), &id);
    let from = focused_card_rect(&journey).center();
    let to = column_rect(&journey, "Due diligence").center();
    journey.window.drag_at(from);
    journey.window.run();
    journey.window.hover_at(from + egui::vec2(12.0, 8.0));
    journey.window.run();
    journey.window.hover_at(to);
    journey.window.run();
    journey.window.get_by_label_contains("1 deal");
    journey.window.drop_at(to);
    journey.until("the move is seen", move |app| {
        displayed_status(app, &id) == "due_diligence"
    });
    assert_ne!(before, "due_diligence");
}

#[test]
fn escape_drops_a_dragged_card_where_it_was() {
    let mut journey = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    let id = focused_card(journey.app());
    let before = displayed_status(journey.app(), &id);
    let from = focused_card_rect(&journey).center();
    let to = column_rect(&journey, "Due diligence").center();
    journey.window.drag_at(from);
    journey.window.run();
    journey.window.hover_at(to);
    journey.window.run();
    journey.window.key_press(Key::Escape);
    journey.window.run();
    journey.window.drop_at(to);
    journey.window.run();
    assert_eq!(displayed_status(journey.app(), &id), before);
    assert!(journey.app().cx.snapshot().writes.is_empty());
    assert_eq!(
        journey.app().cx.screen(),
        Screen::Pipeline,
        "letting go is no click"
    );
}

#[test]
fn a_deal_opens_beside_the_board_and_closes_again() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let id = focused_card(journey.app());
    let at = focused_card_rect(&journey).center();
    journey.window.drag_at(at);
    journey.window.drop_at(at);
    journey.window.run();
    assert_eq!(
        journey
            .app()
            .pipeline
            .opened_deal()
            .map(encours_core::contract::ids::DealId::as_str),
        Some(id.as_str())
    );
    let read = id.clone();
    journey.until("its notes are read", move |app| {
        let details = app
            .cx
            .snapshot()
            .details
            .iter()
            .find(|(deal, _)| deal.as_str() == read);
        details.is_some_and(|(_, detail)| detail.notes.value.is_some())
    });
    journey.window.get_by_role_and_label(Role::Heading, "Notes");
    journey.window.get_by_label_contains(&id);
    type_char(&mut journey.window, "J");
    assert_ne!(
        journey
            .app()
            .pipeline
            .opened_deal()
            .map(encours_core::contract::ids::DealId::as_str),
        Some(id.as_str())
    );
    journey.window.key_press(Key::Escape);
    journey.window.run();
    assert_eq!(journey.app().cx.screen(), Screen::Pipeline);
}

#[test]
fn the_owner_is_edited_in_a_form() {
    let mut journey = GuiTest::start(Lang::En, Duration::ZERO);
    let id = focused_card(journey.app());
    type_char(&mut journey.window, "e");
    let owner = journey.window.get_by_role_and_label(Role::TextInput, "Owner");
    assert!(owner.is_focused(), "the field has the focus at once");
    journey.window.key_press_modifiers(CTRL, Key::A);
    journey.window.run();
    type_char(&mut journey.window, "Z. Nobody");
    journey.window.key_press(Key::Enter);
    journey.until("the service has it", move |app| {
        let deals = &app.cx.snapshot().deals;
        deals.row(deals.find(&id).unwrap()).unwrap().owner == "Z. Nobody"
            && app.cx.snapshot().writes.is_empty()
    });
}

#[test]
fn a_deal_is_created_from_the_primary_button() {
    let mut journey = GuiTest::start(Lang::En, Duration::ZERO);
    journey
        .window
        .get_by_role_and_label(Role::Button, "New deal")
        .click();
    journey.window.run();
    journey
        .window
        .get_by_role_and_label(Role::Button, "Create")
        .click();
    journey.window.run();
    journey.window.get_by_role(Role::Alert);
    type_char(&mut journey.window, "Tour Zénith, Brest");
    journey
        .window
        .get_by_role_and_label(Role::Button, "Create")
        .click();
    journey.until("the service has it", |app| {
        let found = app
            .cx
            .snapshot()
            .deals
            .by_age()
            .any(|row| row.name == "Tour Zénith, Brest");
        found && app.cx.snapshot().writes.is_empty()
    });
}

#[test]
fn the_portfolio_shows_totals_and_checked_sums() {
    let mut journey = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "3");
    journey.until("the summary is read", |app| {
        app.cx.snapshot().portfolio.value.is_some()
    });
    let total = journey
        .app()
        .cx
        .snapshot()
        .portfolio
        .value
        .as_ref()
        .unwrap()
        .total_operations();
    // There is only one observation, so no change is shown.
    let whole = format!("Opérations – {total}");
    journey.window.get_by_role_and_label(Role::Label, &whole);
    journey.window.get_by_label_contains("Par statut – Σ");
}

#[test]
fn a_notification_is_read_with_one_key_and_unread_again() {
    let mut journey = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "4");
    journey.until("the notifications are read", |app| {
        app.inbox.unread_count(&app.cx) > 1
    });
    let before = journey.app().inbox.unread_count(&journey.app().cx);
    // Viewing a notification does not mark it.
    type_char(&mut journey.window, "j");
    assert_eq!(journey.app().inbox.unread_count(&journey.app().cx), before);
    type_char(&mut journey.window, "x");
    // Notifications with the same text are grouped and marked together.
    journey.until("those alike are marked", move |app| {
        app.inbox.unread_count(&app.cx) < before
    });
    type_char(&mut journey.window, "u");
    journey.until("they are unread again", move |app| {
        app.inbox.unread_count(&app.cx) == before
    });
    journey
        .window
        .get_by(|node| node.role() == Role::Tab && node.label().is_some_and(|l| l.starts_with("Lues")))
        .click();
    journey.window.run();
    assert_eq!(journey.app().inbox.inbox().tab, InboxTab::Read);
}

#[test]
fn the_menu_of_a_card_does_what_the_keys_do() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let at = column_rect(&journey, "Screening").center_top() + egui::vec2(0.0, 90.0);
    journey.window.event(egui::Event::PointerMoved(at));
    for pressed in [true, false] {
        journey.window.event(egui::Event::PointerButton {
            pos: at,
            button: egui::PointerButton::Secondary,
            pressed,
            modifiers: Modifiers::NONE,
        });
    }
    journey.window.run();
    let deals = &journey.app().cx.snapshot().deals;
    let row = deals
        .row(deals.find(&focused_card(journey.app())).unwrap())
        .unwrap();
    assert_eq!(
        row.status, "screening",
        "the menu is for the card under the pointer"
    );
    journey
        .window
        .get_by_role_and_label(Role::MenuItem, "Move to…")
        .click();
    journey.window.run();
    assert!(matches!(journey.app().cx.layer(), Layer::Menu(_)));
}

#[test]
fn the_palette_switches_language_and_looks() {
    let mut journey = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    journey.window.key_press_modifiers(CTRL, Key::K);
    journey.window.run();
    type_char(&mut journey.window, "langue");
    journey.window.key_press(Key::Enter);
    journey.window.run();
    assert_eq!(journey.app().cx.lang(), Lang::En);
    journey.window.get_by_label_contains("24 deals · 24 shown");
    journey.window.key_press_modifiers(CTRL, Key::K);
    journey.window.run();
    type_char(&mut journey.window, "theme dark");
    journey.window.key_press(Key::Enter);
    journey.window.run();
    assert_eq!(journey.app().cx.options().theme, ThemeChoice::Dark);
}

#[test]
fn an_identifier_is_copied() {
    let mut journey = GuiTest::start(Lang::Fr, LONG_UNDO_DELAY);
    let id = focused_card(journey.app());
    journey.window.event(egui::Event::Text("y".to_owned()));
    journey.window.step();
    assert_eq!(
        copied_text(&journey.window),
        Some(id),
        "the clipboard gets the deal's own id"
    );
}
