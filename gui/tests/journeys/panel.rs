//! The panel of a deal: local notes of several lines, and scheduled changes shown once.
//!
//! Also: watched tasks of a service without a task list.

use crate::support::hand::focused_deal;
use crate::support::real::{GuiTest, LONG_UNDO_DELAY};
use crate::support::{CTRL, InputPart::Text, send_burst, type_char};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::contract::ids::DealId;
use encours_core::text::Lang;
use encours_sandbox::{Config, ServiceProfile};

/// Counts the buttons of a name.
fn button_count(journey: &GuiTest, name: &str) -> usize {
    let found = journey.window.query_all_by_role_and_label(Role::Button, name);
    found.count()
}

#[test]
fn a_note_has_as_many_lines_as_one_writes() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let id = focused_deal(journey.app());
    journey.press_key(Key::Enter);
    type_char(&mut journey.window, "c");
    send_burst(&mut journey.window, &[Text("call the notary")]);
    journey.press_key(Key::Enter);
    send_burst(&mut journey.window, &[Text("then the bank")]);
    // Up moves to the previous line and stays in the field.
    journey.press_key(Key::ArrowUp);
    journey.press_key(Key::Home);
    send_burst(&mut journey.window, &[Text("first ")]);
    assert!(journey.app().cx.local_note(&id).is_empty(), "nothing is kept yet");
    journey.press_key_with(CTRL, Key::Enter);
    let note = "first call the notary\nthen the bank";
    journey.until("the note is kept", |app| app.cx.local_note(&id) == note);
    // The panel shows the whole note, and it can be edited further, by mouse too.
    assert!(
        journey
            .elements_of(Role::Label)
            .iter()
            .any(|(text, _)| text == note),
        "{:?}",
        journey.elements_of(Role::Label)
    );
    type_char(&mut journey.window, "c");
    let field = journey.window.get_by_role(Role::MultilineTextInput);
    assert_eq!(field.value().as_deref(), Some(note));
    send_burst(&mut journey.window, &[Text(" and so on")]);
    journey.click(Role::Button, "Save");
    let longer = format!("{note} and so on");
    journey.until("the rest is kept", |app| app.cx.local_note(&id) == longer);
}

#[test]
fn a_change_that_is_held_is_told_once() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    journey.press_key(Key::Enter);
    type_char(&mut journey.window, "L");
    journey.until("the move waits", |app| app.cx.snapshot().writes.len() == 1);
    assert_eq!(journey.app().cx.toasts().len(), 1);
    assert_eq!(
        button_count(&journey, "Undo"),
        1,
        "the panel says it, and the toast does not"
    );
    journey.press_key(Key::Escape);
    assert_eq!(journey.app().cx.screen(), Screen::Pipeline);
    assert_eq!(
        button_count(&journey, "Undo"),
        1,
        "without the panel the toast does"
    );
    journey.press_key(Key::Enter);
    journey.click(Role::Button, "Undo");
    journey.until("nothing waits", |app| app.cx.snapshot().writes.is_empty());
}

#[test]
fn the_panel_offers_no_undo_of_another_deal() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let first = focused_deal(journey.app());
    type_char(&mut journey.window, "L");
    type_char(&mut journey.window, "j");
    let second = focused_deal(journey.app());
    assert_ne!(first, second);
    type_char(&mut journey.window, "L");
    journey.until("both moves wait", |app| app.cx.snapshot().writes.len() == 2);
    let deal = DealId::new(&first).unwrap();
    journey.window.state_mut().run_action(Action::OpenDeal(deal));
    journey.window.run();
    // Each toast undoes its own deal's change; the panel of the first leads to its pending write.
    assert_eq!(button_count(&journey, "Undo"), 2);
    journey.click(Role::Button, "View");
    assert_eq!(journey.app().cx.screen(), Screen::Activity);
    let write = journey
        .app()
        .activity
        .focused_write(&journey.app().cx)
        .expect("the write is shown");
    assert_eq!(write.record, first);
}

#[test]
fn an_open_deal_that_the_filter_leaves_out_says_so_and_leads_back_among_the_others() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let id = focused_deal(journey.app());
    journey.press_key(Key::Enter);
    let said = "not in this filter";
    assert!(!journey.has_text(Role::Label, said));
    let without = Action::SetFilter("-statut:sourcing".to_owned());
    journey.window.state_mut().run_action(without);
    journey.window.run();
    assert_eq!(
        journey.app().pipeline.opened_deal().map(DealId::as_str),
        Some(id.as_str())
    );
    assert!(
        journey.has_text(Role::Label, said),
        "{:?}",
        journey.elements_of(Role::Label)
    );
    journey.click(Role::Button, "Clear filter");
    assert!(journey.app().pipeline.board().filter.is_empty());
    assert!(!journey.has_text(Role::Label, said));
    assert_eq!(
        journey.app().pipeline.opened_deal().map(DealId::as_str),
        Some(id.as_str())
    );
    assert_eq!(focused_deal(journey.app()), id, "the board is not scrolled");
}

#[test]
fn tasks_that_the_service_does_not_list_are_given_by_mouse_and_by_keyboard() {
    let config = Config {
        deals: 24,
        profile: ServiceProfile::Strict,
        ..Config::default()
    };
    let mut journey = GuiTest::start_on(Lang::En, LONG_UNDO_DELAY, config);
    type_char(&mut journey.window, "5");
    let told = "The server doesn’t list tasks";
    let watched = |app: &encours_core::app::shell::app::App, n: usize| {
        app.tasks
            .tasks()
            .columns
            .iter()
            .map(|lane| lane.items.len())
            .sum::<usize>()
            == n
    };
    journey.until("it is known that there is no list", |app| {
        encours_core::app::screens::tasks::view::tasks_view(app)
            .empty_state
            .is_some_and(|blank| blank.title == told)
    });
    assert!(
        journey.has_text(Role::Label, told),
        "{:?}",
        journey.elements_of(Role::Label)
    );
    let offered = journey
        .window
        .query_all_by_role_and_label(Role::Button, "Add identifiers");
    offered.last().unwrap().click();
    journey.window.run();
    send_burst(&mut journey.window, &[Text("t-one")]);
    journey.click(Role::Button, "Save");
    journey.until("one is watched", |app| watched(app, 1));
    type_char(&mut journey.window, "a");
    send_burst(&mut journey.window, &[Text("t-two")]);
    journey.press_key(Key::Enter);
    journey.until("both are", |app| watched(app, 2));
}

#[test]
fn a_card_that_is_dragged_beside_the_panel_is_the_deal_it_shows() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let first = focused_deal(journey.app());
    journey.press_key(Key::Enter);
    assert_eq!(
        journey.app().pipeline.opened_deal().map(DealId::as_str),
        Some(first.as_str())
    );
    let cards = journey.elements_of(Role::ListItem);
    let (_, other) = cards.get(1).expect("a second card");
    let from = other.center();
    journey.drag_over(from, from + egui::vec2(240.0, 0.0));
    journey.window.drop_at(from + egui::vec2(240.0, 0.0));
    journey.until("the move waits", |app| app.cx.snapshot().writes.len() == 1);
    let moved = focused_deal(journey.app());
    assert_ne!(moved, first);
    assert_eq!(
        journey.app().pipeline.opened_deal().map(DealId::as_str),
        Some(moved.as_str())
    );
}

#[test]
fn the_panel_says_why_a_deal_is_slow_and_the_card_is_heard_with_it() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    let app = journey.app();
    let deals = &app.cx.snapshot().deals;
    let slow = deals.by_age().find_map(|row| {
        let beside = encours_core::app::deals::pipeline::view::staleness::reason_without_age(app, &row)?;
        Some((
            row.id.to_owned(),
            encours_core::app::deals::pipeline::view::staleness::staleness_reason(app, &row)?,
            beside,
        ))
    });
    let (id, reason, beside) = slow.expect("a deal with a long stage age");
    let id = DealId::new(&id).unwrap();
    journey
        .window
        .state_mut()
        .run_action(Action::FocusDeal(id.clone()));
    journey.window.run();
    let heard = journey
        .window
        .get_by(|node| node.role() == Role::ListItem && node.is_selected() == Some(true));
    let heard = heard.accesskit_node();
    let (name, more) = (
        heard.label().unwrap_or_default(),
        heard.description().unwrap_or_default(),
    );
    let warning = reason.lines().next().unwrap();
    assert!(name.contains(warning), "{name}: {warning}");
    assert!(!more.contains(warning), "it is heard once: {more}");
    journey.window.state_mut().run_action(Action::OpenDeal(id));
    journey.window.run();
    assert!(
        journey.has_text(Role::Label, &beside),
        "{beside}: {:?}",
        journey.elements_of(Role::Label)
    );
}

#[test]
fn the_board_stands_where_it_stood_once_a_deal_is_closed() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    journey.window.set_size(egui::vec2(1100.0, 760.0));
    journey.window.run();
    // The board is scrolled to the last columns, and one of their cards is opened by mouse.
    let over = journey.rect_of(Role::ListItem, "").center();
    journey.window.event(egui::Event::PointerMoved(over));
    journey.window.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(-700.0, 0.0),
        modifiers: Modifiers::NONE,
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
    });
    journey.draw_frames(40);
    let column = journey.rect_of(Role::List, "Term sheet – ");
    assert!(column.left() > 60.0 && column.right() < 1100.0, "{column:?}");
    let at = egui::pos2(column.center().x, column.top() + 100.0);
    for by_key in [true, false] {
        journey.press_at(at, egui::PointerButton::Primary, Modifiers::NONE);
        assert_eq!(journey.app().cx.screen(), Screen::Deal);
        journey.draw_frames(10);
        if by_key {
            journey.press_key(Key::Escape);
        } else {
            journey.click(Role::Button, "Close");
        }
        journey.draw_frames(10);
        assert_eq!(journey.app().cx.screen(), Screen::Pipeline);
        let now = journey.rect_of(Role::List, "Term sheet – ");
        assert!((now.left() - column.left()).abs() < 1.5, "{column:?} → {now:?}");
    }
}

#[test]
fn the_form_of_an_owner_is_written_over_and_narrows_what_it_offers_and_the_toast_says_from_whom_to_whom() {
    use crate::support::InputPart::Key as Press;
    use crate::support::hand::displayed_owner;

    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    let id = focused_deal(journey.app());
    let before = displayed_owner(journey.app(), &id);
    type_char(&mut journey.window, "e");
    journey.draw_frames(3);
    let offered = |journey: &GuiTest| {
        let names = ["Benali", "Roux", "Nguyen", "Delaunay", "Ferrand"];
        names
            .iter()
            .filter(|name| journey.has_text(Role::Button, name))
            .count()
    };
    let all = offered(&journey);
    assert!(all > 1, "everybody is offered first");
    type_char(&mut journey.window, "q");
    let typed = |journey: &GuiTest| match journey.app().cx.layer() {
        encours_core::app::foundation::cx::overlay::Layer::Form(form) => form.value("responsable").to_owned(),
        other => panic!("{other:?}"),
    };
    assert_eq!(typed(&journey), "q", "the old name is written over");
    assert_eq!(offered(&journey), 0, "no deal has this owner");
    send_burst(&mut journey.window, &[Text("uentin"), Press(Key::Enter)]);
    if matches!(
        journey.app().cx.layer(),
        encours_core::app::foundation::cx::overlay::Layer::Form(_)
    ) {
        journey.press_key(Key::Enter);
    }
    let told = if before.is_empty() {
        "no owner".to_owned()
    } else {
        before
    };
    let toast = format!("{told} → quentin");
    let painted = crate::support::painted_texts(&journey.window);
    assert!(
        painted.iter().any(|(text, _)| text.contains(&toast)),
        "{toast}: {painted:?}"
    );
}
