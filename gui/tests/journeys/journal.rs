//! The journal of writes on the activity screen, by mouse and by keyboard.
//!
//! A line can be selected, shows its details, opens its deal, and recreates a deleted one.

use std::time::Duration;

use crate::support::hand::{displayed_status, focused_deal};
use crate::support::real::GuiTest;
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
    let applied = journal
        .iter()
        .filter(|line| line.outcome == WriteOutcome::Applied);
    applied.count() == writes && app.cx.snapshot().writes.is_empty()
}

/// Opens the activity screen after a move; returns the deal's identifier and name too.
fn activity_after_move() -> (GuiTest, String, String) {
    let mut journey = GuiTest::start(Lang::En, Duration::ZERO);
    let (id, name) = (
        focused_deal(journey.app()),
        journey
            .app()
            .pipeline
            .focused_row(&journey.app().cx)
            .unwrap()
            .name
            .to_owned(),
    );
    type_char(&mut journey.window, "L");
    journey.until("the move is applied", |app| has_applied_writes(app, 1));
    type_char(&mut journey.window, "8");
    (journey, id, name)
}

#[test]
fn a_line_is_chosen_by_a_click_and_opens_its_deal_by_two_or_by_enter() {
    let (mut journey, id, name) = activity_after_move();
    assert_eq!(displayed_status(journey.app(), &id), "screening");
    let line = journey.rect_of(Role::ListItem, &format!("{name} – "));
    journey.press_at(line.center(), PointerButton::Primary, Modifiers::NONE);
    assert_eq!(
        journey.app().cx.screen(),
        Screen::Activity,
        "one click opens nothing"
    );
    let chosen = journey
        .window
        .get_by(|node| node.role() == Role::ListItem && node.is_selected() == Some(true));
    assert!(chosen.accesskit_node().label().unwrap().starts_with(&name));
    journey.press_key(Key::Enter);
    assert_eq!(journey.app().cx.screen(), Screen::Deal);
    assert_eq!(
        journey.app().pipeline.opened_row(&journey.app().cx).unwrap().id,
        id
    );
    journey.press_key(Key::Escape);
    type_char(&mut journey.window, "8");
    let line = journey.rect_of(Role::ListItem, &format!("{name} – ")).center();
    journey.window.hover_at(line);
    journey.window.run();
    // Each click in its own frame, as in real use.
    for _ in 0..2 {
        let clicked = [true, false].map(|pressed| Event::PointerButton {
            pos: line,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        journey.window.input_mut().events.extend(clicked);
        journey.window.step();
    }
    journey.window.run();
    assert_eq!(journey.app().cx.screen(), Screen::Deal);
}

#[test]
fn a_click_unfolds_what_a_line_asked_for_and_each_fact_is_copied_by_a_press() {
    let (mut journey, id, name) = activity_after_move();
    let line = journey.rect_of(Role::ListItem, &format!("{name} – "));
    journey.press_at(line.center(), PointerButton::Primary, Modifiers::NONE);
    let told = journey.elements_of(Role::Button);
    for fact in [
        "Status Sourcing → Screening",
        "Attempts 1",
        "Idempotency key ",
        "X-Request-ID ",
    ] {
        assert!(
            told.iter().any(|(said, _)| said.starts_with(fact)),
            "{fact}: {told:?}"
        );
    }
    let fact = format!("Identifier {id} – Copy {id}");
    journey.window.get_by_role_and_label(Role::Button, &fact).click();
    let held = (0..4).find_map(|_| {
        journey.window.step();
        copied_text(&journey.window)
    });
    assert_eq!(held, Some(id));
    journey.press_at(line.center(), PointerButton::Secondary, Modifiers::NONE);
    journey.click(Role::MenuItem, "Hide details");
    assert!(!journey.has_text(Role::Button, "Attempts 1"));
}

#[test]
fn a_deleted_deal_is_created_again_from_the_menu_of_its_line() {
    let mut journey = GuiTest::start(Lang::En, Duration::ZERO);
    let name = journey
        .app()
        .pipeline
        .focused_row(&journey.app().cx)
        .unwrap()
        .name
        .to_owned();
    let before = journey.app().cx.snapshot().deals.len();
    type_char(&mut journey.window, "d");
    type_char(&mut journey.window, "d");
    journey.until("the deletion is applied", |app| has_applied_writes(app, 1));
    type_char(&mut journey.window, "8");
    let line = journey.rect_of(Role::ListItem, &format!("{name} – ")).center();
    journey.press_at(line, PointerButton::Secondary, Modifiers::NONE);
    assert!(
        journey.has_text(Role::MenuItem, "Open the deal – it no longer exists"),
        "{:?}",
        journey.elements_of(Role::MenuItem)
    );
    assert!(journey.has_text(Role::MenuItem, "Copy request ID"));
    journey.click(Role::MenuItem, "Recreate the deleted deal");
    let wanted = name.clone();
    journey.until("it is there again", move |app| {
        let deals = &app.cx.snapshot().deals;
        deals.len() == before && deals.by_age().any(|row| row.name == wanted)
    });
    journey.until("it is created at the service", |app| {
        app.cx.snapshot().writes.is_empty()
    });
    let line = journey
        .elements_of(Role::ListItem)
        .into_iter()
        .rfind(|(said, _)| said.starts_with(&format!("{name} – ")));
    journey.press_at(
        line.unwrap().1.center(),
        PointerButton::Secondary,
        Modifiers::NONE,
    );
    assert!(
        journey.has_text(Role::MenuItem, "a deal with this name was created since"),
        "{:?}",
        journey.elements_of(Role::MenuItem)
    );
}
