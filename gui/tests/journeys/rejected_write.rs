//! A rejected write on the activity screen, by mouse and by keyboard.
//!
//! Its reason is shown and can be copied for support; the write can be sent again or discarded. All of this works from
//! its row, its menu and below its reason.

use std::time::Duration;

use crate::support::real_engine::GuiTest;
use crate::support::simulated_input::focused_deal;
use crate::support::{copied_text, type_char};
use egui::accesskit::Role;
use egui::{Event, Modifiers, PointerButton};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::shell::app::App;
use encours_core::model::history::journal_entry::WriteOutcome;
use encours_core::model::pending_write::WriteState;
use encours_core::text::Lang;
use encours_sandbox::{Fault, FaultKind};

/// The labels of the actions on a rejection: copy, send again, discard.
const ACTION_LABELS: [(Lang, [&str; 3]); 2] = [
    (Lang::En, ["Copy for support", "Send again", "Discard the change"]),
    (Lang::Fr, ["Copier pour le support", "Renvoyer", "Abandonner la modification"]),
];

fn has_rejection(app: &App) -> bool {
    let writes = &app.cx.snapshot().writes;
    writes.iter().any(|write| matches!(write.state, WriteState::Rejected(_)))
}

/// Returns a window on the activity screen after a rejected move, with the deal's identifier.
fn start_with_rejection(lang: Lang, times: u32) -> (GuiTest, String) {
    let mut test = GuiTest::start(lang, Duration::ZERO);
    let rejection = Fault::new(FaultKind::Status(422)).on("deals_update");
    test.sandbox.faults().add(rejection.times(times));
    let id = focused_deal(test.app());
    type_char(&mut test.window, "L");
    test.until("the rejection", has_rejection);
    type_char(&mut test.window, "8");
    (test, id)
}

/// Returns the text that the next frames put into the clipboard.
fn next_copied_text(test: &mut GuiTest) -> String {
    let text = (0..8).find_map(|_| {
        test.window.step();
        copied_text(&test.window)
    });
    test.window.run();
    text.unwrap_or_default()
}

/// Asserts that the copied text has the deal, the route and the status.
fn assert_support_text(text: &str, id: &str) {
    for fragment in [id, "PUT /deals/", "422"] {
        assert!(text.contains(fragment), "{fragment}: {text}");
    }
}

#[test]
fn rejection_offers_copy_retry_and_discard_below_its_reason() {
    for (lang, [copy, again, discard]) in ACTION_LABELS {
        let (mut test, id) = start_with_rejection(lang, 2);
        // Each action is an icon in the row and a text button below the reason.
        for action in [copy, again, discard] {
            let all = test.elements_of(Role::Button);
            let found = all.iter().filter(|(name, _)| name.starts_with(action)).count();
            assert_eq!(found, 2, "{action}: {all:?}");
        }
        let press_last = |test: &mut GuiTest, action: &str| {
            let mut buttons = test.window.query_all_by_role(Role::Button);
            let is_action = |node: &egui_kittest::Node<'_>| {
                let label = node.accesskit_node().label();
                label.is_some_and(|label| label.starts_with(action))
            };
            buttons.rfind(is_action).unwrap().click();
        };
        press_last(&mut test, copy);
        assert_support_text(&next_copied_text(&mut test), &id);
        let request_count = test.sandbox.requests().count("deals_update");
        press_last(&mut test, again);
        test.until("the second rejection", |app| {
            let journal = &app.cx.snapshot().history.journal;
            let rejections = journal.iter().filter(|line| line.outcome == WriteOutcome::Rejected);
            rejections.count() == 2 && has_rejection(app)
        });
        assert_eq!(test.sandbox.requests().count("deals_update"), request_count + 1);
        press_last(&mut test, discard);
        test.until("it is given up", |app| app.cx.snapshot().writes.is_empty());
    }
}

#[test]
fn the_menu_of_its_row_offers_the_same() {
    for (lang, [copy, again, discard]) in ACTION_LABELS {
        let (mut test, _) = start_with_rejection(lang, 1);
        let row = test.rect_of(Role::ListItem, "").center();
        test.press_at(row, PointerButton::Secondary, Modifiers::NONE);
        for action in [copy, again, discard] {
            assert!(
                test.has_text(Role::MenuItem, action),
                "{action}: {:?}",
                test.elements_of(Role::MenuItem)
            );
        }
        test.click(Role::MenuItem, again);
        test.until("it is applied", |app| app.cx.snapshot().writes.is_empty());
    }
}

#[test]
fn its_keys_copy_it_and_send_it_again() {
    let (mut test, id) = start_with_rejection(Lang::En, 1);
    test.window.event(Event::Text("y".to_owned()));
    assert_support_text(&next_copied_text(&mut test), &id);
    type_char(&mut test.window, "R");
    test.until("it is applied", |app| app.cx.snapshot().writes.is_empty());
}

#[test]
fn request_shows_its_meaning_before_its_route() {
    for (lang, outcome) in [(Lang::En, "rejected (422)"), (Lang::Fr, "refusée (422)")] {
        let (mut test, _) = start_with_rejection(lang, 1);
        test.window.run();
        let lines = test.elements_of(Role::Button);
        let message = lines.iter().find(|(name, _)| name.contains(outcome));
        let (name, _) = message.unwrap_or_else(|| panic!("{lines:?}"));
        assert!(!name.contains("PUT /"), "what it means is said first: {name}");
        let painted = crate::support::painted_texts(&test.window);
        assert!(painted.iter().any(|(text, _)| text.starts_with("PUT /deals/")));
    }
}
