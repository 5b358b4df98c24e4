//! The panel of a deal: local notes of several lines, and scheduled changes shown once.
//!
//! Also: watched tasks of a service without a task list.

use crate::support::real_engine::{GuiTest, LONG_UNDO_DELAY};
use crate::support::simulated_input::focused_deal;
use crate::support::{CTRL, InputPart::Text, send_burst, type_char};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::contract::ids::DealId;
use encours_core::text::Lang;
use encours_sandbox::{Config, ServiceProfile};

/// Counts the buttons of a name.
fn button_count(test: &GuiTest, name: &str) -> usize {
    let found = test.window.query_all_by_role_and_label(Role::Button, name);
    found.count()
}

fn newest_note<'a>(app: &'a App, deal: &str) -> &'a str {
    app.cx.local_notes(deal).next().map_or("", |(_, text)| text)
}

#[test]
fn note_field_accepts_several_lines() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let id = focused_deal(test.app());
    test.press_key(Key::Enter);
    type_char(&mut test.window, "c");
    send_burst(&mut test.window, &[Text("call the notary")]);
    test.press_key(Key::Enter);
    send_burst(&mut test.window, &[Text("then the bank")]);
    // Up moves to the previous line and stays in the field.
    test.press_key(Key::ArrowUp);
    test.press_key(Key::Home);
    send_burst(&mut test.window, &[Text("first ")]);
    assert!(test.app().cx.local_notes(&id).next().is_none(), "nothing is kept yet");
    test.press_key_with(CTRL, Key::Enter);
    let note = "first call the notary\nthen the bank";
    test.until("the note is kept", |app| newest_note(app, &id) == note);
    // The panel shows the whole note, and it can be edited further, by mouse too.
    assert!(
        test.elements_of(Role::Label).iter().any(|(text, _)| text == note),
        "{:?}",
        test.elements_of(Role::Label)
    );
    type_char(&mut test.window, "c");
    // The first line of the list is a new note.
    test.press_key(Key::ArrowDown);
    test.press_key(Key::Enter);
    let field = test.window.get_by_role(Role::MultilineTextInput);
    assert_eq!(field.value().as_deref(), Some(note));
    send_burst(&mut test.window, &[Text(" and so on")]);
    test.click(Role::Button, "Save");
    let longer = format!("{note} and so on");
    test.until("the rest is kept", |app| newest_note(app, &id) == longer);
}

#[test]
fn scheduled_change_shows_undo_only_once() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    test.press_key(Key::Enter);
    type_char(&mut test.window, "L");
    test.until("the move waits", |app| app.cx.snapshot().writes.len() == 1);
    assert_eq!(test.app().cx.toasts().len(), 1);
    assert_eq!(button_count(&test, "Undo"), 1, "the panel says it, and the toast does not");
    test.press_key(Key::Escape);
    assert_eq!(test.app().cx.screen(), Screen::Pipeline);
    assert_eq!(button_count(&test, "Undo"), 1, "without the panel the toast does");
    test.press_key(Key::Enter);
    test.click(Role::Button, "Undo");
    test.until("nothing waits", |app| app.cx.snapshot().writes.is_empty());
}

#[test]
fn the_panel_offers_no_undo_of_another_deal() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let first = focused_deal(test.app());
    type_char(&mut test.window, "L");
    type_char(&mut test.window, "j");
    let second = focused_deal(test.app());
    assert_ne!(first, second);
    type_char(&mut test.window, "L");
    test.until("both moves wait", |app| app.cx.snapshot().writes.len() == 2);
    let deal = DealId::new(&first).unwrap();
    test.window.state_mut().run_action(Action::OpenDeal(deal));
    test.window.run();
    // Each toast undoes its own deal's change; the panel of the first leads to its pending write.
    assert_eq!(button_count(&test, "Undo"), 2);
    test.click(Role::Button, "View");
    assert_eq!(test.app().cx.screen(), Screen::Activity);
    let write = test.app().activity.focused_write(&test.app().cx).expect("the write is shown");
    assert_eq!(write.record, first);
}

#[test]
fn open_deal_outside_the_filter_offers_to_clear_it() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let id = focused_deal(test.app());
    test.press_key(Key::Enter);
    let text = "not in this filter";
    assert!(!test.has_text(Role::Label, text));
    let without = Action::SetFilter("-statut:sourcing".to_owned());
    test.window.state_mut().run_action(without);
    test.window.run();
    assert_eq!(test.app().pipeline.opened_deal().map(DealId::as_str), Some(id.as_str()));
    assert!(test.has_text(Role::Label, text), "{:?}", test.elements_of(Role::Label));
    test.click(Role::Button, "Clear filter");
    assert!(test.app().pipeline.board().filter.is_empty());
    assert!(!test.has_text(Role::Label, text));
    assert_eq!(test.app().pipeline.opened_deal().map(DealId::as_str), Some(id.as_str()));
    assert_eq!(focused_deal(test.app()), id, "the board is not scrolled");
}

#[test]
fn unlisted_tasks_are_added_by_mouse_and_keyboard() {
    let config = Config { deals: 24, profile: ServiceProfile::Strict, ..Config::default() };
    let mut test = GuiTest::start_on(Lang::En, LONG_UNDO_DELAY, config);
    type_char(&mut test.window, "5");
    let message = "The server doesn’t list tasks";
    let watched = |app: &encours_core::app::shell::app::App, n: usize| {
        app.tasks.columns.iter().map(|column| column.items.len()).sum::<usize>() == n
    };
    test.until("it is known that there is no list", |app| {
        encours_core::app::screens::tasks::view::tasks_view(app)
            .empty_state
            .is_some_and(|placeholder| placeholder.title == message)
    });
    assert!(test.has_text(Role::Label, message), "{:?}", test.elements_of(Role::Label));
    let offered = test.window.query_all_by_role_and_label(Role::Button, "Add IDs");
    offered.last().unwrap().click();
    test.window.run();
    send_burst(&mut test.window, &[Text("t-one")]);
    test.click(Role::Button, "Save");
    test.until("one is watched", |app| watched(app, 1));
    type_char(&mut test.window, "a");
    send_burst(&mut test.window, &[Text("t-two")]);
    test.press_key(Key::Enter);
    test.until("both are", |app| watched(app, 2));
}

#[test]
fn card_dragged_beside_the_panel_opens_in_it() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let first = focused_deal(test.app());
    test.press_key(Key::Enter);
    assert_eq!(test.app().pipeline.opened_deal().map(DealId::as_str), Some(first.as_str()));
    let cards = test.elements_of(Role::ListItem);
    let (_, other) = cards.get(1).expect("a second card");
    let from = other.center();
    test.drag_over(from, from + egui::vec2(240.0, 0.0));
    test.window.drop_at(from + egui::vec2(240.0, 0.0));
    test.until("the move waits", |app| app.cx.snapshot().writes.len() == 1);
    let moved = focused_deal(test.app());
    assert_ne!(moved, first);
    assert_eq!(test.app().pipeline.opened_deal().map(DealId::as_str), Some(moved.as_str()));
}

#[test]
fn panel_and_card_announce_why_a_deal_is_slow() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    let app = test.app();
    let deals = &app.cx.snapshot().deals;
    let slow = deals.by_age().find_map(|row| {
        let short_reason = encours_core::app::deals::pipeline::view::slowness::reason_without_age(app, &row)?;
        Some((
            row.id.to_owned(),
            encours_core::app::deals::pipeline::view::slowness::slowness_reason(app, &row)?,
            short_reason,
        ))
    });
    let (id, reason, short_reason) = slow.expect("a deal with a long stage age");
    let id = DealId::new(&id).unwrap();
    test.window.state_mut().run_action(Action::FocusDeal(id.clone()));
    test.window.run();
    let card_node =
        test.window.get_by(|node| node.role() == Role::ListItem && node.is_selected() == Some(true));
    let card_node = card_node.accesskit_node();
    let (name, more) = (card_node.label().unwrap_or_default(), card_node.description().unwrap_or_default());
    let warning = reason.lines().next().unwrap();
    assert!(name.contains(warning), "{name}: {warning}");
    assert!(!more.contains(warning), "it is heard once: {more}");
    test.window.state_mut().run_action(Action::OpenDeal(id));
    test.window.run();
    assert!(test.has_text(Role::Label, &short_reason), "{short_reason}: {:?}", test.elements_of(Role::Label));
}

#[test]
fn closing_a_deal_restores_the_board_scroll() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    test.window.set_size(egui::vec2(1100.0, 760.0));
    test.window.run();
    // The board is scrolled to the last columns, and one of their cards is opened by mouse.
    let position = test.rect_of(Role::ListItem, "").center();
    test.window.event(egui::Event::PointerMoved(position));
    test.window.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(-700.0, 0.0),
        modifiers: Modifiers::NONE,
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
    });
    test.draw_frames(40);
    let column = test.rect_of(Role::List, "Term sheet – ");
    assert!(column.left() > 60.0 && column.right() < 1100.0, "{column:?}");
    let at = egui::pos2(column.center().x, column.top() + 100.0);
    for by_key in [true, false] {
        test.press_at(at, egui::PointerButton::Primary, Modifiers::NONE);
        assert_eq!(test.app().cx.screen(), Screen::Deal);
        test.draw_frames(10);
        if by_key {
            test.press_key(Key::Escape);
        } else {
            test.click(Role::Button, "Close");
        }
        test.draw_frames(10);
        assert_eq!(test.app().cx.screen(), Screen::Pipeline);
        let now = test.rect_of(Role::List, "Term sheet – ");
        assert!((now.left() - column.left()).abs() < 1.5, "{column:?} → {now:?}");
    }
}

#[test]
fn owner_form_overwrites_text_and_toast_names_both_owners() {
    use crate::support::InputPart::Key as Press;
    use crate::support::simulated_input::displayed_owner;

    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let id = focused_deal(test.app());
    let old_owner = displayed_owner(test.app(), &id);
    type_char(&mut test.window, "e");
    test.draw_frames(3);
    let offered = |test: &GuiTest| {
        let names = ["Benali", "Roux", "Nguyen", "Delaunay", "Ferrand"];
        names.iter().filter(|name| test.has_text(Role::Button, name)).count()
    };
    let all = offered(&test);
    assert!(all > 1, "everybody is offered first");
    type_char(&mut test.window, "q");
    let typed = |test: &GuiTest| match test.app().cx.overlay() {
        encours_core::app::foundation::cx::overlay::Overlay::Form(form) => {
            form.value("responsable").to_owned()
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(typed(&test), "q", "the old name is written over");
    assert_eq!(offered(&test), 0, "no deal has this owner");
    send_burst(&mut test.window, &[Text("uentin"), Press(Key::Enter)]);
    if matches!(test.app().cx.overlay(), encours_core::app::foundation::cx::overlay::Overlay::Form(_)) {
        test.press_key(Key::Enter);
    }
    let change_text = if old_owner.is_empty() { "no owner".to_owned() } else { old_owner };
    let toast = format!("{change_text} → quentin");
    let painted = crate::support::painted_texts(&test.window);
    assert!(painted.iter().any(|(text, _)| text.contains(&toast)), "{toast}: {painted:?}");
}
