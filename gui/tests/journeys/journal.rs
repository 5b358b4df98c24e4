//! The journal of writes on the activity screen, by mouse and by keyboard.
//!
//! A line can be selected, shows its details, opens its deal, and recreates a deleted one.

use std::time::Duration;

use crate::support::real_engine::GuiTest;
use crate::support::simulated_input::{displayed_status, focused_deal};
use crate::support::{copied_text, type_char};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::app::App;
use encours_core::model::history::journal_entry::WriteOutcome;
use encours_core::text::Lang;

fn has_applied_writes(app: &App, writes: usize) -> bool {
    let journal = &app.cx.snapshot().history.journal;
    let applied = journal.iter().filter(|line| line.outcome == WriteOutcome::Applied);
    applied.count() == writes && app.cx.snapshot().writes.is_empty()
}

/// Opens the activity screen after a move; returns the deal's identifier and name too.
fn activity_after_move() -> (GuiTest, String, String) {
    let mut test = GuiTest::start(Lang::En, Duration::ZERO);
    let (id, name) =
        (focused_deal(test.app()), test.app().pipeline.focused_row(&test.app().cx).unwrap().name.to_owned());
    type_char(&mut test.window, "L");
    test.until("the move is applied", |app| has_applied_writes(app, 1));
    type_char(&mut test.window, "8");
    (test, id, name)
}

#[test]
fn double_click_or_enter_opens_a_journal_lines_deal() {
    let (mut test, id, name) = activity_after_move();
    assert_eq!(displayed_status(test.app(), &id), "screening");
    let line = test.rect_of(Role::ListItem, &format!("{name} – "));
    test.press_at(line.center(), PointerButton::Primary, Modifiers::NONE);
    assert_eq!(test.app().cx.screen(), Screen::Activity, "one click opens nothing");
    let chosen = test.window.get_by(|node| node.role() == Role::ListItem && node.is_selected() == Some(true));
    assert!(chosen.accesskit_node().label().unwrap().starts_with(&name));
    test.press_key(Key::Enter);
    assert_eq!(test.app().cx.screen(), Screen::Deal);
    assert_eq!(test.app().pipeline.opened_row(&test.app().cx).unwrap().id, id);
    test.press_key(Key::Escape);
    type_char(&mut test.window, "8");
    let line = test.rect_of(Role::ListItem, &format!("{name} – ")).center();
    test.window.hover_at(line);
    test.window.run();
    // Each click in its own frame, as in real use.
    for _ in 0..2 {
        let clicked = [true, false].map(|pressed| Event::PointerButton {
            pos: line,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        test.window.input_mut().events.extend(clicked);
        test.window.step();
    }
    test.window.run();
    assert_eq!(test.app().cx.screen(), Screen::Deal);
}

#[test]
fn expanded_journal_line_offers_its_values_for_copying() {
    let (mut test, id, name) = activity_after_move();
    let line = test.rect_of(Role::ListItem, &format!("{name} – "));
    test.press_at(line.center(), PointerButton::Primary, Modifiers::NONE);
    let button_names = test.elements_of(Role::Button);
    for fact in ["Status Sourcing → Screening", "Attempts 1", "Idempotency key ", "X-Request-ID "] {
        assert!(button_names.iter().any(|(said, _)| said.starts_with(fact)), "{fact}: {button_names:?}");
    }
    let fact = format!("ID {id} – Copy {id}");
    test.window.get_by_role_and_label(Role::Button, &fact).click();
    let copied_value = (0..4).find_map(|_| {
        test.window.step();
        copied_text(&test.window)
    });
    assert_eq!(copied_value, Some(id));
    test.press_at(line.center(), PointerButton::Secondary, Modifiers::NONE);
    test.click(Role::MenuItem, "Hide details");
    assert!(!test.has_text(Role::Button, "Attempts 1"));
}

#[test]
fn deleted_deal_is_recreated_from_its_journal_menu() {
    let mut test = GuiTest::start(Lang::En, Duration::ZERO);
    let name = test.app().pipeline.focused_row(&test.app().cx).unwrap().name.to_owned();
    let before = test.app().cx.snapshot().deals.len();
    type_char(&mut test.window, "d");
    type_char(&mut test.window, "d");
    test.until("the deletion is applied", |app| has_applied_writes(app, 1));
    type_char(&mut test.window, "8");
    let line = test.rect_of(Role::ListItem, &format!("{name} – ")).center();
    test.press_at(line, PointerButton::Secondary, Modifiers::NONE);
    assert!(
        test.has_text(Role::MenuItem, "Open the deal – it no longer exists"),
        "{:?}",
        test.elements_of(Role::MenuItem)
    );
    assert!(test.has_text(Role::MenuItem, "Copy request ID"));
    test.click(Role::MenuItem, "Recreate the deleted deal");
    let expected = name.clone();
    test.until("it is there again", move |app| {
        let deals = &app.cx.snapshot().deals;
        deals.len() == before && deals.by_age().any(|row| row.name == expected)
    });
    test.until("it is created at the service", |app| app.cx.snapshot().writes.is_empty());
    let line = test
        .elements_of(Role::ListItem)
        .into_iter()
        .rfind(|(text, _)| text.starts_with(&format!("{name} – ")));
    test.press_at(line.unwrap().1.center(), PointerButton::Secondary, Modifiers::NONE);
    assert!(
        test.has_text(Role::MenuItem, "a deal with this name has since been created"),
        "{:?}",
        test.elements_of(Role::MenuItem)
    );
}
